import { errorLinesOf } from '../../messages/errorLines.ts';
import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/**
 * How a command ended where nobody saw its exit code: behind a pipe the code is that of `tail`, and
 * many clients tell of failures only.
 */

/** How git tells of a commit it made. */
const commitMade = /^\[[^[\]\n]{1,200} [0-9a-f]{7,40}\] \S/m;

/** A commit that git tells of was made, whatever the checks before it complained of. */
export function commitOutcome(use: ToolUse): Outcome | undefined {
	if (use.outcome.status === 'failed' || !commitMade.test(use.result)) {
		return undefined;
	}
	const { tellsFailure: _, ...rest } = use.outcome;
	return { ...rest, status: 'ok' };
}

/** What decides how far a command's outcome was seen. */
interface CommandTraits {
	/** Whether it checks the work. */
	readonly verifying: boolean;
	/** Whether its output went into another program. */
	readonly piped: boolean;
	/** Whether the exit code is that of a command behind it. */
	readonly hidden: boolean;
}

/**
 * The outcome of a command that checks the work or changes something. What no line denies counts as
 * done only where a failure would have been reported.
 */
export function judgedOutcome(use: ToolUse, traits: CommandTraits): Outcome {
	const { outcome } = use;
	const { status, tellsFailure } = outcome;
	const isUnseen = traits.hidden || (traits.verifying && traits.piped);
	if (status === 'failed' || (tellsFailure !== true && !(isUnseen && status === 'ok'))) {
		return outcome;
	}
	const { exitCode: _, ...rest } = outcome;
	return tellsFailure === true
		? { ...rest, status: 'failed', errorLines: errorLinesOf(use.result) }
		: { ...rest, status: 'unknown' };
}
