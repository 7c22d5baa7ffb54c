import { redactedLine } from '../redactedLine.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { Wording } from './wording.ts';

/** Characters of a last line that are shown. */
const lineLength = 80;

/** A run whose exit code nobody saw is not told as success; the last line it wrote says what it can. */
export function unseenVerdict(words: Wording, use: ToolUse): string {
	if (use.family === 'edit' || use.family === 'write') {
		return words.unsettled;
	}
	const last = use.result.trimEnd().split('\n').at(-1) ?? '';
	const line = redactedLine(last, lineLength);
	return line === '' ? words.noExitCode : `${words.noExitCode}: “${line}”`;
}
