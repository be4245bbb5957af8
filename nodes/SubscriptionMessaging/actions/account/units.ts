import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../../service/answer/answer';
import type { Call } from '../../service/call';
import { defaultKeyword, isGiven, type Division, type Group } from '../../service/organization';
import { asBoolean } from '../booleans';
import { payload, payloadOf } from '../payload';

/** Between the names of a path, as the lists of the editor write it. */
const STEP = ' › ';

/**
 * The units of an organization tree, one row each: a company or division, its groups, then the
 * divisions below it. The keyword of the company is that of the credential.
 */
export function units(answer: ServiceAnswer, call: Call, companyKeyword: string): IDataObject[] {
	const tree: Division | undefined = payloadOf(answer);
	if (!tree) return payload(answer);
	const isCompany = call.keyword.toLowerCase() === companyKeyword.toLowerCase();
	const rows: IDataObject[] = [];
	// A division to which the answer refers several times is one unit.
	const seen = new Set<Division>();
	const add = (division: Division, above: readonly string[], parent: string | null) => {
		if (seen.has(division)) return;
		seen.add(division);
		const isRoot = parent === null;
		const keyword = defaultKeyword(division) || (isRoot ? call.keyword : '');
		const path = [...above, nameOf(division)];
		const kind = isRoot && isCompany ? 'company' : 'division';
		rows.push({ ...unit(division, kind, path, parent), keyword });
		for (const group of (division.subscriptionnodes ?? []).filter(isGiven)) {
			rows.push(groupRow(group, path, keyword));
		}
		for (const child of (division.divisions ?? []).filter(isGiven)) add(child, path, keyword);
	};
	add(tree, [], null);
	return rows;
}

function groupRow(group: Group, above: readonly string[], parent: string): IDataObject {
	const words = (group.keywords ?? []).filter(isGiven).flatMap(({ word }) => word ?? []);
	return {
		...unit(group, 'group', [...above, nameOf(group)], parent),
		ispublic: asBoolean(group.ispublic ?? null) as boolean | null,
		...(words.length > 0 && { keywords: words }),
	};
}

function unit(
	one: Division | Group,
	kind: 'company' | 'division' | 'group',
	path: readonly string[],
	parent: string | null,
): IDataObject {
	return {
		name: nameOf(one),
		kind,
		path: path.join(STEP),
		keyword: defaultKeyword(one),
		parent,
		default_code: one.default_code ?? null,
	};
}

function nameOf({ name }: Division | Group): string {
	return name || 'Unnamed';
}
