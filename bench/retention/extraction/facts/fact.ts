import type { Told } from '../told.ts';

/** What is looked for in a summary. */
export const factKinds = [
	'requests',
	'constraints',
	'changed files, state',
	'gone files, state',
	'checks, last status',
	'failing checks',
	'open errors',
	'plan',
	'symbols by file',
	'numbers',
	'identifiers',
	'decisions',
] as const;

export type FactKind = (typeof factKinds)[number];

/** How a summary tells a fact: with its state, not at all, or with another state. */
export type Verdict = 'right' | 'missing' | 'wrong';

/** Something the compacted part says, with how it is recognised. */
export interface Fact {
	readonly kind: FactKind;
	/** For people who check the extraction. */
	readonly text: string;
	readonly judge: (told: Told) => Verdict;
}
