import { DIVISION } from './division';
import { MESSAGE } from './message';
import type { Operation } from './operation';
import { SUBSCRIPTIONNODE } from './subscriptionnode';
import { TASK } from './task';
import { TEMPLATE } from './template';

/** The 31 operations (Endpoints), in the order of the document. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
	...TASK,
	...DIVISION,
	...SUBSCRIPTIONNODE,
	...MESSAGE,
	...TEMPLATE,
};
