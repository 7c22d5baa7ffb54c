import { formatCount, mark, oneLine, recallHint } from './marks.ts';
import { describeOutcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/** Characters of a command, path or pattern that a digest shows. */
const targetLength = 80;

/** Characters of error lines that a digest of a failure keeps. */
const errorsLength = 800;

/** `exit 0, 47 lines`, `12 matches`, `1,200 chars`: what came of a call, in a few words. */
function describeResult(use: ToolUse): string {
	const { outcome, family } = use;
	const verdict = describeOutcome(outcome);
	const size =
		family === 'search' && outcome.status === 'ok'
			? `${formatCount(outcome.lines)} matches`
			: outcome.lines > 1
				? `${formatCount(outcome.lines)} lines`
				: `${formatCount(outcome.characters)} chars`;
	return verdict === '' ? size : `${verdict}, ${size}`;
}

/**
 * The one-line stand-in for a tool result; a failure keeps its error lines below it.
 * @param recall Number of the message that holds the original, where recall is offered.
 */
export function digest(use: ToolUse, recall?: number): string {
	const target = oneLine(use.target, targetLength);
	const line = mark(
		`${use.call.name}${target === '' ? '' : ` ${target}`} → ${describeResult(use)}${recallHint(recall)}`,
	);
	if (use.outcome.status !== 'failed') {
		return line;
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
