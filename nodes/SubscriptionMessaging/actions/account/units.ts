import type { IDataObject } from 'n8n-workflow';

import { objectIn, textIn, type AnswerOf } from '../../service/answer/answerOf';
import type { Call } from '../../service/contract/call';
import {
	comparableKeyword,
	defaultKeyword,
	isGiven,
	nameOf,
	type Division,
	type Group,
} from '../../service/answer/organization';
import { each, type Steps } from '../../service/collections/steps';
import { asBoolean } from '../operation/booleans';
import type { Rows } from '../operation/operation';
import { payload } from '../operation/payload';

/** Between the names of a path, here and in the lists of the editor. */
export const PATH_STEP = ' › ';

/** Characters of a path, the last ones of a longer one: every unit below repeats what is above it. */
const LONGEST_PATH = 500;

/** A company or division, with what is above it. */
interface Place {
	division: Division;
	path: string;
	/** Keyword; none of the root. */
	parent: string | null;
}

/**
 * The units of an organization tree, one row each: a company or division, its groups, then the
 * divisions below it. The keyword of the company is that of the credential.
 */
export function* units(
	answer: AnswerOf<'getOrganizationTree'>,
	call: Call,
	companyKeyword: string,
): Rows {
	const tree = objectIn(answer.response);
	if (!tree) {
		yield* payload(answer);
		return;
	}
	const isOwn = comparableKeyword(call.keyword) === comparableKeyword(companyKeyword);
	// Which unit is the company, nothing but the credential tells.
	const other = companyKeyword === '' ? undefined : 'division';
	yield* unitsOf(
		{ division: tree, path: shownName(tree), parent: null },
		isOwn ? 'company' : other,
		defaultKeyword(tree) || call.keyword,
	);
}

function* unitsOf(
	{ division, path, parent }: Place,
	kind: 'company' | 'division' | undefined,
	keyword: string,
): Generator<IDataObject | void, void, void> {
	yield { ...unitRow(division, kind, path, parent), keyword };
	for (const group of division.subscriptionnodes ?? []) {
		if (isGiven(group)) yield yield* groupRow(group, pathOf(path, shownName(group)), keyword);
	}
	for (const child of division.divisions ?? []) {
		if (!isGiven(child)) continue;
		const place = { division: child, path: pathOf(path, shownName(child)), parent: keyword };
		yield* unitsOf(place, 'division', defaultKeyword(child));
	}
}

function* groupRow(group: Group, path: string, parent: string): Steps<IDataObject> {
	const words: string[] = [];
	yield* each(group.keywords ?? [], (keyword) => {
		const word = textIn(keyword?.word);
		if (word) words.push(word);
	});
	return {
		...unitRow(group, 'group', path, parent),
		ispublic: asBoolean(group.ispublic ?? null),
		...(words.length > 0 && { keywords: words }),
	};
}

function unitRow(
	one: Division | Group,
	kind: 'company' | 'division' | 'group' | undefined,
	path: string,
	parent: string | null,
): IDataObject {
	return {
		name: shownName(one),
		...(kind && { kind }),
		path,
		keyword: defaultKeyword(one),
		parent,
		default_code: one.default_code ?? null,
	};
}

export function pathOf(above: string, name: string): string {
	const whole = above === '' ? name : above + PATH_STEP + name;
	return whole.length > LONGEST_PATH ? `…${whole.slice(-LONGEST_PATH)}` : whole;
}

export function shownName(one: Division | Group): string {
	return nameOf(one) || 'Unnamed';
}
