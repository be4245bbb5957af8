import { startSandbox } from '../sandbox/server';
import { AUTH, templateSend } from './inputs';
import type { Envelope } from './programs/encode';
import type { Counted } from './programs/turns';
import { atLeast, kilobytes, milliseconds, times, type Section } from './report';
import { hasPhp, inTurn, startPhp, startProgram, type Bench } from './rounds';

const RECIPIENTS = 100;
const FIELDS = 5;

const OURS = 'this package';
const NODE_SOAP = 'node-soap';
const PHP = "PHP's SoapClient, with the WSDL";

const operation = 'sendTemplateMessage';

export async function measure(bench: Bench): Promise<Section> {
	const sandbox = await startSandbox();
	const wsdl = `${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`;
	const parameters = templateSend(bench.seed, RECIPIENTS, FIELDS);
	const by = (writer: Envelope['writer']) => () => {
		const argument: Envelope = { writer, operation, auth: AUTH, parameters, wsdl };
		return startProgram<Counted>(bench, 'encode', argument);
	};
	const { template, recipientList, custom_ticket } = parameters;
	const inOrder = [AUTH, template, recipientList, custom_ticket];
	const php = () => startPhp<Counted>(bench, { operation, parameters: inOrder, wsdl });
	const contenders = {
		[OURS]: by('ours'),
		[NODE_SOAP]: by('nodeSoap'),
		'strong-soap': by('strongSoap'),
		...(hasPhp() && { [PHP]: php }),
	};
	const results = await inTurn(contenders, bench.rounds).finally(() => sandbox.close());
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const values = results.medians('ms');
	return {
		title: 'Encode',
		text: `The envelope of a ${operation} to ${RECIPIENTS} recipients with ${FIELDS} custom fields each, secrets included, from its values to its text.`,
		pictures: [{ name: 'encode', title: 'Work of writing an envelope', values, as: milliseconds }],
		header: ['Writer', 'Size', 'Work', 'This package is faster by'],
		lines: values.map(([name, ms]) => [
			...[name, kilobytes(results.median(name, 'count')), milliseconds(ms)],
			name === OURS ? '' : times(slowness(name)),
		]),
		goals: [atLeast(3, 'Speed of node-soap', slowness(NODE_SOAP))],
	};
}
