import type { INodeProperties } from 'n8n-workflow';

/** The lists that a field names in `loadOptionsMethod`. */
export type OptionsLoader = 'getCountries' | 'getLocales';

/** A list that is filled when the panel is opened. */
export interface LoadedList extends INodeProperties {
	typeOptions: { loadOptionsMethod: OptionsLoader };
}
