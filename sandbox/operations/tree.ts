import type { Division, Group } from '../organization';
import type { Transport } from '../messages';
import type { Outgoing } from '../types';

export function divisionTree(division: Division, transport: Transport): Record<string, Outgoing> {
	const { name, keyword, code, email, phone, url, address } = division;
	return {
		name,
		keyword,
		default_code: code,
		email,
		phone,
		url,
		address: address && { ...address },
		divisions: division.divisions
			.filter(({ deleted }) => !deleted)
			.map((child) => divisionTree(child, transport)),
		subscriptionnodes: division.groups
			.filter(({ deleted }) => !deleted)
			.map((group) => groupInTree(group, transport)),
	};
}

export function groupInTree(group: Group, transport: Transport) {
	return {
		...groupView(group),
		default_code: group.code,
		// `active` and `fields` occur in name-value-pair output only (Keyword).
		keywords: group.keywords.map(({ active, ...keyword }) =>
			transport === 'nvp' ? { ...keyword, active, fields: '' } : keyword,
		),
	};
}

export function groupView({ name, keyword, ispublic, stackOrder }: Group) {
	return { name, keyword, ispublic, stackOrder };
}
