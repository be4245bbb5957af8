import { workedTime } from '../../test/workedTime';
import { inTurn, start, type Bench, type Programs } from '../turns';
import { AUTH, CREDENTIAL, finishedRequest, phoneItems, samples, TEXT } from '../inputs';
import { atLeast, kilobytes, linesOf, milliseconds, times, type Section } from '../document';
import { startService } from '../sandbox';
import { php, runnable, soapClient, type Library } from '../soapClients';

const RECIPIENTS = 100;
const FIELDS = 5;
/** Milliseconds of a turn. */
const TURN = 500;

const OURS = 'this package';

const operation = 'sendTemplateMessage';

const names = Array.from({ length: FIELDS }, (_field, index) => `field${index}`);
const texts = samples(TEXT, RECIPIENTS * FIELDS);
const [LAST] = texts;
const recipients = phoneItems(RECIPIENTS).map(({ phone }) => ({
	sendTo: phone,
	type: 1,
	customfields: names.map((name) => ({ name, value: texts.pop()! })),
}));
const parameters = {
	template: { text: names.map((name) => `{${name}}`).join(' ') },
	recipientList: { recipients },
	custom_ticket: 'bench',
};
const inOrder = [AUTH, ...Object.values(parameters)];

const repeated = (write: () => string) => () => {
	let calls = 0;
	let text = '';
	const end = performance.now() + TURN;
	const start = workedTime();
	while (performance.now() < end) {
		text = write();
		calls += 1;
	}
	const ms = (workedTime() - start) / calls;
	if (!text.includes(LAST!)) throw new Error(`The envelope lacks the last value: ${text}`);
	return { ms, bytes: Buffer.byteLength(text) };
};

const bySoapLibrary = (library: Library) => async (wsdl: string) => {
	const client = await soapClient(library, wsdl);
	return repeated(() => client.encode(operation, { auth: AUTH, ...parameters }));
};

/** For the address of a WSDL. */
export const programs: Programs<string> = {
	[OURS]: () => repeated(() => finishedRequest(CREDENTIAL, operation, AUTH, parameters).body),
	'node-soap': bySoapLibrary('node-soap'),
	'strong-soap': bySoapLibrary('strong-soap'),
	"PHP's SoapClient, with the WSDL": php((wsdl) => ({ operation, parameters: inOrder, wsdl })),
};

export async function measure(bench: Bench): Promise<Section> {
	await using service = await startService(bench);
	const contenders = start(bench, 'rows/encode', runnable(programs), service.wsdl);
	const results = await inTurn(contenders, bench.rounds);
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const picture = results.picture('Work of writing an envelope', 'ms', milliseconds);
	return {
		title: 'Encode',
		text: `The envelope of a ${operation} to ${RECIPIENTS} recipients with ${FIELDS} custom fields each, secrets included, from its values to its text.`,
		goals: [atLeast(3, 'Speed compared with node-soap', slowness('node-soap'))],
		pictures: [picture],
		header: ['Writer', 'Size', 'Work', 'Speed of this package compared'],
		lines: linesOf(picture).map(([name, work]) => [
			...[name!, kilobytes(results.median(name!, 'bytes')), work!],
			name === OURS ? '' : times(slowness(name!)),
		]),
	};
}
