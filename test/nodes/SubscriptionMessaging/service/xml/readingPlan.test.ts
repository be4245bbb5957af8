import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { readCallback } from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { answerWith, envelope, payload, read, soap } from '../answer/reading';

describe('what is kept of a document for as long as n8n runs', () => {
	/** How many plans are put aside under another one while some documents are read. */
	function plansKept(work: () => void): number {
		const original = Object.getOwnPropertyDescriptor(Map.prototype, 'set')!;
		const set = original.value as (this: unknown, key: unknown, value: unknown) => unknown;
		let kept = 0;
		Object.defineProperty(Map.prototype, 'set', {
			...original,
			value(key: unknown, value: unknown) {
				if (typeof key === 'object' && key !== null && 'members' in key) kept += 1;
				return set.call(this, key, value);
			},
		});
		try {
			work();
		} finally {
			Object.defineProperty(Map.prototype, 'set', original);
		}
		return kept;
	}

	const posted = (body: string) => finished(readCallback({ body: Buffer.from(body) }));
	const asMap = (document: string, element: string) =>
		document.replace(`<s:${element}`, `<s:${element} xsi:type="m:Map"`);

	it('does not grow with Maps in each other', () => {
		const nested = (levels: number): string =>
			levels === 0 ? '' : `<item xsi:type="m:Map">${nested(levels - 1)}</item>`;
		const reading = (levels: number) => () =>
			read(
				soap('readDivision'),
				answerWith('readDivision', `<response xsi:type="m:Map">${nested(levels)}</response>`),
			);
		reading(1)();
		expect(plansKept(reading(150))).toBe(0);
	});

	it.each(['Envelope', 'Body'])('does not grow with answers whose %s is typed as a Map', (name) => {
		const answer = asMap(answerWith('readDivision', '<response/>'), name);
		const reading = () => read(soap('readDivision'), answer);
		expect(plansKept(reading)).toBe(0);
	});

	it.each(['Envelope', 'Body'])('does not grow with posts whose %s is typed as a Map', (name) => {
		const post = asMap(envelope('<n:notify><ticket>T-1</ticket></n:notify>'), name);
		expect(plansKept(() => posted(post))).toBe(0);
	});

	it('does not grow with a Map that comes again, wherever it stands', () => {
		const map = '<x xsi:type="m:Map"><item><key>k</key><value>1</value></item></x>';
		const response = `<response>${map.repeat(3)}<address>${map}</address></response>`;
		payload('readDivision', response);
		expect(plansKept(() => payload('readDivision', response))).toBe(0);
	});
});

describe('a Map where the type says nothing', () => {
	it('leaves an entry of a Map the entry that it is', () => {
		const entry = '<key>name</key><value>North</value>';
		const response = `<response xsi:type="m:Map"><item xsi:type="m:Map">${entry}</item></response>`;
		expect(payload('readDivision', response)).toEqual({ name: 'North' });
	});

	it('leaves an envelope and a post what they are', () => {
		const typed = (document: string) =>
			document.replace(/<(s:Body|n:readDivisionResponse)/g, '<$1 xsi:type="m:Map"');
		const answer = answerWith('readDivision', '<response><name>North</name></response>');
		expect(read(soap('readDivision'), typed(answer))).toMatchObject({
			response: { name: 'North' },
		});
		const post = typed(envelope('<n:notify><ticket>T-1</ticket></n:notify>'));
		expect(finished(readCallback({ body: Buffer.from(post) }))).toEqual({
			notify: { ticket: 'T-1' },
		});
	});
});

it('a list of objects has no entry that is a text', () => {
	const response = '<response><divisions><item>North</item></divisions></response>';
	expect(payload('readDivision', response)).toEqual({ divisions: [null] });
});

