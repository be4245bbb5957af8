import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { collectionIn } from '../actions/fields/itemFields';
import { findOperation } from '../actions/router';
import type { AnswerOf } from '../service/answer/answerOf';
import type { CallOf, ParametersOf } from '../service/contract/call';
import { MessagingServiceError } from '../service/errors/errors';
import { chosenUnit, plainCode } from '../service/answer/organization';
import { plainTitle } from '../wording/html';
import { countActive, groupsOfUnit, type Reached } from '../lookups/activeSubscribers';
import { adviceOn } from '../wording/advice';
import { askService, type AskSettings } from '../transport/exchange';
import { sentence } from '../service/errors/sentence';
import { openSession, type Session } from '../transport/session';
import { later } from '../eventLoop/timers';
import { nodeError } from '../wording/nodeError';

/** A person waits for the list, and not until a busy service may be asked again. */
const READING: AskSettings = { timeLimit: 30, mostReads: 1 };

const CHECK =
	"Check the credential of the node, whether its 'Company Keyword' is filled in, and the fields above this one.";

/** The editor asks for a list anew with each letter that is typed into its search. */
const KEPT_SECONDS = 15;

/** It asks for a count anew with each look at its tab, for which the service lists everyone. */
const KEPT_SECONDS_OF_COUNT = 60;

interface Kept {
	until: number;
	payload: Promise<unknown>;
}

/** An editor asks for a few lists at a time. */
const MOST_KEPT = 100;

/**
 * By account and call: what was read last.
 *
 * Bounded: at most `MOST_KEPT`, each for `KEPT_SECONDS`, a count for `KEPT_SECONDS_OF_COUNT`.
 */
const keptLists = new Map<string, Kept>();

type PanelOperation = 'getOrganizationTree' | 'getTemplates' | 'readTemplate';

type Reading<N extends PanelOperation> = N extends PanelOperation
	? {
			operation: N;
			/** Of the unit; the company of the credential when it is left out. */
			keyword?: string;
			parameters: ParametersOf<N>;
		}
	: never;

/** What a field of the panel asks the service for. */
export type PanelReading = Reading<PanelOperation>;

/**
 * The answer to a reading operation for a field of the panel. It is read once for all fields and
 * letters within some seconds; a failed reading is not kept.
 *
 * @throws NodeOperationError whose message says how to mend it, because the editor shows no description
 */
export function readForPanel<N extends PanelOperation>(
	context: ILoadOptionsFunctions,
	reading: Reading<N> & { operation: N },
): Promise<AnswerOf<N>>;
export async function readForPanel(
	context: ILoadOptionsFunctions,
	reading: PanelReading,
): Promise<AnswerOf<PanelOperation>> {
	const session = await sessionOf(context);
	const call: CallOf<PanelOperation> = {
		...reading,
		...unitFor(context, session, reading.keyword),
	};
	return await keptBriefly(JSON.stringify([session.values, call]), async () => {
		return succeeded(context, await askService(context, session, call, READING));
	});
}

/** @throws NodeOperationError whose message says how to mend the credential */
async function sessionOf(context: ILoadOptionsFunctions): Promise<Session> {
	return await openSession(context).catch((error: unknown) => {
		if (!(error instanceof NodeOperationError) || !error.description) throw error;
		throw panelError(context, error.message, error.description);
	});
}

/** The company of the credential, by the code that is entered, and the credential's own code. */
export async function companyForPanel(context: ILoadOptionsFunctions) {
	const session = await sessionOf(context);
	return { ...unitFor(context, session), ownCode: session.code };
}

/** Groups whose subscribers are counted while a person waits. */
const MOST_COUNTED = 20;

/**
 * How many people a message to everyone in a unit reaches, or the number of its groups where they are
 * too many to be counted now. Counted once within some seconds.
 */
export async function countForPanel(
	context: ILoadOptionsFunctions,
	keyword: string,
): Promise<Reached | number> {
	const session = await sessionOf(context);
	const unit = unitFor(context, session, keyword);
	return await keptBriefly(
		JSON.stringify([session.values, { count: unit }]),
		async () => {
			const groups = succeeded(context, await groupsOfUnit(context, session, unit, READING));
			if (groups.length > MOST_COUNTED) return groups.length;
			return succeeded(context, await countActive(context, session, unit.code, groups, READING));
		},
		KEPT_SECONDS_OF_COUNT,
	);
}

/** As the fields are now: the editor evaluates expressions for the first input item. */
function unitFor(context: ILoadOptionsFunctions, session: Session, chosen?: string) {
	const entered = (name: string) => context.getCurrentNodeParameter(name);
	const { keyword, code = session.code } =
		chosen === undefined ? { keyword: session.companyKeyword } : chosenUnit(chosen);
	const operation = findOperation(String(entered('resource')), String(entered('operation')));
	const { code: other } = operation?.codesNewUnit ? {} : collectionIn(entered('options'));
	// The trigger has a field of that name.
	const own = String(other ?? (operation ? '' : entered('code')) ?? '').trim();
	return { keyword, code: /^\d+$/.test(own) ? plainCode(own) : code };
}

function succeeded<T extends object>(
	context: ILoadOptionsFunctions,
	answer: T | MessagingServiceError,
): T {
	if (!(answer instanceof MessagingServiceError)) return answer;
	throw panelError(context, answer.message, adviceOn(answer) ?? CHECK);
}

function panelError(context: ILoadOptionsFunctions, message: string, fix: string) {
	return nodeError(context, plainTitle([sentence(message), fix].join(' ')));
}

/** What a resource locator of the panel holds; nothing while it is empty, or an expression without a value. */
export function chosenIn(context: ILoadOptionsFunctions, name: string): string | undefined {
	const value = String(context.getCurrentNodeParameter(name, { extractValue: true }) ?? '').trim();
	return value === '' || value.startsWith('=') ? undefined : value;
}

async function keptBriefly<T>(
	key: string,
	read: () => Promise<T>,
	seconds = KEPT_SECONDS,
): Promise<T> {
	const now = Date.now();
	const before = keptLists.get(key);
	if (before && before.until > now) return (await before.payload) as T;
	const payload = read();
	if (keptLists.size >= MOST_KEPT) keptLists.clear();
	// As long as it is read, whoever asks waits for it.
	const own = { until: Infinity, payload };
	keptLists.set(key, own);
	const forget = () => {
		if (keptLists.get(key) === own) keptLists.delete(key);
	};
	payload.then(() => {
		own.until = Date.now() + seconds * 1000;
		// A large organization is let go of even if nobody asks for a list again.
		later(seconds * 1000, forget);
	}, forget);
	return await payload;
}
