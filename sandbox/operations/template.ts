import type { Fields } from '../fields';
import type { Template } from '../organization';
import { Refusal } from '../refusal';
import {
	givenTexts,
	objectParameter,
	UNIT_KINDS,
	type Call,
	type Operation,
	type Reply,
} from './operation';

const onTemplate = {
	auth: 'WSAuthentication',
	binding: 'template',
	returns: 'WSTemplateResponse',
	parameters: { template: 'WSTemplate' },
} as const;

/** The operations of the template binding (Template operations). */
export const TEMPLATE = {
	createTemplate: {
		...onTemplate,
		perform(call) {
			const unit = call.existing(...UNIT_KINDS);
			const fields = objectParameter(call, 'template');
			const id = fields.required('id');
			if (unit.templates.has(id)) {
				throw new Refusal('templateExists', `Template ${id} exists already in ${unit.keyword}`);
			}
			const template: Template = {
				id,
				title: '',
				subject: '',
				text: '',
				description: '',
				...templateChange(fields),
				deleted: false,
			};
			unit.templates.set(id, template);
			return templateReply('created', template);
		},
	},
	readTemplate: {
		...onTemplate,
		perform: (call) => templateReply('read', existingTemplate(call)),
	},
	updateTemplate: {
		...onTemplate,
		perform(call) {
			const template = existingTemplate(call);
			Object.assign(template, templateChange(objectParameter(call, 'template')));
			return templateReply('updated', template);
		},
	},
	deleteTemplate: {
		...onTemplate,
		perform(call) {
			existingTemplate(call).deleted = true;
			return { message: 'Successfully deleted template' };
		},
	},
	restoreTemplate: {
		...onTemplate,
		perform(call) {
			const template = anyTemplate(call);
			if (!template.deleted) {
				throw new Refusal('notDeleted', `Template ${template.id} is not deleted`);
			}
			template.deleted = false;
			return templateReply('restored', template);
		},
	},
	getTemplates: {
		...onTemplate,
		parameters: {},
		returns: 'WSTemplateListResponse',
		perform(call) {
			const { templates } = call.existing(...UNIT_KINDS);
			return {
				message: 'Successfully retrieved templates',
				response: {
					templates: [...templates.values()].filter(({ deleted }) => !deleted).map(templateView),
				},
			};
		},
	},
} satisfies Readonly<Record<string, Operation>>;

function templateChange(fields: Fields) {
	return givenTexts(fields, ['title', 'subject', 'text', 'description']);
}

function anyTemplate(call: Call): Template {
	const unit = call.existing(...UNIT_KINDS);
	const id = objectParameter(call, 'template').required('id');
	const template = unit.templates.get(id);
	if (!template)
		throw new Refusal('templateUnknown', `Template ${id} is unknown in ${unit.keyword}`);
	return template;
}

function existingTemplate(call: Call): Template {
	const template = anyTemplate(call);
	if (template.deleted) throw new Refusal('templateDeleted', `Template ${template.id} is deleted`);
	return template;
}

function templateView({ id, title, subject, text, description }: Template) {
	return { id, title, subject, text, description };
}

function templateReply(done: string, template: Template): Reply {
	return { message: `Successfully ${done} template`, response: templateView(template) };
}
