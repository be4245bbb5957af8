import { Organization, type Group, type Subscriber, type Unit } from './organization';

/** The organization that every start and every reset begins with. */
export function seedOrganization(code: string): Organization {
	const organization = new Organization({ keyword: 'ACME', name: 'Acme Test Company', code });
	const { company } = organization;
	Object.assign(company, {
		email: 'office@acme.example',
		phone: '18015550100',
		url: 'https://acme.example/?a=1&b=2',
		address: {
			city: 'Orem',
			state: 'Utah',
			state_abbr: 'UT',
			street: '1 Main St',
			street2: 'Suite "5" <rear>',
			zip: 84057,
		},
	});
	addTemplate(company, 'welcome', 'Welcome', 'Welcome to Acme, {name}!');

	const north = organization.addDivision(company, { keyword: 'NORTH', name: 'North' });
	Object.assign(north, {
		email: 'north@acme.example',
		phone: '18015550101',
		url: 'https://north.acme.example',
		address: { city: 'Logan', state: 'Utah', state_abbr: 'UT', street: '2 North Rd', zip: 84321 },
	});
	addTemplate(north, 'closing', 'Closing early', '{site} closes at {hour} today.');

	const staff = organization.addGroup(north, { keyword: 'NSTAFF', name: 'Staff' });
	staff.ispublic = 1;
	organization.addKeyword(staff, {
		word: 'JOINSTAFF',
		note: 'On the poster in the hall',
		response: 'Welcome & thanks!\nReply STOP to leave.',
		subscribed_response: 'You are in already.',
		callback_url: 'https://acme.example/joined?from=poster&v=1',
		auto_subscribe: 1,
		keyword_type: 5,
		app_identifier: 'app-7',
	});
	organization.addKeyword(staff, { word: 'STAFFCARD', keyword_type: 6, active: 0 });
	staff.subscribers.push(
		person('Ann', 'O’Neil', '18015551001', { custom_field: 'Early shift' }),
		person('Zoë', 'Ünlü', '18015551002', { custom_field: 'a<b>&"c"' }),
		person('Ben', 'Ortiz', '18015551003'),
		person('Mei', '王', '18015551004', { email: 0 }),
		// Active, but not by SMS: a text message to the group passes these two by.
		person('Carl', 'Desk', '18015551005', { mobiletxt: 0, landline: 1 }),
		person('Dora', 'Mail', '18015551006', { mobiletxt: 0 }),
		person('Olaf', 'Gone', '18015551007', { unsubdate: '2024-02-29 08:00:00' }),
		person('Ida', 'Left', '18015551008', { unsubdate: '2024-12-31 23:59:59' }),
	);
	addTemplate(staff, 'order-ready', 'Order ready', 'Hi {name}, your order {order} is ready');
	addTemplate(
		staff,
		'invoice',
		'Invoice',
		'{name}, your bill is {amount:0.00} dollars.\nThank you!',
	);
	addTemplate(staff, 'grüße', 'Grüße', 'Grüße an {name} aus dem Café ☕');
	addTemplate(staff, 'summer-party', 'Summer party', 'See you at the party, {name}').deleted = true;

	const clients = organization.addGroup(north, { keyword: 'NCLIENT', name: 'Clients' });
	clients.ispublic = 1;
	clients.subscribers.push(
		person('Eve', 'Client', '18015552001'),
		person('Finn', 'Client', '447700900123'),
		// Is a member of the staff too: a message to the whole division reaches the phone once.
		person('Ann', 'O’Neil', '18015551001'),
	);
	organization.addGroup(north, { keyword: 'NEMPTY', name: 'Nobody Yet' });
	organization.addGroup(north, { keyword: 'NOLD', name: 'Former Staff' }).deleted = true;

	const harbour = organization.addDivision(north, { keyword: 'HARBOUR', name: 'Harbour' });
	organization
		.addGroup(harbour, { keyword: 'PILOTS', name: 'Pilots' })
		.subscribers.push(
			person('Gus', 'Tide', '18015553001'),
			person('Hana', 'Quay', '18015553002', { unsubdate: '2025-06-01 12:00:00' }),
		);

	const south = organization.addDivision(company, {
		keyword: 'SOUTH',
		name: 'Süd & Côte <Division>',
	});
	organization
		.addGroup(south, { keyword: 'CAFE', name: 'Café 北京 😀' })
		.subscribers.push(
			person('小明', '李', '8613800138000'),
			person('José', 'Núñez', '34600123456'),
		);

	organization.addDivision(company, { keyword: 'EMPTYDIV', name: 'Empty Division' });
	return organization;
}

export function addTemplate(unit: Unit, id: string, title: string, text: string) {
	const template = { id, title, subject: '', text, description: '', deleted: false };
	unit.templates.set(id, template);
	return template;
}

/** Adds made-up subscribers; every tenth of them is inactive. */
export function addSubscribers(group: Group, count: number): void {
	const first = group.subscribers.length;
	for (let index = first; index < first + count; index++) {
		const number = String(index).padStart(7, '0');
		group.subscribers.push(
			person(`First${index}`, `Last${index}`, `1385${number}`, {
				unsubdate: index % 10 === 9 ? '2025-01-01 00:00:00' : '',
			}),
		);
	}
}

const HOME = { city: 'Orem', state: 'Utah', state_abbr: 'UT', street: '', street2: '', zip: 84058 };

export function person(
	first_name: string,
	last_name: string,
	phone: string,
	more: Partial<Subscriber> = {},
): Subscriber {
	return {
		email: 1,
		landline: 0,
		mobiletxt: 1,
		mobilevoice: 0,
		subscribed_type: 3,
		created_at: '2023-02-03 04:05:06',
		updated_at: '2025-12-31 23:59:59',
		unsubdate: '',
		custom_field: '',
		user: {
			first_name,
			last_name,
			phone,
			email: `${phone}@people.example`,
			landline: '',
			carrier: 'Verizon Wireless',
			role_id: 4,
			address: HOME,
		},
		...more,
	};
}
