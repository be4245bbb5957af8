import { UNMARKED } from '../../../../../nodes/SubscriptionMessaging/service/xml/attributes';
import { KeptElements } from '../../../../../nodes/SubscriptionMessaging/service/xml/keptElements';
import { payload } from '../answer/reading';

const kept = () => new KeptElements((reason) => new Error(reason));

/** Keeps an element with an id, and nothing in it. */
function keep(elements: KeptElements, name: string, id: string): void {
	elements.open(name, '', { ...UNMARKED, id });
	elements.close();
}

it('an id stays with the first element that has it', () => {
	const elements = kept();
	keep(elements, 'first', 'a');
	keep(elements, 'second', 'a');
	keep(elements, 'third', 'b');

	expect(elements.find('a')?.name).toBe('first');
	expect(elements.find('b')?.name).toBe('third');
	expect(elements.find('c')).toBeUndefined();
});

it('ids of one character and of several are found', () => {
	const elements = kept();
	const ids = ['1', '12', '112', 'x', 'ä', '😀'];
	for (const id of ids) keep(elements, id, id);

	expect(ids.map((id) => elements.find(id)?.name)).toEqual(ids);
});

it('every id of very many is found', () => {
	const elements = kept();
	const ids = Array.from({ length: 1_000 }, (_, count) => `id${count}`);
	for (const id of ids) keep(elements, id, id);

	expect(ids.map((id) => elements.find(id)?.name)).toEqual(ids);
});

it('the outermost element is given when it is closed', () => {
	const elements = kept();
	elements.open('outer', '');
	elements.open('inner', '');

	expect(elements.close()).toBeUndefined();
	expect(elements.isKeeping).toBe(true);
	expect(elements.close()).toMatchObject({ name: 'outer', children: [{ name: 'inner' }] });
	expect(elements.isKeeping).toBe(false);
});

it('a text has 1,048,576 characters at most, in whichever parts it comes', () => {
	const elements = kept();
	elements.open('outer', '');
	elements.text('x'.repeat(1_048_575));
	elements.text('x');

	expect(() => elements.text('x')).toThrow('a text has more than 1048576 characters');
});

it('an entry of a Map that has no key has no place in it', () => {
	const entries = '<item><value>1</value></item><item><value>2</value><key>k</key></item>';
	const response = `<response><x xsi:type="m:Map">${entries}</x></response>`;
	expect(payload('readDivision', response)).toEqual({ x: { k: '2' } });
});
