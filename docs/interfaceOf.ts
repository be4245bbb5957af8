import type { Operation } from '../nodes/SubscriptionMessaging/actions/operation/operation';
import { operationDefinition } from '../nodes/SubscriptionMessaging/service/contract/contract';

/** The operations of the interface behind an operation of the node. */
export function callsOf({ calls }: Operation): string {
	return calls.map((call) => `\`${nameOf(call)}\``).join(', ');
}

function nameOf(call: Operation['calls'][number]): string {
	return call === 'plainSend' ? 'plain send' : `${operationDefinition(call).binding}.${call}`;
}

/** By which transports an operation can be carried out. */
export function transportsOf({ calls: [call], properties }: Operation): string {
	if (call === 'plainSend') return 'plain HTTP';
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	const canBeChosen = options.some(({ name }) => name === 'transport');
	return canBeChosen && operationDefinition(call).nvp ? 'SOAP, NVP' : 'SOAP';
}
