import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import type { StructValue } from '../service/contract';
import { chosen, readForPanel } from './panelData';

type Division = StructValue<'WSDivision'>;
type Group = StructValue<'WSSubscriptionnode'>;

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** The list searches of the unit fields; the fields name them in `searchListMethod`. */
export type UnitSearch = 'searchUnits' | 'searchDivisions' | 'searchGroups';

async function searchUnits(this: ILoadOptionsFunctions, filter?: string) {
	return matching(await loadUnits(this), filter);
}

async function searchDivisions(this: ILoadOptionsFunctions, filter?: string) {
	const units = await loadUnits(this);
	return matching(
		units.filter(({ kind }) => kind === 'division'),
		filter,
	);
}

async function searchGroups(this: ILoadOptionsFunctions, filter?: string) {
	const units = await loadUnits(this);
	return matching(
		units.filter(({ kind }) => kind === 'group'),
		filter,
	);
}

async function searchTemplates(this: ILoadOptionsFunctions, filter?: string) {
	const keyword = chosen(this, 'keyword');
	if (keyword === undefined) {
		throw new NodeOperationError(
			this.getNode(),
			'Choose the unit in the field above first. This list shows the templates of that unit.',
		);
	}
	const list = (await readForPanel(this, 'getTemplates', {
		keyword,
	})) as StructValue<'WSTemplateList'>;
	return matching(
		(list.templates ?? []).filter(isGiven).map(({ id, title }) => ({
			name: title ? `${title} (${id})` : String(id),
			value: String(id),
		})),
		filter,
	);
}

export const listSearch = {
	searchUnits,
	searchDivisions,
	searchGroups,
	searchTemplates,
} satisfies Record<UnitSearch | 'searchTemplates', Search>;

interface Unit extends INodeListSearchItems {
	kind: 'division' | 'group';
}

/** The organization below the credential's company, each unit with the path that leads to it. */
async function loadUnits(context: ILoadOptionsFunctions): Promise<Unit[]> {
	const tree = (await readForPanel(context, 'getOrganizationTree')) as Division;
	return [entry('division', [], tree), ...below(tree, [])].filter(({ value }) => value !== '');
}

function below(division: Division, path: readonly string[]): Unit[] {
	const groups = (division.subscriptionnodes ?? [])
		.filter(isGiven)
		.map((group) => entry('group', path, group));
	const divisions = (division.divisions ?? [])
		.filter(isGiven)
		.flatMap((child) => [
			entry('division', path, child),
			...below(child, [...path, nameOf(child)]),
		]);
	return [...groups, ...divisions];
}

function entry(kind: Unit['kind'], path: readonly string[], unit: Division | Group): Unit {
	const keyword = defaultKeyword(unit);
	return {
		kind,
		name: `${[...path, nameOf(unit)].join(' › ')} (${keyword})`,
		value: keyword,
	};
}

/** A sparse or nil entry is no unit. */
function isGiven<T>(entry: T | null): entry is T {
	return entry !== null;
}

function nameOf(unit: Division | Group): string {
	return unit.name || 'Unnamed';
}

/**
 * The tree may give a group's keywords only as a list, in which type 1 is the default one
 * (Keyword: keyword_type).
 */
function defaultKeyword(unit: Division | Group): string {
	const keywords = ('keywords' in unit && unit.keywords) || [];
	const first = keywords.find(({ keyword_type }) => keyword_type === 1) ?? keywords[0];
	return unit.keyword || first?.word || '';
}

/** As people type: without accents, and with > or / for the › of a path. */
function searchable(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/\s*[›>/]\s*/g, ' › ')
		.toLocaleLowerCase();
}

function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = searchable(filter);
	return {
		results: entries
			.filter(({ name }) => searchable(name).includes(wanted))
			.map(({ name, value }) => ({ name, value })),
	};
}
