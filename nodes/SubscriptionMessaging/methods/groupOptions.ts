import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listSearch } from './listSearch';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

async function getGroups(this: ILoadOptionsFunctions) {
	const { results } = await listSearch.searchGroups.call(this);
	return results.map(({ name, value }) => ({ name, value }));
}

/** The list of groups for a field that takes more than one of them. */
export const groupOptions = { getGroups } satisfies Record<'getGroups', Load>;
