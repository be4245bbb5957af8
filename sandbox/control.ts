import { json, Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';

import { CALLBACK_CHARSETS, CALLBACK_FORMATS, isThisMachine } from './callbacks';
import { campaignsOf } from './campaigns';
import { Fields } from './fields';
import {
	DELIVERED,
	isWaiting,
	SENT_TO_CARRIER,
	statusOf,
	type Message,
	type Status,
} from './messages';
import { isActive, isDeleted, type Division, type Unit } from './organization';
import { Refusal } from './refusal';
import type { Sandbox, SandboxSettings } from './sandbox';
import { addSubscribers, addTemplate } from './seed';
import { CHANNELS, joinGroup, leaveGroup, renumber, switchChannel } from './subscribers';
import type { IncomingStruct } from './types';

const DEFAULT_LIMIT = 1_000;
const MOST_SUBSCRIBERS = 1_000_000;
/** Of any setting; two of them together are not too long for a timer. */
const MOST_MILLISECONDS = 999_999_999;

/**
 * What a test or the inbox page reads and sets, as JSON under `/_sandbox/`, where the sandbox is called by
 * a name of this machine, and by no page of another site:
 *
 * - `GET messages?limit&search&transaction_ticket&custom_ticket&keyword&sendTo`: `{ total,
 *   waiting, messages }`, latest first, each with its status; `total` counts all that match,
 *   `waiting` those not delivered yet; a limit of 0 is none. `DELETE` clears.
 * - `GET campaigns`: how far messages are that share the beginning of their custom tickets, as those
 *   of a campaign and those of one run do: accepted, in transit, delivered, failed, and over time.
 * - `GET calls`: the latest calls, oldest first, without anything secret.
 * - `GET organization`: the whole tree, deleted units and templates included.
 * - `GET callbacks`: the latest posts to a `status_url`, oldest first.
 * - `GET settings`, `PATCH settings` `{ statusDelay?, statusByAnyUnit?, … }`: milliseconds until a
 *   message counts as delivered, for sends from then on; whether a company or division may look
 *   statuses up; how statuses are posted (`CallbackSettings`). What is left out stays.
 * - `POST deliver` `{ transaction_ticket? }`: outstanding messages count as delivered at once.
 * - `POST status` `{ transaction_ticket, sendTo?, status_code, status_message? }`: gives messages this
 *   status for good and posts it.
 * - `POST subscribers` `{ keyword, event, phone, first_name?, last_name? }`: a person with this phone
 *   number joins (`event: "join"`) or leaves (`"leave"`) the group, as by a reply from the phone; gets
 *   `new_phone` (`"renumber"`); or switches a `channel` (`email`, `landline`, `mobiletxt`,
 *   `mobilevoice`) on or off (`"switch"`, `on`).
 * - `POST sample` `{ address, custom_ticket?, transaction_ticket?, sendTo?, status_code?,
 *   status_message? }`: posts a made-up status to any address once, in the format that the settings
 *   name. Answers `{ answered, answer }`, the status and the beginning of the body.
 * - `GET credential`: what n8n's credential has to hold to use this sandbox.
 * - `POST seed` `{ groups?: [{ parent, name, keyword?, subscribers? }], templates?: [{ keyword, id,
 *   title?, text }], divisions?: [{ parent, name, keyword? }] }`: answers the new keywords.
 * - `POST reset`: the organization as it was at the start, no messages, no calls.
 */
export function controlRoutes(sandbox: Sandbox): Router {
	const routes = Router();
	// Numbers and booleans as text, because that is what Fields checks.
	const reviver = (_key: string, value: unknown) =>
		typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
	routes.use(onlyOwnPages, json({ limit: '8mb', reviver }));

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
	routes.get('/campaigns', (_request, response) => {
		response.json(campaignsOf(sandbox.messages.all));
	});
	routes.get('/calls', (_request, response) => {
		response.json(sandbox.calls);
	});
	routes.get('/organization', (_request, response) => {
		response.json(unitView(sandbox.organization.company));
	});
	routes.get('/callbacks', (_request, response) => {
		response.json(sandbox.callbacks.posts);
	});
	routes
		.route('/settings')
		.get((_request, response) => {
			response.json(shownSettings(sandbox));
		})
		.patch((request, response) => {
			Object.assign(sandbox.settings, changedSettings(bodyOf(request)));
			response.json(shownSettings(sandbox));
		});
	routes.post('/deliver', (request, response) => {
		const ticket = bodyOf(request).text('transaction_ticket');
		response.json({ delivered: sandbox.deliver(ticket || undefined) });
	});
	routes.post('/status', (request, response) => {
		const fields = bodyOf(request);
		const sendTo = fields.text('sendTo') || undefined;
		const changed = sandbox.setStatus(
			fields.required('transaction_ticket'),
			sendTo,
			statusIn(fields, 'status_code'),
		);
		response.json({ changed });
	});
	routes.post('/subscribers', (request, response) => {
		response.json(subscription(sandbox, bodyOf(request)));
	});
	routes.post('/sample', async (request, response) => {
		const fields = bodyOf(request);
		const { answered, answer } = await sandbox.callbacks.sample({
			address: fields.required('address'),
			custom_ticket: fields.text('custom_ticket') || 'sample',
			transaction_ticket: fields.text('transaction_ticket') || 'sample',
			sendTo: fields.text('sendTo') || '18015551001',
			status: fields.has('status_code') ? statusIn(fields, 'status_code') : DELIVERED,
		});
		response.json({ answered, answer });
	});
	routes.get('/credential', (request, response) => {
		const { username, password, apiKey, code } = sandbox.settings;
		const baseUrl = `http://${request.get('host')}`;
		const keyword = sandbox.organization.company.keyword;
		response.json({ baseUrl, username, password, api_key: apiKey, code, keyword });
	});
	routes.post('/seed', (request, response) => {
		response.json(seed(sandbox, bodyOf(request)));
	});
	routes.post('/reset', (_request, response) => {
		sandbox.reset();
		response.json({ reset: true });
	});
	routes.use(refusals);
	return routes;
}

/** A page of another site, or of one whose name was made to lead here, must not read or change anything. */
const onlyOwnPages: RequestHandler = (request, _response, next) => {
	const host = request.get('host') ?? '';
	const origin = request.get('origin') ?? `http://${host}`;
	const isOwn = isThisMachine({ protocol: 'http:', hostname: host.replace(/:\d+$/, '') });
	if (isOwn && origin === `http://${host}`) next();
	else next(new Refusal('fieldInvalid', 'only pages on this machine may use the controls'));
};

const bodyOf = ({ body }: Request) => new Fields((body ?? {}) as IncomingStruct);

const refusals: ErrorRequestHandler = (error, _request, response, next) => {
	if (error instanceof Refusal) response.status(400).json({ error: error.message });
	else next(error);
};

function statusIn(fields: Fields, name: string): Status {
	const status_code = fields.integer(name);
	if (status_code === null) throw new Refusal('fieldMissing', `${name} is required`);
	const known = [DELIVERED, SENT_TO_CARRIER].find((status) => status.status_code === status_code);
	return {
		status_code,
		status_message: fields.text('status_message') || (known?.status_message ?? ''),
	};
}

function subscription({ organization }: Sandbox, fields: Fields) {
	const group = organization.existing(fields.required('keyword'), ['group']);
	const phone = phoneIn(fields, 'phone');
	switch (fields.required('event')) {
		case 'join':
			joinGroup(group, phone, fields.text('first_name'), fields.text('last_name'));
			break;
		case 'leave':
			leaveGroup(group, phone);
			break;
		case 'renumber':
			renumber(group, phone, phoneIn(fields, 'new_phone'));
			break;
		case 'switch': {
			const channel = CHANNELS.find((name) => name === fields.required('channel'));
			if (!channel) throw fields.invalid('channel', `must be one of ${CHANNELS.join(', ')}`);
			switchChannel(group, phone, channel, fields.boolean('on') ?? true);
			break;
		}
		default:
			throw fields.invalid('event', 'must be join, leave, renumber or switch');
	}
	return { active: group.subscribers.filter(isActive).length, all: group.subscribers.length };
}

function phoneIn(fields: Fields, name: string): string {
	const phone = fields.required(name).replace(/\D/g, '');
	if (phone === '') throw fields.invalid(name, 'must be a phone number');
	return phone;
}

const NUMBERS = [
	'statusDelay',
	'callbackDelay',
	'callbackCopies',
	'callbackRetries',
	'callbackRetryDelay',
] as const;
const SWITCHES = ['callbackList', 'callbackReorder', 'statusByAnyUnit'] as const;
const CHOICES = { callbackFormat: CALLBACK_FORMATS, callbackCharset: CALLBACK_CHARSETS } as const;

function shownSettings({ settings }: Sandbox) {
	const names = [...NUMBERS, ...SWITCHES, 'callbackFormat', 'callbackCharset'] as const;
	return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

function changedSettings(fields: Fields): Partial<SandboxSettings> {
	const changed: Record<string, unknown> = {};
	for (const name of NUMBERS) {
		if (!fields.has(name)) continue;
		const number = fields.integer(name);
		const most = name === 'callbackCopies' || name === 'callbackRetries' ? 100 : MOST_MILLISECONDS;
		if (number === null || number < 0 || number > most) {
			throw fields.invalid(name, `must be a number from 0 to ${most}`);
		}
		changed[name] = number;
	}
	for (const name of SWITCHES) {
		if (fields.has(name)) changed[name] = fields.boolean(name) ?? false;
	}
	for (const [name, choices] of Object.entries(CHOICES)) {
		if (!fields.has(name)) continue;
		const choice = choices.find((it) => it === fields.text(name));
		if (!choice) throw fields.invalid(name, `must be one of ${choices.join(', ')}`);
		changed[name] = choice;
	}
	return changed;
}

function seed({ organization }: Sandbox, fields: Fields) {
	const keywords: string[] = [];
	const unitFields = (entry: Fields) => ({
		name: entry.required('name'),
		...(entry.has('keyword') && { keyword: entry.required('keyword') }),
	});
	for (const entry of fields.list('divisions', 'division')) {
		const parent = organization.existing(entry.required('parent'), ['company', 'division']);
		keywords.push(organization.addDivision(parent, unitFields(entry)).keyword);
	}
	for (const entry of fields.list('groups', 'group')) {
		const parent = organization.existing(entry.required('parent'), ['division']);
		const subscribers = entry.integer('subscribers') ?? 0;
		if (subscribers > MOST_SUBSCRIBERS) {
			throw entry.invalid('subscribers', `must be ${MOST_SUBSCRIBERS} at most`);
		}
		const group = organization.addGroup(parent, unitFields(entry));
		addSubscribers(group, subscribers);
		keywords.push(group.keyword);
	}
	for (const entry of fields.list('templates', 'template')) {
		const keyword = entry.required('keyword');
		const unit = organization.existing(keyword, ['company', 'division', 'group']);
		addTemplate(unit, entry.required('id'), entry.text('title'), entry.text('text'));
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
	const { deliveredFrom, fixed, ...view } = message;
	return {
		...view,
		setByHand: fixed !== undefined,
		deliveredFrom: new Date(deliveredFrom).toISOString(),
		...statusOf(message),
	};
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
		? {
				...common,
				keywords: unit.keywords,
				subscribers: unit.subscribers.length,
				active: unit.subscribers.filter(isActive).length,
			}
		: { ...common, ...below(unit) };
}

const below = ({ divisions, groups }: Division) => ({
	divisions: divisions.map(unitView),
	groups: groups.map(unitView),
});
