import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { triggerAddress, type TriggerAddress } from './authentication';

const MEMBER = 'subscriptionMessagingTriggers';

type Registry = Record<string, TriggerAddress | undefined>;

/** Anything that reads the static data of its workflow. */
interface StaticDataContext {
	getWorkflowStaticData(type: string): IDataObject;
}

/**
 * The addresses of the active triggers of a workflow by node name. They are kept in the static data of
 * the workflow, because only a trigger is told its own address.
 */
export function registeredTriggers(context: StaticDataContext): TriggerAddress[] {
	return Object.values(registryOf(context)).filter((entry) => entry !== undefined);
}

export function isRegistered(context: IHookFunctions): boolean {
	const known = registryOf(context)[context.getNode().name];
	const { address, signed } = triggerAddress(context);
	return known?.address === address && known.signed === signed;
}

export function register(context: IHookFunctions): boolean {
	const name = context.getNode().name;
	change(context, { ...registryOf(context), [name]: triggerAddress(context) });
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
