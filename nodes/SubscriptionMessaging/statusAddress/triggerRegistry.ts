import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import type { TriggerAddress } from './triggerAddress';

const MEMBER = 'subscriptionMessagingTriggers';

type Registry = Record<string, TriggerAddress>;

/** Anything that reads the static data of its workflow. */
interface StaticDataContext {
	getWorkflowStaticData(type: string): IDataObject;
}

/**
 * The addresses of the active triggers of a workflow by node name, as they are kept in its static data.
 * A fallback for versions of n8n that do not tell the running workflow: workers are not given static
 * data, and any node that writes some there erases what is kept.
 */
export function registeredTriggers(context: StaticDataContext): TriggerAddress[] {
	return Object.values(registryOf(context));
}

export function isRegistered(
	context: IHookFunctions,
	{ address, signed }: TriggerAddress,
): boolean {
	const known = registryOf(context)[context.getNode().name];
	return known?.address === address && known.signed === signed;
}

export function register(context: IHookFunctions, address: TriggerAddress): boolean {
	const name = context.getNode().name;
	change(context, { ...registryOf(context), [name]: address });
	return true;
}

export function forget(context: IHookFunctions): boolean {
	const others = { ...registryOf(context) };
	delete others[context.getNode().name];
	change(context, others);
	return true;
}

function registryOf(context: StaticDataContext): Registry {
	return (context.getWorkflowStaticData('global')[MEMBER] ?? {}) as Registry;
}

function change(context: IHookFunctions, registry: Registry): void {
	context.getWorkflowStaticData('global')[MEMBER] = registry as IDataObject;
}
