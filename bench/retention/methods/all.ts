import { builtIn } from './builtIn.ts';
import { bagOfWords, oracle, randomLines, tfIdf } from './extracts.ts';
import type { Method } from './method.ts';
import { dropMiddle, head, masking, nothing, tail, userMessages } from './truncation.ts';

/** Everything that is measured side by side, ours first. */
export const methods: readonly Method[] = [
	builtIn,
	masking,
	tail,
	dropMiddle,
	head,
	tfIdf,
	randomLines(1),
	userMessages,
	nothing,
	bagOfWords,
	oracle,
];

/** Budgets of a whole handoff, tokens. */
export const budgets = [500, 1_000, 2_000, 4_000, 8_000, 16_000] as const;
