import { defaultSettings } from '../../src/compaction/budgets.ts';
import { completeCompaction, summaryRequest } from '../../src/compaction/complete.ts';
import { planCompaction, type CompactionPlan } from '../../src/compaction/plan.ts';
import { renderContext } from '../../src/compaction/render.ts';
import { textOf, toolCallsOf, type Message } from '../../src/messages/message.ts';
import { logEntry, type TokenCounter } from '../../src/messages/tokens.ts';
import { builtIn, summariseBuiltIn } from '../../src/summary/builtIn.ts';
import { folded, isAnswered } from './answered.ts';
import { chosenLines } from './methods/chosenLines.ts';
import type { Method } from './methods/method.ts';
import { masking, shortened } from './methods/plain.ts';
import type { Exam, Question } from './question.ts';

/** The plain methods that the built-in summariser is held against. */
const methods: readonly Method[] = [chosenLines, shortened, masking];

/** What one text answers. */
interface Answers {
	readonly method: string;
	readonly text: string;
	readonly tokens: number;
	readonly answered: readonly Question[];
}

/** An exam with a handoff of some size. */
export interface Graded {
	readonly exam: Exam;
	/** Tokens that the summary stands for. */
	readonly middle: number;
	/** Questions that what stays word for word does not answer. */
	readonly questions: readonly Question[];
	/** Ours first. */
	readonly answers: readonly Answers[];
}

/** Tokens of the tail in our own sessions: they are shorter than those that are compacted by themselves. */
export const ownTail = 4_000;

/**
 * Compacts a session and asks the handoff, and what plain methods write in as many tokens, the same
 * questions. Undefined where there is nothing to compact.
 * @param bounds Tokens of the handoff and the tail where they are not the usual ones.
 */
export function gradedBy(
	exam: Exam,
	counter: TokenCounter,
	bounds: { readonly summaryTokens?: number; readonly tailTokens?: number },
): Graded | undefined {
	const log = exam.messages.map((message) => logEntry(message, counter));
	const settings = { ...defaultSettings, ...bounds };
	const outcome = planCompaction({ log, trigger: 'manual', settings, counter });
	if (outcome.kind !== 'plan') {
		return undefined;
	}
	const { plan } = outcome;
	const handoff = handoffOf(plan);
	if (handoff === undefined) {
		return undefined;
	}
	const { range } = plan.layout;
	const questions = exam.questions.filter(({ keys }) => !isAnswered(handoff.verbatim, keys));
	const answersOf = (method: string, text: string): Answers => ({
		method,
		text,
		tokens: counter.count(text),
		answered: questions.filter(({ keys }) => isAnswered(folded(text), keys)),
	});
	const part = { messages: exam.messages, ...range };
	return {
		exam,
		middle: log.slice(range.start, range.end).reduce((sum, { tokens }) => sum + tokens, 0),
		questions,
		answers: [
			answersOf('Precis, built in', handoff.text),
			...methods.map(({ name, write }) => answersOf(name, write(part, plan.budget, counter))),
		],
	};
}

/** The handoff, and what the context has beside it, folded. */
function handoffOf(
	plan: CompactionPlan,
): { readonly text: string; readonly verbatim: string } | undefined {
	const draft = summariseBuiltIn(summaryRequest(plan));
	const done = completeCompaction(plan, { draft, identity: builtIn, attempts: [] }, 0);
	if (done.kind !== 'compacted') {
		return undefined;
	}
	const { handoff } = done.record;
	const { messages } = renderContext(plan.input.log, done.record);
	const beside = messages.map(writtenIn).filter((text) => !text.includes(handoff.slice(0, 200)));
	return { text: handoff, verbatim: folded(beside.join('\n')) };
}

function writtenIn(message: Message): string {
	const calls = toolCallsOf(message).map((call) => ` ${call.name} ${call.arguments}`);
	return [textOf(message.content), ...calls].join('\n');
}
