import { oneLine } from '../messages/marks.ts';
import { redact } from '../redaction/redact.ts';

/** Characters read beyond the cut, so that a secret across it is recognised. */
const secretReach = 2_000;

/**
 * The first `length` characters on one line without secrets. Redacts before cutting: half a secret is not recognised.
 */
export function redactedLine(text: string, length: number): string {
	return oneLine(redact(text.slice(0, length * 4 + secretReach)), length);
}
