import { errorLinesOf, type Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/**
 * How a command ended where nobody saw its exit code: behind a pipe the code is that of `tail`, and
 * many clients tell of failures only.
 */

/** Lines by which compilers, linters, test runners and git say that they failed. */
const failing =
	/^(?:\[[\w:./-]{1,60}\] )?\s{0,8}(?:FAIL(?:ED|URE)?(?:\b|:)|--- FAIL\b|not ok \d|BUILD FAILED|ERROR task failed|npm (?:ERR!|error)|(?:✖|✗|×) |fatal: |panic: |vet: |error(?:\[E\d+\])?: |! \[(?:remote )?rejected\]|Traceback \(most recent call last\)|.{0,80}\bELIFECYCLE\b|.{0,300}\berror TS\d+:|.{0,300}\[(?:build|setup) failed\]|.{0,200}: command not found$|(?:Found )?[1-9]\d{0,5} (?:failed|failing|failures?|errors?|problems?)\b|[\w@./\\-]{1,200}\.\w{1,6}:\d{1,6}:\d{1,5}:? (?!\s*(?:warning|note|info|remark)\b))/m;

/** What clients say instead of a result when a command goes on without them. */
const background = /running in (?:the )?background|\bmoved to (?:the )?background/i;

/** Whether the exit code that was seen is the command's own. */
function isTrusted(use: ToolUse, piped: boolean): boolean {
	return !piped && !background.test(use.result.slice(0, 300));
}

/**
 * The outcome of a command that checks the work or changes something. What no line denies counts as
 * done only where a failure would have been reported.
 * @param piped Whether its output went into another program.
 */
export function judgedOutcome(use: ToolUse, verifying: boolean, piped: boolean): Outcome {
	const { outcome } = use;
	if (outcome.status !== 'ok' || (outcome.exitCode !== undefined && !piped)) {
		return outcome;
	}
	if (failing.test(use.result)) {
		const { exitCode: _, ...rest } = outcome;
		return { ...rest, status: 'failed', errorLines: errorLinesOf(use.result) };
	}
	if (!verifying || isTrusted(use, piped)) {
		return outcome;
	}
	const { exitCode: _, ...rest } = outcome;
	return { ...rest, status: 'unknown' };
}
