import { json, Router } from 'express';

import { isWaiting, statusOf, type Message } from './messages';
import { isDeleted, type Division, type Unit } from './organization';
import { Refusal } from './refusal';
import type { Sandbox } from './sandbox';
import { addSubscribers, addTemplate } from './seed';

const DEFAULT_LIMIT = 1_000;

/**
 * What a test or the inbox page reads and sets, as JSON under `/_sandbox/`:
 *
 * - `GET messages?limit&search&transaction_ticket&custom_ticket&keyword&sendTo`: `{ total,
 *   waiting, messages }`, latest first, each with its status; `total` counts all that match,
 *   `waiting` those not delivered yet; a limit of 0 is none. `DELETE` clears.
 * - `GET calls`: the latest calls, oldest first, without anything secret.
 * - `GET organization`: the whole tree, deleted units and templates included.
 * - `GET settings`, `PATCH settings` `{ statusDelay }`, in milliseconds, for sends from then on.
 * - `POST deliver` `{ transaction_ticket? }`: outstanding messages count as delivered at once.
 * - `POST seed` `{ groups?: [{ parent, name, keyword?, subscribers? }], templates?: [{ keyword, id,
 *   title?, text }], divisions?: [{ parent, name, keyword? }] }`: answers the new keywords.
 * - `POST reset`: the organization as it was at the start, no messages, no calls.
 */
export function controlRoutes(sandbox: Sandbox): Router {
	const routes = Router();
	routes.use(json({ limit: '8mb' }));

	routes.get('/messages', ({ query }, response) => {
		const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
		const search = text('search').toLowerCase();
		const limit = Number(text('limit') || DEFAULT_LIMIT);
		const exact = (['transaction_ticket', 'custom_ticket', 'keyword', 'sendTo'] as const).filter(
			(name) => text(name) !== '',
		);
		const found = sandbox.messages.all.filter(
			(message) => exact.every((name) => message[name] === text(name)) && matches(message, search),
		);
		response.json({
			total: found.length,
			waiting: found.filter(isWaiting).length,
			messages: found
				.slice(-limit || found.length)
				.reverse()
				.map(messageView),
		});
	});
	routes.delete('/messages', (_request, response) => {
		sandbox.messages.clear();
		response.json({ total: 0 });
	});
	routes.get('/calls', (_request, response) => {
		response.json(sandbox.calls);
	});
	routes.get('/organization', (_request, response) => {
		response.json(unitView(sandbox.organization.company));
	});
	routes
		.route('/settings')
		.get((_request, response) => {
			response.json({ statusDelay: sandbox.settings.statusDelay });
		})
		.patch(({ body }, response) => {
			const { statusDelay } = body as { statusDelay?: unknown };
			if (typeof statusDelay !== 'number' || !(statusDelay >= 0)) {
				response.status(400).json({ error: 'statusDelay must be a number of milliseconds' });
				return;
			}
			sandbox.settings.statusDelay = statusDelay;
			response.json({ statusDelay });
		});
	routes.post('/deliver', ({ body }, response) => {
		const { transaction_ticket } = (body ?? {}) as { transaction_ticket?: string };
		response.json({ delivered: sandbox.messages.deliver(transaction_ticket) });
	});
	routes.post('/seed', ({ body }, response) => {
		try {
			response.json(seed(sandbox, (body ?? {}) as Seed));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			response.status(400).json({ error: error.message });
		}
	});
	routes.post('/reset', (_request, response) => {
		sandbox.reset();
		response.json({ reset: true });
	});
	return routes;
}

interface Seed {
	divisions?: Array<{ parent: string; name: string; keyword?: string }>;
	groups?: Array<{ parent: string; name: string; keyword?: string; subscribers?: number }>;
	templates?: Array<{ keyword: string; id: string; title?: string; text: string }>;
}

function seed({ organization }: Sandbox, { divisions = [], groups = [], templates = [] }: Seed) {
	const keywords: string[] = [];
	for (const { parent, ...fields } of divisions) {
		const above = organization.existing(parent, ['company', 'division']);
		keywords.push(organization.addDivision(above, fields).keyword);
	}
	for (const { parent, subscribers = 0, ...fields } of groups) {
		const group = organization.addGroup(organization.existing(parent, ['division']), fields);
		addSubscribers(group, subscribers);
		keywords.push(group.keyword);
	}
	for (const { keyword, id, title = '', text } of templates) {
		addTemplate(organization.existing(keyword, ['company', 'division', 'group']), id, title, text);
	}
	return { keywords };
}

function matches(message: Message, search: string): boolean {
	if (search === '') return true;
	const { sendTo, text, unit, keyword, transaction_ticket, custom_ticket } = message;
	return [sendTo, text, unit, keyword, transaction_ticket, custom_ticket].some((value) =>
		value.toLowerCase().includes(search),
	);
}

function messageView(message: Message) {
	const { deliveredFrom, ...view } = message;
	return { ...view, deliveredFrom: new Date(deliveredFrom).toISOString(), ...statusOf(message) };
}

function unitView(unit: Unit): object {
	const { kind, keyword, code, name } = unit;
	const common = {
		kind,
		keyword,
		code,
		name,
		deleted: isDeleted(unit),
		templates: [...unit.templates.values()],
	};
	return unit.kind === 'group'
		? { ...common, keywords: unit.keywords, subscribers: unit.subscribers.length }
		: { ...common, ...below(unit) };
}

const below = ({ divisions, groups }: Division) => ({
	divisions: divisions.map(unitView),
	groups: groups.map(unitView),
});
