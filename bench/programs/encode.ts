import { withSecrets } from '../../credentials/secrets';
import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';
import { credentialFor } from '../inputs';
import { soapClient, type Library } from './soapClients';
import { program, workedTime } from './turns';

/** A call, and who is to write its envelope. */
export interface Envelope {
	writer: 'ours' | Library;
	operation: OperationName;
	auth: { code: string; keyword: string };
	parameters: Record<string, unknown>;
	wsdl: string;
}

/** Milliseconds of a turn. */
const TURN = 500;

const BASE_URL = 'http://127.0.0.1';

async function writerOf({ writer, operation, auth, parameters, wsdl }: Envelope) {
	if (writer === 'ours') {
		const credential = credentialFor(BASE_URL);
		return () => {
			const { path, body } = encodeSoap(operation, auth, parameters);
			return String(withSecrets(credential, { url: BASE_URL + path, body }).body);
		};
	}
	const client = await soapClient(writer, wsdl);
	return () => client.encode(operation, { auth, ...parameters });
}

export const { setup, turn, teardown } = program(async (envelope: Envelope) => {
	const write = await writerOf(envelope);
	return () => {
		let calls = 0;
		let text = '';
		const end = performance.now() + TURN;
		const start = workedTime();
		while (performance.now() < end) {
			text = write();
			calls += 1;
		}
		return { ms: (workedTime() - start) / calls, count: Buffer.byteLength(text) };
	};
});
