import { finished } from '../../../../../nodes/SubscriptionMessaging/service/steps';
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
		const typed = (document: string) => document.replace('<s:Body', '<s:Body xsi:type="m:Map"');
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
