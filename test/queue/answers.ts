import axios from 'axios';

import { itemsNode, node, rowsOf, webhookNode, workflowOf, type QueueWorld } from './queueWorld';
import { eventually } from '../eventually';

const ANN = '18015551001';
const BEN = '18015551002';

/** Answers to questions, which the webhook processor shows and takes. */
export function answers(world: () => QueueWorld): void {
	const links = () => world().messages.map(({ text }) => /https?:\/\/\S+$/.exec(text)?.[0] ?? '');
	const call = { proxy: false, validateStatus: () => true, responseType: 'text' } as const;

	/** Opens a link once the execution waits; gives what its form holds. */
	const tokenOf = async (link: string) =>
		await eventually('the page is shown', async () => {
			const { status, data } = await axios.get<string>(link, call);
			return status === 200 ? /name="token" value="([^"]+)"/.exec(data)?.[1] : undefined;
		});

	it('continue the execution once, where two people answer at the same moment', async () => {
		const ask = world().sending({
			operation: 'sendAndWait',
			recipients: 'commaSeparated',
			sendTo: `${ANN}, ${BEN}`,
			message: '=Text {{ $json.people }} people?',
			approvalOptions: { values: { approvalType: 'double' } },
		});
		const after = node('After', 'n8n-nodes-base.noOp');
		const { id, post } = await world().publish(
			workflowOf([webhookNode(), itemsNode([{ people: 12 }]), ask, after]),
		);
		await post();
		await eventually('both are asked', () => (links().length === 2 ? true : undefined));
		expect(links().every((link) => link.startsWith(`${world().webhookUrl}/`))).toBe(true);
		const [execution = ''] = await eventually('the execution waits', async () => {
			const waiting = await world().executionsIn(id, 'waiting');
			return waiting.length > 0 ? waiting : undefined;
		});

		const tokens = await Promise.all(links().map(tokenOf));
		const posted = await Promise.all(
			links().map(async (link, index) => {
				const decision = index === 0 ? 'decline' : 'approve';
				const form = new URLSearchParams({ token: tokens[index] ?? '', decision });
				return await axios.post<string>(link, form, call);
			}),
		);
		const recorded = posted.filter(({ data }) => data.includes('Recorded'));
		expect(recorded).toHaveLength(1);
		// n8n refuses the other.
		const others = posted.filter((answer) => answer !== recorded[0]);
		expect(others.map(({ status, data }) => (status >= 400 ? 'refused' : data))).toEqual([
			'refused',
		]);

		await eventually('the execution has ended', async () =>
			(await world().executionsIn(id, 'success')).length === 1 ? true : undefined,
		);
		const [row] = rowsOf(await world().client.execution(execution), 'After');
		const isApproved = recorded[0]!.data.includes('Recorded: Approve');
		expect(row).toMatchObject({ approved: isApproved, answered_by: isApproved ? BEN : ANN });
		expect(links()).toHaveLength(2);
	});
}
