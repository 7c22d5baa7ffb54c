import { withoutControls } from '../../messages/withoutControls.ts';
import { redact } from '../../redaction/redact.ts';

/** Characters of a title that are told. */
const longest = 100;

/** A title for a model: one line, without secrets, in quotes that it cannot leave to pass for a line of ours. */
export function quotedTitle(title: string): string {
	const line = withoutControls(redact(title).replaceAll(/\s+/g, ' '));
	return JSON.stringify(line.slice(0, longest).toWellFormed());
}
