import { answersIn, type AnsweredQuestion } from './answers.ts';
import { formatCount, mark, oneLine, recallHint } from './marks.ts';
import { describeOutcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/** Characters of a command, path or pattern that a digest shows. */
const targetLength = 80;

/** Characters of error lines that a failure's digest keeps. */
const errorsLength = 800;

/** Characters of a question, and of the user's answer to it, that a digest keeps. */
const answeredLength = 1_000;

/** `exit 0, 47 lines`, `1,200 chars`: the result of a call, in a few words. */
function describeResult(use: ToolUse): string {
	const { outcome } = use;
	const verdict = describeOutcome(outcome);
	const size =
		outcome.lines > 1
			? `${formatCount(outcome.lines)} lines`
			: `${formatCount(outcome.characters)} chars`;
	return verdict === '' ? size : `${verdict}, ${size}`;
}

/** The user's answer is kept verbatim. */
function answerLine({ question, answer }: AnsweredQuestion): readonly string[] {
	return answer === undefined
		? []
		: [`${oneLine(question, answeredLength)} → ${oneLine(answer, answeredLength)}`];
}

/**
 * The one-line stand-in for a tool result, followed by the error lines of a failure.
 * @param recall Number of the message with the original, if recall is offered.
 */
export function digest(use: ToolUse, recall?: number): string {
	const target = oneLine(use.target, targetLength);
	const line = mark(
		`${use.call.name}${target === '' ? '' : ` ${target}`} → ${describeResult(use)}${recallHint(recall)}`,
	);
	if (use.outcome.status !== 'failed') {
		return [line, ...answersIn(use).flatMap(answerLine)].join('\n');
	}
	const kept: string[] = [];
	let length = 0;
	for (const error of use.outcome.errorLines) {
		length += error.length + 1;
		if (length > errorsLength) {
			break;
		}
		kept.push(error);
	}
	return [line, ...kept].join('\n');
}
