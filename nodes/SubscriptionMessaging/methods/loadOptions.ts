import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { OptionsLoader } from '../actions/fields/loadedList';
import { COUNTRIES } from '../service/text/phoneNumber';

/** Loads the entries of a list. */
export type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Languages and countries that messages are commonly sent in; the interface lists none. */
const LOCALES = `
	af_ZA ar_AE ar_EG ar_SA bg_BG bn_BD ca_ES cs_CZ da_DK de_AT de_CH de_DE el_GR en_AU en_CA en_GB
	en_IE en_IN en_NZ en_US en_ZA es_AR es_CL es_CO es_ES es_MX es_PE es_US et_EE fa_IR fi_FI fil_PH
	fr_BE fr_CA fr_CH fr_FR he_IL hi_IN hr_HR hu_HU id_ID is_IS it_CH it_IT ja_JP ko_KR lt_LT lv_LV
	ms_MY nb_NO nl_BE nl_NL pl_PL pt_BR pt_PT ro_RO ru_RU sk_SK sl_SI sr_RS sv_SE sw_KE th_TH tr_TR
	uk_UA ur_PK vi_VN zh_CN zh_HK zh_TW`
	.trim()
	.split(/\s+/);

async function getCountries() {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	return orNone(COUNTRIES, (code) => `${names.of(code)} (${code})`);
}

async function getLocales() {
	const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });
	return orNone(LOCALES, (code) => `${names.of(code.replace('_', '-'))}, ${code}`);
}

/**
 * The lists that a field names in `loadOptionsMethod`. They ask no service: a description that held
 * them would hold them once for every field of every operation, and n8n reads it whole at its start.
 */
export const loadOptions = { getCountries, getLocales } satisfies Record<OptionsLoader, Load>;

function orNone(
	codes: readonly string[],
	nameOf: (code: string) => string,
): INodePropertyOptions[] {
	const { compare } = new Intl.Collator('en');
	return [
		{ name: 'None', value: '' },
		...codes
			.map((value) => ({ name: nameOf(value), value }))
			.toSorted((a, b) => compare(a.name, b.name)),
	];
}
