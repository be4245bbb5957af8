import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AnswerOf, ServiceAnswer } from '../../service/answer/answerOf';
import type { Call, CallName, CallOf } from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import type { ItemFields } from '../fields/itemFields';
import type { ItemRequest } from '../fields/itemRequest';

/**
 * Rows that are made one by one as they are asked for, because there may be very many; undefined is none,
 * and says that a step of the work is over.
 */
export type Rows = Iterable<IDataObject | void>;

/** One entry of the node's *Operation* list: its fields and what it does, together. */
export interface Operation {
	/** Value of the `operation` parameter; part of the package's public interface. */
	readonly value: string;
	/** Title Case, without the resource. */
	readonly name: string;
	/** Sentence case, with the resource, without an article. */
	readonly action: string;
	readonly description: string;
	/** For n8n's AI builder and its MCP server, which show it beside the description. */
	readonly builderHint?: string;
	/**
	 * The operations of the interface behind it, all of one effect. That effect decides whether there is
	 * a *Preview*, and in which order the items go.
	 */
	readonly calls: readonly [CallName, ...CallName[]];
	/** In the order shown; the router shows them for this operation only. */
	readonly properties: readonly INodeProperties[];
	/**
	 * Reads the fields of one item. Several requests are carried out one after the other.
	 * Throws where a field cannot be read.
	 */
	request(fields: ItemFields): ItemRequest | ItemRequest[];
	/**
	 * The payload as rows, one an output item, when *Simplify* is on. Without it the whole answer
	 * is one item and no *Simplify* is shown; the rows of sends are made elsewhere.
	 */
	simplify?(answer: ServiceAnswer, call: Call, companyKeyword: string): Rows;
	/** It reaches everyone in a unit, which nothing but a person asks for: no expression, and no AI agent. */
	readonly broadcasts?: true;
	/** The execution pauses: until every message of the send is final, or until a person answers. */
	readonly waitsFor?: 'delivery' | 'answer';
	/** Its output is one report on all input items together. */
	readonly reports?: true;
	/** Its *Code* is that of the unit it makes, which says nothing of the one it is made in. */
	readonly codesNewUnit?: true;
	/** Whether *Return All* and *Limit* apply to the rows. */
	readonly many?: true;
}

/** An operation whose request is for these calls, and whose rows are made of the answers to them. */
export type OperationOf<N extends CallName> = Omit<Operation, 'calls' | 'request' | 'simplify'> & {
	readonly calls: readonly [N, ...N[]];
	request(fields: ItemFields): ItemRequest<N> | Array<ItemRequest<N>>;
	simplify?(answer: AnswerOf<N>, call: CallOf<N>, companyKeyword: string): Rows;
};

/** Whether an operation sends messages, and so has a *Preview*. */
export function isSend({ calls: [call] }: Operation): boolean {
	return effectOf(call) === 'send';
}

/** Whether an operation has *Simplify*: those that give rows, and the sends that end at once. */
export function isSimplified(operation: Operation): boolean {
	return operation.simplify !== undefined || (isSend(operation) && !operation.waitsFor);
}

/** One entry of the node's *Resource* list. */
export interface Resource {
	readonly value: string;
	readonly name: string;
	/**
	 * For a resource that shares values of operations with an earlier one: n8n's definitions for models
	 * take the description of an operation from the first resource that has its value, unless this is there.
	 */
	readonly description?: string;
	readonly operations: readonly Operation[];
	/** Operation that is chosen when the resource is. */
	readonly defaultOperation: string;
}
