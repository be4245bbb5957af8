import { Fields } from './fields';
import { BINDINGS, type Operation } from './operations/operation';
import { OPERATIONS } from './operations/operations';
import { perform, type Envelope } from './operations/perform';
import { Refusal } from './refusal';
import type { Sandbox } from './sandbox';
import {
	isStruct,
	itemOf,
	members,
	VERSION,
	type Incoming,
	type IncomingStruct,
	type Outgoing,
	type TypeName,
} from './types';
import { writeXml, type Dialect } from './xml';

/** Parameters of a query string or a form, secrets among them. */
export type FlatParameters = Readonly<Record<string, string>>;

/**
 * Performs the operation that `method_name` names and yields the answer's text in pieces
 * (Endpoints, rules 2 and 3).
 */
export function* answerNvp(sandbox: Sandbox, flat: FlatParameters): Generator<string> {
	const { method_name = '', version = '' } = flat;
	const [binding, name = ''] = method_name.split('.', 2);
	const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
	const checked: Pick<Operation, 'returns' | 'perform'> = {
		returns: operation?.returns ?? 'WSGenericResponse',
		perform(call) {
			if (version !== VERSION) {
				throw new Refusal('versionUnknown', `version must be ${VERSION}`);
			}
			if (!operation || method_name !== `${operation.binding}.${name}`) {
				throw new Refusal(
					'methodUnknown',
					`method_name must be <binding>.<operation>; the bindings are ${BINDINGS.join(', ')}`,
				);
			}
			if (operation.soapOnly) {
				throw new Refusal('formNotDocumented', `No name-value-pair form of ${name} is documented`);
			}
			return operation.perform(call);
		},
	};
	const request = {
		transport: 'nvp' as const,
		operation: operation ? name : `${binding}.${name}`.slice(0, 80),
		auth: new Fields({ ...flat }),
		parameters: new Fields(unflatten(flat, operation?.parameters ?? {})),
	};
	yield* writeAnswer(operation ? name : 'nvp', checked.returns, perform(sandbox, request, checked));
}

/** Object fields are flat parameters, too; the form of lists is not shown, so they are not read. */
function unflatten(
	flat: FlatParameters,
	types: Readonly<Record<string, TypeName>>,
): IncomingStruct {
	const values: IncomingStruct = {};
	for (const [name, type] of Object.entries(types)) values[name] = valueOf(flat, name, type);
	return values;
}

function valueOf(flat: FlatParameters, name: string, type: TypeName): Incoming | undefined {
	if (itemOf(type)) return undefined;
	if (isStruct(type)) {
		const values = unflatten(flat, members(type));
		return Object.values(values).some((value) => value !== undefined) ? values : undefined;
	}
	return Object.hasOwn(flat, name) ? flat[name] : undefined;
}

const PLAIN: Dialect = { attributes: () => '' };

function* writeAnswer(
	root: string,
	type: Operation['returns'],
	{ message, error_code, result, ...payload }: Envelope,
): Generator<string> {
	yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>`;
	// Empty on success, where SOAP has 0 (Response envelope).
	const head: Record<string, Outgoing> = { message, error_code: error_code || null, result };
	for (const [name, value] of Object.entries({ ...head, ...payload })) {
		yield* writeXml(name, members(type)[name] ?? 'string', value, PLAIN);
	}
	yield `</${root}>\n`;
}
