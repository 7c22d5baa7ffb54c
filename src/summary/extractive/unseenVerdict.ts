import { redactedLine } from '../redactedLine.ts';
import { isFailingLine } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { isAlone, type CommandRun } from '../facts/commands.ts';
import type { Wording } from './wording.ts';

/** Characters of a last line that are shown. */
const lineLength = 100;

/** What clients write where a command wrote nothing. */
const isLabel =
	/^(?:(?:Output|Stdout|Stderr):|\(?Bash completed with no output\)?|<no output>|\(no output\))\s*$/i;

/** What SWE-agent writes behind every output. */
const isState = /^(?:bash-\$|\((?:Open file|Current directory): .*\))\s*$/;

/**
 * A run whose exit code nobody saw is not told as success; its first complaint, or the last line it wrote,
 * says what it can.
 */
export function unseenVerdict(words: Wording, use: ToolUse, run?: CommandRun): string {
	if (use.family === 'edit' || use.family === 'write') {
		return words.unsettled;
	}
	const lines = use.result.trimEnd().split('\n');
	const failing = use.outcome.tellsFailure === true ? lines.find(isFailingLine) : undefined;
	const last = failing ?? lines.findLast((line) => line !== '' && !isState.test(line)) ?? '';
	const line =
		run?.isLast === false || (run !== undefined && !isAlone(use)) || isLabel.test(last)
			? ''
			: redactedLine(last, lineLength);
	return line === '' ? words.noExitCode : `${words.noExitCode}: “${line}”`;
}
