import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { listSearch } from './listSearch';
import type { Load } from './loadOptions';

async function getGroups(this: ILoadOptionsFunctions) {
	const { results } = await listSearch.searchGroups.call(this);
	return results.map(({ name, value }) => ({ name, value }));
}

/** The list of groups for a field that takes more than one of them. */
export const groupOptions = { getGroups } satisfies Record<'getGroups', Load>;
