import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { pathOf, shownName } from '../actions/account/units';
import type { UnitSearch } from '../actions/fields/unit';
import { objectIn, textIn, type ReadStruct } from '../service/answer/answerOf';
import {
	codeOf,
	comparableKeyword,
	defaultKeyword,
	divisionsIn,
	groupsIn,
	isGiven,
	type Division,
	type Group,
} from '../service/organization';
import { ENTRIES_IN_STEP, type Steps } from '../service/steps';
import { rested } from '../eventLoop/restingSteps';
import { chosenIn, readForPanel } from './panelData';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

async function searchUnits(this: ILoadOptionsFunctions, filter?: string) {
	return await matching(await loadUnits(this), filter);
}

async function searchDivisions(this: ILoadOptionsFunctions, filter?: string) {
	return await matching(await loadUnits(this, 'division'), filter);
}

async function searchGroups(this: ILoadOptionsFunctions, filter?: string) {
	return await matching(await loadUnits(this, 'group'), filter);
}

async function searchTemplates(this: ILoadOptionsFunctions, filter?: string) {
	const keyword = chosenIn(this, 'keyword');
	if (keyword === undefined) {
		throw new NodeOperationError(
			this.getNode(),
			'Choose a group, division or company above first. This list shows its templates.',
		);
	}
	const { response } = await readForPanel(this, {
		operation: 'getTemplates',
		keyword,
		parameters: {},
	});
	return await matching(templateEntries(objectIn(response) ?? {}), filter);
}

function* templateEntries({ templates }: ReadStruct<'WSTemplateList'>): Entries {
	for (const template of templates ?? []) {
		const id = textIn(template?.id)?.trim();
		// Without one it can't be chosen.
		if (!id) {
			yield undefined;
			continue;
		}
		const title = textIn(template?.title);
		yield { name: title ? `${shortened(title)} (${id})` : id, value: id };
	}
}

export const listSearch = {
	searchUnits,
	searchDivisions,
	searchGroups,
	searchTemplates,
} satisfies Record<UnitSearch | 'searchTemplates', Search>;

type Kind = 'division' | 'group';

/** The organization below the credential's company, each unit with the path that leads to it. */
async function loadUnits(context: ILoadOptionsFunctions, only?: Kind): Promise<Entries> {
	const { response } = await readForPanel(context, {
		operation: 'getOrganizationTree',
		parameters: {},
	});
	return entriesOf(objectIn(response) ?? {}, only);
}

/** Units that are not listed are given as nothing, so that whoever reads millions of them can rest. */
type Entries = Generator<INodeListSearchItems | undefined>;

function* entriesOf(tree: Division, only?: Kind): Entries {
	/** By keyword: the code that it has first, and whether it has another one, too. */
	const codes = new Map<string, { first?: string; isShared?: true }>();
	for (const units of [divisionsIn(tree), groupsIn(tree)]) {
		for (const unit of units) {
			yield undefined;
			const keyword = isGiven(unit) ? comparableKeyword(defaultKeyword(unit)) : '';
			const before = codes.get(keyword);
			if (!before) codes.set(keyword, { first: codeOf(unit) });
			else if (before.first !== codeOf(unit)) before.isShared = true;
		}
	}
	const isShared = (keyword: string) => codes.get(comparableKeyword(keyword))?.isShared ?? false;
	if (only !== 'group') yield* entryWith('', tree, isShared);
	yield* below(tree, '', isShared, only);
}

/** Whether a keyword alone does not say which unit is meant. */
type IsShared = (keyword: string) => boolean;

/** @param path of the division, empty for the root, which is left out of the paths of all */
function* below(division: Division, path: string, isShared: IsShared, only?: Kind): Entries {
	if (only !== 'division') {
		for (const group of division.subscriptionnodes ?? []) {
			yield* isGiven(group) ? entryWith(path, group, isShared) : [undefined];
		}
	}
	for (const child of division.divisions ?? []) {
		if (!isGiven(child)) {
			yield undefined;
			continue;
		}
		if (only !== 'group') yield* entryWith(path, child, isShared);
		yield* below(child, placeOf(path, child), isShared, only);
	}
}

/** None for a unit without a keyword. */
function* entryWith(path: string, unit: Division | Group, isShared: IsShared): Entries {
	const keyword = defaultKeyword(unit);
	const code = isShared(keyword) ? codeOf(unit) : undefined;
	const [shown, value] = code
		? [`${shortened(keyword)}, code ${code}`, `${keyword}@${code}`]
		: [shortened(keyword), keyword];
	yield keyword === '' ? undefined : { name: `${placeOf(path, unit)} (${shown})`, value };
}

/** Characters of a name that are shown; the longest of the interface has 40 (Limits). */
const LONGEST_NAME = 100;

function placeOf(path: string, unit: Division | Group): string {
	return pathOf(path, shortened(shownName(unit)));
}

function shortened(text: string): string {
	return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}

/** As people type: without accents, and with > or / for the › of a path. */
function searchable(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/\s{0,9}[›>/]\s{0,9}/g, ' › ')
		.toLocaleLowerCase();
}

/** Entries that a list shows; whoever has more of them searches. */
const MOST_LISTED = 5_000;

async function matching(entries: Entries, filter = ''): Promise<INodeListSearchResult> {
	return await rested(matchingInSteps(entries, searchable(filter)));
}

function* matchingInSteps(entries: Entries, wanted: string): Steps<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let count = 0;
	for (const found of entries) {
		if (found && (wanted === '' || searchable(found.name).includes(wanted))) results.push(found);
		if (results.length === MOST_LISTED) break;
		if (++count % ENTRIES_IN_STEP === 0) yield;
	}
	return { results };
}
