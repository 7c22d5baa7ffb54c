import type { Message } from '../../../src/messages/message.ts';
import { callsIn } from './facts/calls.ts';
import { checkFacts } from './facts/checks.ts';
import type { Fact } from './facts/fact.ts';
import { fileFacts } from './facts/files.ts';
import { planFacts } from './facts/plan.ts';
import { symbolFacts } from './facts/symbols.ts';
import { wordFacts } from './facts/words.ts';

/** The facts of these messages, from their structure, with the last state of each. */
export function factsIn(messages: readonly Message[]): Fact[] {
	const calls = callsIn(messages);
	return [
		...wordFacts(messages),
		...fileFacts(calls),
		...checkFacts(calls),
		...planFacts(calls),
		...symbolFacts(calls),
	];
}
