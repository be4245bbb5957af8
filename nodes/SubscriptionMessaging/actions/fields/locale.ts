import type { LoadedList } from './loadedList';

/** `country` of a WSRecipientEnhanced. */
export const countryField: LoadedList = {
	displayName: 'Country Name or ID',
	name: 'country',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getCountries' },
	default: '',
	description:
		'Country of the recipient, e.g. US. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** `locale` of a WSRecipientEnhanced: 160 characters in English, 70 in other languages (Limits). */
export const localeField: LoadedList = {
	displayName: 'Locale Name or ID',
	name: 'locale',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getLocales' },
	default: '',
	description:
		'Language of the message, e.g. es_MX. Leave empty for US English. If not English, at most 70 characters. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};
