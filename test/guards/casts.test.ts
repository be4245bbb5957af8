import ts from 'typescript';

import {
	operationDefinition,
	OPERATIONS,
	STRUCTS,
	type OperationName,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { offences, parse, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging/';

/**
 * A call and the answer to it have types that come from the contract. To say another type of them hides a
 * renamed parameter, and whatever else a service may have sent. So nobody may but these, each for a reason.
 */
const MAY_CAST: ReadonlyArray<[place: RegExp, reason: string]> = [
	[/\/service\/answer\/answer\.ts:\d+: answer as ServiceAnswer$/, 'read by plans of the contract'],
	[/\/service\/request\/validation\.ts:/, 'tells of what was entered whether it is a call'],
	[/\/methods\/panelData\.ts:\d+: \(await before\.payload\) as T$/, 'kept by the whole call'],
	[/\/trigger\/receive\.ts:\d+: request\.body as /, 'the request of somebody who posts'],
	[/: response\.(?:body|headers)\b/, 'of HTTP, and not the answer that is in it'],
	[/\/(?:credentialTest|listening|nudge)\.ts:\d+: \(await /, 'what an HTTP helper of n8n gives'],
];

/** Where a value is looked at of which no type can tell what it has. */
const MAY_BE_ANYTHING: ReadonlyArray<[place: RegExp, reason: string]> = [
	[/\/service\/answer\/answer\.ts:/, 'before it is known to be an answer'],
	[/\/service\/(?:xml|callback)\//, 'XML and posts of any shape'],
	[/\/service\/collections\/steps\.ts:/, 'goes through any value'],
	[/\/service\/request\/validation\.ts:/, 'goes through what was entered'],
	[/\/(?:credentialTest|listening)\.ts:/, 'headers of HTTP'],
];

/** Names that are used for much else; a call or an answer beside them has a name of its own. */
const ANYTHING = new Set(['list', 'name', 'type', 'url', 'value']);

/** Parameters, and the members of all objects of the interface. */
const MEMBERS: ReadonlySet<string> = new Set(
	[
		...Object.values(STRUCTS).flatMap((members) => Object.keys(members)),
		...(Object.keys(OPERATIONS) as OperationName[]).flatMap((name) =>
			operationDefinition(name).parameters.map((parameter) => parameter.name),
		),
	].filter((name) => !ANYTHING.has(name)),
);

/** What a call, an answer or a part of them is called, and what gives them or a field of the node. */
const HOLDERS =
	/^(?:answers?|call|parameters|payload|recipients?|requests?|template|tree|getNodeParameter|getCurrentNodeParameter|read|readForPanel|askService|exchange)$/;

/** Types of calls and of answers, and of what is in them. */
const TYPES =
	/^(?:Call|CallOf|EnteredCall|EnteredRequest|ItemRequest|PreparedRequest|ParametersOf|Given\w*|Entered|Recipient|ServiceAnswer|AnswerOf|Payload|Read(?:Struct|List|Object)|Division|Group|Subscriber|TransactionDetail|CarrierRow|RECIPIENT_TYPES|CHANNELS_OF_TYPE)$/;

/** Names in an expression, but for those of functions within it. */
function namesIn(node: ts.Node): string[] {
	if (ts.isIdentifier(node)) return [node.text];
	if (ts.isFunctionLike(node)) return [];
	const names: string[] = [];
	ts.forEachChild(node, (child) => void names.push(...namesIn(child)));
	return names;
}

/** `as` on a parameter or on an answer, which its names tell, or the type that it is said to be of. */
function isCast(node: ts.Node): boolean {
	if (!ts.isAsExpression(node) || node.type.getText() === 'const') return false;
	// The first entry of a list that is known to have one.
	if (ts.isTupleTypeNode(node.type)) return false;
	const isValue = (name: string) => HOLDERS.test(name) || MEMBERS.has(name);
	return (
		namesIn(node.expression).some(isValue) || namesIn(node.type).some((name) => TYPES.test(name))
	);
}

/** A member by a name that no type knows, and a type that knows none. */
function isUntyped(node: ts.Node): boolean {
	if (ts.isPropertyAccessExpression(node)) return node.getText() === 'Reflect.get';
	if (!ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Record') return false;
	return node.typeArguments?.map((type) => type.getText()).join() === 'string,unknown';
}

const files = sourcesIn('nodes');

test.each([
	['as', isCast, MAY_CAST],
	['a type without names', isUntyped, MAY_BE_ANYTHING],
])('no parameter and no answer has %s, but for those that read them', (_what, rule, readers) => {
	const found = files.flatMap((file) => offences(file, rule));
	const isAllowed = (offence: string) => readers.some(([place]) => place.test(offence));
	expect(found.filter((offence) => !isAllowed(offence))).toEqual([]);
	// A reader that has none any more is listed no more.
	const idle = readers.filter(([place]) => !found.some((offence) => place.test(offence)));
	expect(idle).toEqual([]);
});

const planted = (text: string, rule: (node: ts.Node) => boolean) =>
	offences(parse(`${NODE}actions/planted.ts`, text), rule);

test.each([
	`const tree = answer.response as Division | null;`,
	`const { response } = answer as { response?: unknown };`,
	`const rest = Object.entries(answer as IDataObject);`,
	`const lists = sends.map(({ answer }) => answer.accepted as string[]);`,
	`const ticket = said.transaction_ticket as string;`,
	`const template = (await readForPanel(context, reading)) as object;`,
	`const { transactionlist } = (response ?? {}) as ReadStruct<'WSTransaction'>;`,
	`const known = Number(type) as keyof typeof RECIPIENT_TYPES;`,
	`return { ...request, call } as PreparedRequest;`,
	`const rows = customfields as unknown as IDataObject[];`,
	`const { code } = context.getNodeParameter('options', {}) as { code?: unknown };`,
	`const options = context.getCurrentNodeParameter('options') as object;`,
	`const filters = (this.read(name, {}) ?? {}) as IDataObject;`,
	`const [first] = (parameters.recipientList as { recipients: object[] }).recipients;`,
])('%s would be found', (text) => {
	expect(planted(text, isCast).length).toBeGreaterThan(0);
});

test.each([
	`const unit = { operation: 'readDivision', parameters: {} } as const;`,
	`const [{ planned }] = sends as [AcceptedCall];`,
	`const { resumeUrl } = proxy.$execution as { resumeUrl: string };`,
	`import { answer as said } from './answer';`,
])('%s is none', (text) => {
	expect(planted(text, isCast)).toEqual([]);
});

test.each([
	`const value = Reflect.get(parameters, name);`,
	`type Parameters = Record<string, unknown>;`,
	`function send(parameters: Readonly<Record<string, unknown>>) {}`,
])('%s would be found', (text) => {
	expect(planted(text, isUntyped)).toHaveLength(1);
});
