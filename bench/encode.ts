import { startSandbox } from '../sandbox/server';
import { pictureOf } from './bars';
import type { Bench } from './bench';
import { AUTH, templateSend } from './inputs';
import type { Envelope } from './programs/encode';
import { atLeast, kilobytes, milliseconds, times, type Section } from './report';
import { hasPhp, inTurn, startPhp, startProgram, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['encode'];

const RECIPIENTS = 100;
const FIELDS = 5;

const OURS = 'this package';
const NODE_SOAP = 'node-soap';

const OPERATION = 'sendTemplateMessage';

export async function measure({ node, peers, rounds, seed }: Bench): Promise<Section> {
	const sandbox = await startSandbox();
	try {
		const wsdl = `${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`;
		const parameters = await templateSend(seed, RECIPIENTS, FIELDS);
		const program = (writer: Envelope['writer']) => () => {
			const argument: Envelope = {
				writer,
				operation: OPERATION,
				auth: AUTH,
				parameters,
				wsdl,
				peers,
			};
			return startProgram<{ ms: number; count: number }>({ node, name: 'encode', argument });
		};
		const contenders = new Map<string, () => Promise<Contender<{ ms: number; count: number }>>>([
			[OURS, program('ours')],
			[NODE_SOAP, program('nodeSoap')],
			['strong-soap', program('strongSoap')],
		]);
		if (hasPhp()) {
			const { template, recipientList, custom_ticket } = parameters;
			contenders.set("PHP's SoapClient, with the WSDL", () =>
				startPhp('soapClient.php', {
					wsdl,
					operation: OPERATION,
					parameters: [AUTH, template, recipientList, custom_ticket],
				}),
			);
		}
		const results = await inTurn(contenders, rounds);

		const timesOf = (name: string) => results.get(name)!.map(({ ms }) => ms);
		const slowness = (name: string) => ratio(timesOf(name), timesOf(OURS));
		return {
			title: 'Encode',
			text: `The envelope of a ${OPERATION} to ${RECIPIENTS} recipients with ${FIELDS} custom fields each, secrets included, from its values to its text.`,
			pictures: [
				pictureOf(
					'benchmark-encode',
					'Work of writing an envelope',
					[...results.keys()].map((name) => [name, median(timesOf(name))]),
					milliseconds,
				),
			],
			header: ['Writer', 'Size', 'Work', 'This package is faster by'],
			lines: [...results].map(([name, written]) => [
				name,
				kilobytes(written[0]!.count),
				milliseconds(median(timesOf(name))),
				name === OURS ? '' : times(slowness(name)),
			]),
			goals: [atLeast(3, { goal: 'Speed of node-soap', value: slowness(NODE_SOAP) })],
		};
	} finally {
		await sandbox.close();
	}
}
