import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { COUNTRIES } from '../../service/phoneNumber';

/** Languages and countries that messages are commonly sent in; the interface lists none. */
const LOCALES = `
	af_ZA ar_AE ar_EG ar_SA bg_BG bn_BD ca_ES cs_CZ da_DK de_AT de_CH de_DE el_GR en_AU en_CA en_GB
	en_IE en_IN en_NZ en_US en_ZA es_AR es_CL es_CO es_ES es_MX es_PE es_US et_EE fa_IR fi_FI fil_PH
	fr_BE fr_CA fr_CH fr_FR he_IL hi_IN hr_HR hu_HU id_ID is_IS it_CH it_IT ja_JP ko_KR lt_LT lv_LV
	ms_MY nb_NO nl_BE nl_NL pl_PL pt_BR pt_PT ro_RO ru_RU sk_SK sl_SI sr_RS sv_SE sw_KE th_TH tr_TR
	uk_UA ur_PK vi_VN zh_CN zh_HK zh_TW`
	.trim()
	.split(/\s+/);

const languages = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });
const regions = new Intl.DisplayNames(['en'], { type: 'region' });

function orNone(
	codes: readonly string[],
	nameOf: (code: string) => string,
): INodePropertyOptions[] {
	return [
		{ name: 'None', value: '' },
		...codes
			.map((value) => ({ name: nameOf(value), value }))
			.toSorted((a, b) => a.name.localeCompare(b.name)),
	];
}

export const countries = orNone(COUNTRIES, (code) => `${regions.of(code)} (${code})`);

/** `country` of a WSRecipientEnhanced. */
export const country: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'options',
	options: countries,
	default: '',
	description: 'Country of the recipient. Enter another code as an expression.',
};

/** `locale` of a WSRecipientEnhanced: 160 characters in English, 70 in other languages (Limits). */
export const locale: INodeProperties = {
	displayName: 'Locale',
	name: 'locale',
	type: 'options',
	options: orNone(LOCALES, (code) => `${languages.of(code.replace('_', '-'))}, ${code}`),
	default: '',
	description:
		'Language of the message. Needed unless it is US English, so that the characters arrive as written: at most 70 of them then. Enter another code as an expression.',
};
