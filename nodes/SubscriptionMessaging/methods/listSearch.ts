import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { PATH_STEP, pathOf, shownName } from '../actions/account/units';
import type { UnitSearch } from '../actions/fields/unit';
import { objectIn, textIn, type ReadStruct } from '../service/answer/answerOf';
import {
	chosenUnit,
	codeOf,
	defaultKeyword,
	isGiven,
	type Division,
	type Group,
} from '../service/answer/organization';
import { ENTRIES_IN_STEP, type Steps } from '../service/collections/steps';
import { rested } from '../eventLoop/restingSteps';
import { chosenIn, companyForPanel, readForPanel } from './panelData';
import { nodeError } from '../wording/nodeError';

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
		throw nodeError(
			this,
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
	return entriesOf(objectIn(response), await companyForPanel(context), only);
}

/** Units that are not listed are given as nothing, so that whoever reads millions of them can rest. */
type Entries = Generator<INodeListSearchItems | undefined>;

interface Codes {
	/** Of units that do not say their own. */
	readonly code: string;
	/** Of the credential. A keyword needs no code where both are that of the unit: whoever adds or removes an option stays with the unit that was chosen. */
	readonly ownCode: string;
}

/** @param company whose tree it is */
function* entriesOf(
	tree: Division | undefined,
	company: Codes & { keyword: string },
	only?: Kind,
): Entries {
	if (!tree) return;
	const keyword = defaultKeyword(tree) || company.keyword;
	if (only !== 'group') yield* entryWith('', { ...tree, keyword }, company);
	yield* below(tree, '', company, only);
}

/** @param path of the division, empty for the root, which is left out of the paths of all */
function* below(division: Division, path: string, codes: Codes, only?: Kind): Entries {
	if (only !== 'division') {
		for (const group of division.subscriptionnodes ?? []) {
			yield* isGiven(group) ? entryWith(path, group, codes) : [undefined];
		}
	}
	for (const child of division.divisions ?? []) {
		if (!isGiven(child)) {
			yield undefined;
			continue;
		}
		if (only !== 'group') yield* entryWith(path, child, codes);
		yield* below(child, placeOf(path, child), codes, only);
	}
}

/** None for a unit without a keyword. */
function* entryWith(path: string, unit: Division | Group, { code, ownCode }: Codes): Entries {
	const keyword = defaultKeyword(unit);
	const own = codeOf(unit) ?? code;
	// What ends in @ and digits would be read as a keyword with a code.
	const [shown, value] =
		own === code && own === ownCode && chosenUnit(keyword).code === undefined
			? [shortened(keyword), keyword]
			: [`${shortened(keyword)}, code ${own}`, `${keyword}@${own}`];
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

/** Characters of a keyword or an ID; what is longer can't be sent. */
const LONGEST_VALUE = 1_000;

/** As people type: without accents, and with > or / for the › of a path. */
function searchable(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/\s{0,9}[›>/]\s{0,9}/g, PATH_STEP)
		.toLocaleLowerCase();
}

/** Entries that a list shows; whoever has more of them searches. */
const MOST_LISTED = 5_000;

async function matching(entries: Entries, filter = ''): Promise<INodeListSearchResult> {
	return await rested(matchingInSteps(entries, searchable(filter.trim())));
}

function* matchingInSteps(entries: Entries, wanted: string): Steps<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let count = 0;
	for (const found of entries) {
		const isShort = found && String(found.value).length <= LONGEST_VALUE;
		if (isShort && searchable(found.name).includes(wanted)) results.push(found);
		if (results.length === MOST_LISTED) break;
		if (++count % ENTRIES_IN_STEP === 0) yield;
	}
	return { results };
}
