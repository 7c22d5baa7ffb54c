import type { TokenCounter } from '../../src/messages/tokens.ts';
import { redact } from '../../src/redaction/redact.ts';
import { summariseBuiltIn } from '../../src/summary/extractive/extractive.ts';
import { renderHandoff } from '../../src/summary/handoff.ts';
import { callsIn } from './extraction/facts/calls.ts';
import type { Fact } from './extraction/facts/fact.ts';
import { writtenFiles } from './extraction/facts/files.ts';
import { factsIn } from './extraction/facts.ts';
import { Told } from './extraction/told.ts';
import { requestOf } from './methods/builtIn.ts';
import { tailTokens, wholeCut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/** What a focus gains inside its topic, and what it costs outside. */

export interface FocusScores {
	readonly topic: string;
	/** Shares of facts told, 0 to 1. */
	readonly inside: { readonly without: number; readonly with: number };
	readonly outside: { readonly without: number; readonly with: number };
}

export const focusBudget = 2_000;

/** Facts that a topic needs to be measured. */
const fewest = 3;

/** The file a session wrote most often is the topic. */
export function focusScores(session: Session, counter: TokenCounter): FocusScores | undefined {
	const [stretch] = session.stretches.toSorted((a, b) => b.log.length - a.log.length);
	if (stretch === undefined) {
		return undefined;
	}
	const cut = wholeCut(stretch, tailTokens);
	const [file] = writtenFiles(callsIn(cut.compacted));
	const topic = file?.replace(/^.*\//, '').replace(/\.\w+$/, '') ?? '';
	const facts = factsIn(cut.compacted);
	const isInside = ({ text }: Fact): boolean => text.includes(topic);
	const inside = facts.filter(isInside);
	if (topic === '' || inside.length < fewest) {
		return undefined;
	}
	const outside = facts.filter((fact) => !isInside(fact));
	const request = requestOf(cut, focusBudget, counter);
	const plain = new Told(renderHandoff(summariseBuiltIn(request), request));
	const focused = { ...request, focus: redact(topic) };
	const narrow = new Told(renderHandoff(summariseBuiltIn(focused), focused));
	return {
		topic,
		inside: { without: recall(inside, plain), with: recall(inside, narrow) },
		outside: { without: recall(outside, plain), with: recall(outside, narrow) },
	};
}

function recall(facts: readonly Fact[], told: Told): number {
	return facts.filter(({ judge }) => judge(told) === 'right').length / facts.length;
}
