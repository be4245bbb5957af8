/** *Get Status* after a send: the chain that the hint under each send recommends. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runChain } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const people = Array.from({ length: 10 }, (_person, index) => ({
	phone: String(18015550000 + index),
	name: `Person ${index}`,
}));

const keyword = { __rl: true, mode: 'keyword', value: 'NSTAFF' };
const text = { resource: 'message', operation: 'send', keyword, message: 'Hello' };
const toItem = { ...text, recipients: 'inputItems', sendTo: '={{ $json.phone }}', type: 1 };
const status = {
	resource: 'message',
	operation: 'getStatus',
	keyword,
	transaction_ticket_id: '={{ $json.transaction_ticket }}',
};

const chain = async (items: IDataObject[], send: INodeParameters, more: INodeParameters = {}) => {
	const { output, error } = await runChain(credentialFor(sandbox.running), items, [
		{ name: 'Send', parameters: send },
		{ name: 'Status', parameters: { ...status, ...more } },
		// Sends nothing, and says whom n8n pairs each status with.
		{
			name: 'Paired',
			parameters: {
				...text,
				recipients: 'inputItems',
				sendTo: '={{ $json.sendTo }}',
				type: 1,
				message: '={{ $("People").item.json.name }}',
				preview: true,
				options: { impossibleNumbers: 'skip' },
			},
		},
	]);
	expect(error?.message).toBeUndefined();
	return {
		rows: (output.Status ?? []).map(({ json }) => json),
		paired: (output.Paired ?? []).map(({ json }) => [json.sendTo, json.text]),
		sent: (output.Send ?? []).map(({ json }) => json),
	};
};

const lookUps = () =>
	sandbox.running.sandbox.calls.filter(({ operation }) => /Status$/.test(operation));
const ownStatus = people.map(({ phone, name }) => [phone, name]);

it('is right after ten people in one request: one look-up, and each item has its own recipient', async () => {
	const { rows, paired, sent } = await chain(people, toItem);

	expect(rows).toEqual(
		people.map(({ phone }) => ({
			sendTo: phone,
			group: 'NSTAFF',
			status: 'delivered',
			delivered: true,
			status_code: 100,
			status_message: 'Delivered',
			transaction_ticket: sent[0]?.transaction_ticket,
		})),
	);
	expect(paired).toEqual(ownStatus);
	expect(lookUps()).toHaveLength(1);
});

it('is right after ten requests of one each', async () => {
	const { rows, paired, sent } = await chain(people, { ...toItem, options: { batchSize: 1 } });

	expect(rows.map(({ transaction_ticket }) => transaction_ticket)).toEqual(
		sent.map(({ transaction_ticket }) => transaction_ticket),
	);
	expect(paired).toEqual(ownStatus);
	expect(lookUps()).toHaveLength(10);
});

it('is right after a list in one item: all rows, of that item', async () => {
	const { paired } = await chain([{ name: 'The list' }], {
		...text,
		recipients: 'commaSeparated',
		sendTo: people.map(({ phone }) => phone).join(', '),
	});

	expect(paired).toEqual(people.map(({ phone }) => [phone, 'The list']));
	expect(lookUps()).toHaveLength(1);
});

it('is right after a message to everyone that ten items asked for: all rows, once', async () => {
	const { rows, sent } = await chain(people, { ...text, operation: 'sendToGroup' });

	expect(sent).toHaveLength(10);
	expect(rows.map(({ sendTo }) => sendTo)).toEqual(
		sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo),
	);
	expect(lookUps()).toHaveLength(1);
});

it('goes on with those who were left out, of whom it asks nothing', async () => {
	const [ann, bob] = people;
	const { rows } = await chain([ann!, { phone: '123', name: 'Nobody' }, bob!], {
		...toItem,
		options: { impossibleNumbers: 'skip' },
	});

	expect(rows).toMatchObject([
		{ sendTo: ann!.phone, status: 'delivered' },
		{ sent: false, sendTo: '123', skipped: expect.any(String) },
		{ sendTo: bob!.phone, status: 'delivered' },
	]);
});

it('gives the same person of several items one status after the other', async () => {
	const twice = [people[0]!, people[1]!, people[0]!];
	const { paired } = await chain(twice, toItem);

	expect(paired).toEqual(twice.map(({ phone, name }) => [phone, name]));
});

it('says of a recipient that the service does not list that nothing is known', async () => {
	const { rows, sent } = await chain(people.slice(0, 2), toItem, {
		recipient: '={{ $itemIndex === 1 ? "18015559999" : $json.sendTo }}',
	});

	expect(rows).toMatchObject([
		{ sendTo: people[0]!.phone, status: 'delivered' },
		{
			sendTo: '18015559999',
			status: null,
			status_code: null,
			transaction_ticket: sent[0]?.transaction_ticket,
		},
	]);
});

it('gives each item the whole answer with its own recipient where Simplify is off', async () => {
	const two = people.slice(0, 2);
	const { output } = await runChain(credentialFor(sandbox.running), two, [
		{ name: 'Send', parameters: toItem },
		{ name: 'Status', parameters: { ...status, simplify: false } },
	]);

	expect(output.Status?.map(({ json }) => json)).toMatchObject(
		two.map(({ phone }) => ({
			result: true,
			response: { transactionlist: [{ sendTo: phone, status_code: 100 }] },
		})),
	);
});
