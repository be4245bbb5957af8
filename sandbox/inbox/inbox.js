const POLL_MS = 1000;
const SHOWN = 200;
const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

const KINDS = {
	1: ['SMS', 'SMS'],
	2: ['SMS', 'SMS email gateway'],
	3: ['Call', 'Text to voice'],
	4: ['Mail', 'Email'],
	5: ['Text', 'Text number'],
	6: ['?', 'Invalid address'],
};

const element = (id) => document.getElementById(id);
const rows = new Map();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

let selected;
let shown = [];
let before = '';

// A message's number starts anew when the inbox is cleared, its ticket does not.
const keyOf = ({ id, transaction_ticket }) => `${transaction_ticket}/${id}`;

async function refresh() {
	const search = element('search').value.trim();
	try {
		const query = new URLSearchParams({ limit: SHOWN, search });
		const response = await fetch(`_sandbox/messages?${query}`);
		const answer = await response.text();
		element('notice').hidden = true;
		if (search !== element('search').value.trim() || answer === before) return;
		before = answer;
		show(JSON.parse(answer), search);
	} catch {
		element('notice').textContent = 'The sandbox does not answer. Is it still running?';
		element('notice').hidden = false;
	}
}

function show({ total, waiting, messages }, search) {
	shown = messages;
	const plural = total === 1 ? 'message' : 'messages';
	element('summary').textContent =
		`${total.toLocaleString()} ${plural}` +
		(waiting > 0 ? ` · ${waiting.toLocaleString()} on the way` : '');
	element('deliver').disabled = waiting === 0;
	element('clear').disabled = total === 0 && search === '';

	const keys = new Set(messages.map(keyOf));
	for (const [key, row] of rows) {
		if (keys.has(key)) continue;
		row.remove();
		rows.delete(key);
	}
	const list = element('messages');
	messages.forEach((message, index) => {
		const row = rows.get(keyOf(message)) ?? newRow(message);
		showStatus(row.querySelector('.status'), message);
		if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
	});

	element('more').hidden = total <= messages.length;
	element('more').textContent = `The latest ${messages.length} of ${total.toLocaleString()}`;
	const empty = element('empty');
	empty.hidden = messages.length > 0;
	empty.querySelector('h2').textContent = search ? 'Nothing found' : 'No messages yet';
	empty.querySelector('p').textContent = search
		? `No message matches “${search}”.`
		: 'Messages show up here as soon as one is sent. Nothing leaves this machine.';
	showDetail();
}

function newRow(message) {
	const row = element('row').content.firstElementChild.cloneNode(true);
	const set = (part, text) => (row.querySelector(part).textContent = text);
	set('.kind', KINDS[message.type][0]);
	set('.who', message.sendTo);
	set('.text', message.text);
	set('.unit', `${message.unit} (${message.keyword})`);
	set('time', clock.format(new Date(message.time)));
	row.querySelector('time').dateTime = message.time;
	row.firstElementChild.addEventListener('click', () => select(keyOf(message)));
	rows.set(keyOf(message), row);
	return row;
}

function showStatus(target, { status_code, status_message }) {
	target.textContent = status_message || `Status ${status_code}`;
	target.classList.toggle('delivered', status_code === DELIVERED);
	target.classList.toggle('other', status_code !== DELIVERED && status_code !== SENT_TO_CARRIER);
}

function select(key) {
	selected = selected === key ? undefined : key;
	showDetail();
}

/** A text with its links to press, as on a phone. */
function withLinks(text) {
	return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
		if (index % 2 === 0) return part;
		const link = document.createElement('a');
		Object.assign(link, {
			href: part,
			textContent: part,
			target: '_blank',
			rel: 'noopener noreferrer',
		});
		return link;
	});
}

function showDetail() {
	for (const [key, row] of rows) {
		row.firstElementChild.setAttribute('aria-current', String(key === selected));
	}
	const message = shown.find((candidate) => keyOf(candidate) === selected);
	const detail = element('detail');
	detail.hidden = !message;
	if (!message) return;
	detail.querySelector('h2').textContent = message.sendTo;
	const bubble = detail.querySelector('.bubble');
	// Nobody loses a link that they are about to press.
	if (bubble.textContent !== message.text) bubble.replaceChildren(...withLinks(message.text));
	showStatus(detail.querySelector('.status'), message);
	const facts = {
		Group: `${message.unit} (${message.keyword})`,
		Type: `${message.type} · ${KINDS[message.type][1]}`,
		Sent: moment.format(new Date(message.time)),
		Ticket: message.transaction_ticket,
		'Custom ticket': message.custom_ticket,
		'Status URL': message.status_url,
		Carrier: message.carrier,
		Country: message.country,
		Locale: message.locale,
		Thread: message.thread,
		Code: message.code,
		Operation: `${message.operation} (${message.transport})`,
	};
	detail.querySelector('dl').replaceChildren(
		...Object.entries(facts)
			.filter(([, value]) => value !== '' && value !== null)
			.flatMap(([name, value]) => {
				const term = document.createElement('dt');
				const description = document.createElement('dd');
				term.textContent = name;
				description.textContent = value;
				return [term, description];
			}),
	);
}

async function act(method, path, body) {
	await fetch(`_sandbox/${path}`, {
		method,
		...(body && {
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	await refresh();
}

function setStatus(status) {
	const message = shown.find((candidate) => keyOf(candidate) === selected);
	if (!message) return;
	const { transaction_ticket, sendTo } = message;
	return act('POST', 'status', { transaction_ticket, sendTo, ...status });
}

element('search').addEventListener('input', refresh);
element('status-form').addEventListener('submit', (event) => {
	event.preventDefault();
	void setStatus(Object.fromEntries(new FormData(event.target)));
});
element('status-form').elements.deliver.addEventListener('click', () =>
	setStatus({ status_code: DELIVERED }),
);
element('clear').addEventListener('click', () => act('DELETE', 'messages'));
element('deliver').addEventListener('click', () => act('POST', 'deliver'));
element('messages').addEventListener('keydown', (event) => {
	const row = document.activeElement.closest('li');
	const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[
		event.key
	];
	if (!next) return;
	event.preventDefault();
	next.firstElementChild.focus();
	next.firstElementChild.click();
});

async function poll() {
	if (!document.hidden) await refresh();
	setTimeout(poll, POLL_MS);
}
poll();
