import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import type { OperationName } from '../service/contract';
import type { Call } from '../service/validation';
import type { Skipped } from './fields/phoneNumbers';
import type { ItemFields } from './itemFields';

/** What an operation wants called; code, transport and time limit are added for all alike. */
export interface Request
	extends Pick<Call, 'operation' | 'parameters'>,
		Partial<Pick<Call, 'keyword' | 'thread' | 'everyone'>> {
	/** Addresses that were left out of a send, and why. */
	skipped?: Skipped[];
	/** The recipient is that of the input item: requests that share all else are gathered. */
	fromItems?: true;
	/** Which part this is of a text that was cut to fit, or checked for it; from 1. */
	fitted?: { part: number; parts: number };
	/** The address of the delivery report is for a trigger that wants it signed. */
	signsStatusUrl?: true;
}

/** One entry of the node's *Operation* list: its fields and what it does, together. */
export interface Operation {
	/** Value of the `operation` parameter; part of the package's public interface. */
	readonly value: string;
	/** Title Case, without the resource. */
	readonly name: string;
	/** Sentence case, with the resource, without an article. */
	readonly action: string;
	readonly description: string;
	/** The operations of the interface behind it, for the documentation. */
	readonly calls: readonly [Call['operation'], ...Array<OperationName>];
	/** In the order shown; the router shows them for this operation only. */
	readonly properties: readonly INodeProperties[];
	/**
	 * Reads the fields of one item. Several requests are carried out one after the other.
	 * Throws where a field cannot be read.
	 */
	request(fields: ItemFields): Request | Request[];
	/**
	 * The payload as rows, one an output item, when *Simplify* is on. Without it the whole answer
	 * is one item and no *Simplify* is shown.
	 */
	simplify?(answer: ServiceAnswer, request: Request): IDataObject[];
	/** How requests of several items become fewer calls; else each request is a call of its own. */
	readonly gathers?: 'recipients' | 'phone_list' | 'phone';
	/** The execution pauses until every message of the send is final. */
	readonly waits?: true;
	/** Whether *Return All* and *Limit* apply to the rows. */
	readonly many?: true;
}

/** One entry of the node's *Resource* list. */
export interface Resource {
	readonly value: string;
	readonly name: string;
	readonly operations: readonly Operation[];
	/** Operation that is chosen when the resource is. */
	readonly defaultOperation: string;
}
