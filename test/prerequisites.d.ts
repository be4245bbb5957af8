export type LayerWithNeeds =
	| 'interop-php'
	| 'interop-zeep'
	| 'interop-soap-lite'
	| 'queue'
	| 'browser';

export const INSTALL: string;

/** What a layer lacks on this machine, in words, or undefined. */
export function lackOf(layer: string): string | undefined;

/**
 * The command that a layer needs.
 * @throws Error that tells how to install it where it is missing
 */
export function commandOf(layer: LayerWithNeeds): string;

/**
 * The command of one need, by its name in `prerequisites.json`.
 * @throws Error that tells how to install it where it is missing
 */
export function commandNamed(name: string): string;
