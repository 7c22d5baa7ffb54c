import { oneLine } from '../messages/marks.ts';
import { redact } from '../redaction/redact.ts';

/** Characters read beyond a line's reach, so that a secret there is seen whole. */
const secretReach = 2_000;

/**
 * The first `length` characters on one line without secrets. They go before the cut: half a secret
 * is no longer known for one.
 */
export function redactedLine(text: string, length: number): string {
	return oneLine(redact(text.slice(0, length * 4 + secretReach)), length);
}
