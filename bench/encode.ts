import { startSandbox } from '../sandbox/server';
import { pictureOf } from './bars';
import type { Bench } from './bench';
import { AUTH, templateSend } from './inputs';
import type { Envelope } from './programs/encode';
import { atLeast, kilobytes, milliseconds, times, type Section } from './report';
import { hasPhp, inTurn, startPhp, startProgram } from './rounds';

export const programs = ['encode'];

const RECIPIENTS = 100;
const FIELDS = 5;

const OURS = 'this package';
const NODE_SOAP = 'node-soap';

const OPERATION = 'sendTemplateMessage';

interface Written {
	ms: number;
	/** Bytes. */
	count: number;
}

export async function measure(bench: Bench): Promise<Section> {
	const sandbox = await startSandbox();
	const wsdl = `${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`;
	const parameters = templateSend(bench.seed, RECIPIENTS, FIELDS);
	const call = { operation: OPERATION, auth: AUTH, parameters, wsdl, peers: bench.peers } as const;
	const by = (writer: Envelope['writer']) => () => {
		const argument: Envelope = { ...call, writer };
		return startProgram<Written>(bench, { name: 'encode', argument });
	};
	const { template, recipientList, custom_ticket } = parameters;
	const inOrder = [AUTH, template, recipientList, custom_ticket];
	const php = { wsdl, operation: OPERATION, parameters: inOrder };
	const results = await inTurn(
		{
			[OURS]: by('ours'),
			[NODE_SOAP]: by('nodeSoap'),
			'strong-soap': by('strongSoap'),
			...(hasPhp() && {
				"PHP's SoapClient, with the WSDL": () => startPhp<Written>(bench, 'soapClient.php', php),
			}),
		},
		bench.rounds,
	).finally(() => sandbox.close());
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	return {
		title: 'Encode',
		text: `The envelope of a ${OPERATION} to ${RECIPIENTS} recipients with ${FIELDS} custom fields each, secrets included, from its values to its text.`,
		pictures: [
			pictureOf('encode', 'Work of writing an envelope', results.medians('ms'), milliseconds),
		],
		header: ['Writer', 'Size', 'Work', 'This package is faster by'],
		lines: results
			.medians('ms')
			.map(([name, ms]) => [
				name,
				kilobytes(results.median(name, 'count')),
				milliseconds(ms),
				name === OURS ? '' : times(slowness(name)),
			]),
		goals: [atLeast(3, 'Speed of node-soap', slowness(NODE_SOAP))],
	};
}
