import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import * as registry from '../../../../nodes/SubscriptionMessaging/statusAddress/triggerRegistry';
import { listensAt } from '../../../../nodes/SubscriptionMessaging/trigger/authentication';

const { forget, registeredTriggers } = registry;
const register = (trigger: IHookFunctions) => registry.register(trigger, listensAt(trigger));
const isRegistered = (trigger: IHookFunctions) =>
	registry.isRegistered(trigger, listensAt(trigger));

let staticData: Record<string, IDataObject>;
beforeEach(() => {
	staticData = { global: {}, node: {} };
});

const getWorkflowStaticData = (type: string) => staticData[type] as IDataObject;

/** A trigger of the workflow, as n8n publishes and takes it back. */
function trigger(name: string, { path = name, authentication = 'signedAddress' } = {}) {
	return {
		getNode: () => ({ name }),
		getNodeWebhookUrl: () => `https://n8n.example/webhook/${path}`,
		getNodeParameter: (parameter: string) =>
			parameter === 'authentication' ? authentication : 'secret',
		getWorkflowStaticData,
	} as unknown as IHookFunctions;
}

const known = () => registeredTriggers({ getWorkflowStaticData });

it('knows no trigger of a workflow that was never published', () => {
	expect(known()).toEqual([]);
	expect(isRegistered(trigger('Status'))).toBe(false);
});

it('knows each trigger that was published, by its node', () => {
	expect(register(trigger('Status'))).toBe(true);
	expect(register(trigger('Open', { authentication: 'none' }))).toBe(true);

	expect(known()).toEqual([
		{ address: 'https://n8n.example/webhook/Status', signed: true },
		{ address: 'https://n8n.example/webhook/Open', signed: false },
	]);
	expect(isRegistered(trigger('Status'))).toBe(true);
	expect(isRegistered(trigger('Another', { path: 'Status' }))).toBe(false);
});

it.each([
	['its address', { path: 'elsewhere' }],
	['how it lets senders in', { authentication: 'none' }],
])('does not take a trigger for registered that changed %s', (_what, change) => {
	register(trigger('Status'));

	expect(isRegistered(trigger('Status', { path: 'Status', ...change }))).toBe(false);
	register(trigger('Status', { path: 'Status', ...change }));
	expect(isRegistered(trigger('Status', { path: 'Status', ...change }))).toBe(true);
	expect(known()).toHaveLength(1);
});

it('forgets a trigger that was taken back, and no other', () => {
	register(trigger('Status'));
	register(trigger('Replies'));

	expect(forget(trigger('Status'))).toBe(true);
	expect(known()).toEqual([{ address: 'https://n8n.example/webhook/Replies', signed: true }]);
	expect(isRegistered(trigger('Status'))).toBe(false);
});

it('keeps all of it in one member of the static data of the workflow, beside those of others', () => {
	staticData.global = { own: 'of the user' };
	register(trigger('Status'));

	expect(staticData).toEqual({
		global: { own: 'of the user', subscriptionMessagingTriggers: expect.any(Object) },
		node: {},
	});
});