describe('Apache Maps', () => {
	const entry = (key: string, value: string) =>
		`<item><key xsi:type="xsd:string">${key}</key>${value}</item>`;
	const map = (entries: string) =>
		payload('readDivision', `<response xsi:type="m:Map" xmlns:m="u">${entries}</response>`);

	it('stand for objects, with the types of the interface', () => {
		expect(
			map(
				entry('phone', '<value xsi:type="xsd:long">18015550001</value>') +
					entry(
						'address',
						`<value xsi:type="m:Map">${entry('zip', '<value>84057</value>')}</value>`,
					) +
					entry('unnamed', '<value xsi:type="xsd:int">5</value>') +
					entry('email', '<value xsi:nil="true"/>'),
			),
		).toEqual({ phone: '18015550001', address: { zip: 84057 }, unnamed: 5, email: null });
	});

	it('may be empty', () => {
		expect(map('')).toEqual({});
	});

	it('may have the value before the key', () => {
		expect(map('<item><value><zip>84057</zip></value><key>address</key></item>')).toEqual({
			address: { zip: 84057 },
		});
	});

	it('may have references for keys and values', () => {
		const response =
			'<response xsi:type="m:Map" xmlns:m="u"><item><key href="#k"/><value href="#v"/></item>' +
			'<item><value href="#v"/><key>unnamed</key></item></response>';
		const beside = '<r id="k">address</r><r id="v"><zip>84057</zip></r>';
		expect(payload('readDivision', response, beside)).toEqual({
			address: { zip: 84057 },
			unnamed: { zip: '84057' },
		});
	});

	it('may have the value before the key in a list, which keeps its order', () => {
		const entries =
			'<item><key>0</key><value><name>A</name></value></item>' +
			'<item><value><name>B</name></value><key>1</key></item>' +
			'<item><key>2</key><value><name>C</name></value></item>';
		const list = `<divisions xsi:type="m:Map" xmlns:m="u">${entries}</divisions>`;
		expect(payload('readDivision', `<response>${list}</response>`)).toEqual({
			divisions: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
		});
	});

	it('may have the same key twice, whichever is a reference', () => {
		const response =
			'<response xsi:type="m:Map" xmlns:m="u"><item><value>1</value><key>k</key></item>' +
			`${entry('k', '<value>2</value>')}<item><key>k</key><value href="#v"/></item></response>`;
		const { k } = payload('readDivision', response, '<r id="v">3</r>') as { k: unknown };
		expect(k).toEqual(['2', '3', '1']);
	});

	it('may have values before their keys in a list alone, of which one without a key is none', () => {
		const entries = ['A', 'B', 'C'].map(
			(name) =>
				`<item><value><name>${name}</name></value>${name === 'B' ? '' : '<key>0</key>'}</item>`,
		);
		const list = `<divisions xsi:type="m:Map" xmlns:m="u">${entries.join('')}</divisions>`;
		expect(payload('readDivision', `<response>${list}</response>`)).toEqual({
			divisions: [{ name: 'A' }, null, { name: 'C' }],
		});
	});

	it('take a key that is nil for an empty one, and a second key for none', () => {
		expect(map(`<item><key xsi:nil="true"/><value>1</value></item>`)).toEqual({ '': '1' });
		const response =
			'<response xsi:type="m:Map"><item><key>a</key><key href="#r"/><value>1</value></item></response>';
		expect(payload('readDivision', response, '<r id="r">2</r>')).toEqual({ a: '1' });
	});

	it('leave out a value without a key', () => {
		const value = '<value><zip>84057</zip></value>';
		expect(map(`<item>${value}</item>${entry('address', value)}<item/>${value}`)).toEqual({
			address: { zip: 84057 },
		});
	});

	it('may have a key in an element within', () => {
		const key = '<key><toString>x</toString></key>';
		expect(map(`<item>${key}<value>1</value></item>`)).toEqual({ x: '1' });
	});

	it('may stand for a list whose values are references at a position', () => {
		const divisions = '<item><key>0</key><value enc:position="[3]" href="#d"/></item>';
		expect(
			payload(
				'readDivision',
				`<response><divisions xsi:type="m:Map" xmlns:m="u">${divisions}</divisions></response>`,
				'<multiRef id="d"><name>D</name></multiRef>',
			),
		).toEqual({ divisions: [{ name: 'D' }] });
	});

	it('cannot reach behind the value either', () => {
		const value = map(entry('__proto__', '<value><polluted>1</polluted></value>'));
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(value).toEqual({});
	});
});

it.each(['href="#b"', 'enc:ref="b"'])(
	'what is around an answer refers to nothing: %s',
	(attribute) => {
		const answer = `<n:readDivisionResponse ${attribute}><r><result>true</result></r></n:readDivisionResponse>`;
		const document = envelope(answer + '<m id="b"><r><result>false</result></r></m>');
		expect(read(soap('readDivision'), document)).toEqual({ result: true });
	},
);
