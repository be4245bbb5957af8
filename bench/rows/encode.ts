import * as fc from 'fast-check';

import { workedTime } from '../../test/fuzz/held';
import { inTurn, start, type Bench, type Programs } from '../compare';
import { AUTH, CREDENTIAL, finishedRequest, phoneItems, TEXT, writeWsdlFile } from '../inputs';
import { atLeast, kilobytes, milliseconds, times, type Section } from '../report';
import { soapClient, startPhp, type Library } from '../soapClients';

const RECIPIENTS = 100;
const FIELDS = 5;
/** Milliseconds of a turn. */
const TURN = 500;

const OURS = 'this package';
const NODE_SOAP = 'node-soap';
const PHP = "PHP's SoapClient, with the WSDL";

const operation = 'sendTemplateMessage';

/** Parameters of a call to recipients with custom fields. */
function parametersOf(seed: number) {
	const names = Array.from({ length: FIELDS }, (_field, index) => `field${index}`);
	const texts = fc.sample(TEXT, { seed, numRuns: RECIPIENTS * FIELDS });
	return {
		template: { text: names.map((name) => `{${name}}`).join(' ') },
		recipientList: {
			recipients: phoneItems(seed, RECIPIENTS).map(({ phone }) => ({
				sendTo: phone,
				type: 1,
				customfields: names.map((name) => ({ name, value: texts.pop()! })),
			})),
		},
		custom_ticket: `bench-${seed}`,
	};
}

interface Call {
	parameters: ReturnType<typeof parametersOf>;
	wsdl: string;
}

export const programs: Programs<Call> = {
	[OURS]: ({ parameters }) =>
		repeated(() => finishedRequest(CREDENTIAL, operation, AUTH, parameters).body),
	[NODE_SOAP]: bySoapLibrary('node-soap'),
	'strong-soap': bySoapLibrary('strong-soap'),
};

function bySoapLibrary(library: Library) {
	return async ({ parameters, wsdl }: Call) => {
		const client = await soapClient(library, wsdl);
		return repeated(() => client.encode(operation, { auth: AUTH, ...parameters }));
	};
}

const repeated = (write: () => string) => () => {
	let calls = 0;
	let text = '';
	const end = performance.now() + TURN;
	const start = workedTime();
	while (performance.now() < end) {
		text = write();
		calls += 1;
	}
	return { ms: (workedTime() - start) / calls, bytes: Buffer.byteLength(text) };
};

export async function measure(bench: Bench): Promise<Section> {
	const parameters = parametersOf(bench.seed);
	const wsdl = await writeWsdlFile(bench.folder);
	const inOrder = [AUTH, ...Object.values(parameters)];
	const results = await inTurn(
		{
			...start(bench, 'rows/encode', Object.keys(programs), { parameters, wsdl }),
			...startPhp({ [PHP]: { operation, parameters: inOrder, wsdl } }),
		},
		bench.rounds,
	);
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const values = results.medians('ms');
	return {
		title: 'Encode',
		text: `The envelope of a ${operation} to ${RECIPIENTS} recipients with ${FIELDS} custom fields each, secrets included, from its values to its text.`,
		pictures: [{ name: 'encode', title: 'Work of writing an envelope', values, as: milliseconds }],
		header: ['Writer', 'Size', 'Work', 'This package is faster by'],
		lines: values.map(([name, ms]) => [
			...[name, kilobytes(results.median(name, 'bytes')), milliseconds(ms)],
			name === OURS ? '' : times(slowness(name)),
		]),
		goals: [atLeast(3, 'Speed of node-soap', slowness(NODE_SOAP))],
	};
}
