import { errorLinesOf } from '../../messages/errorLines.ts';
import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/**
 * How a command ended where nobody saw its exit code: behind a pipe the code is that of `tail`, and
 * many clients tell of failures only.
 */

/**
 * The outcome of a command that checks the work or changes something. What no line denies counts as
 * done only where a failure would have been reported.
 * @param piped Whether its output went into another program.
 */
export function judgedOutcome(use: ToolUse, verifying: boolean, piped: boolean): Outcome {
	const { outcome } = use;
	const { status, tellsFailure } = outcome;
	if (status === 'failed' || (tellsFailure !== true && !(verifying && piped && status === 'ok'))) {
		return outcome;
	}
	const { exitCode: _, ...rest } = outcome;
	return tellsFailure === true
		? { ...rest, status: 'failed', errorLines: errorLinesOf(use.result) }
		: { ...rest, status: 'unknown' };
}
