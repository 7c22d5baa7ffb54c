import { cutEnd } from '../../messages/marks.ts';
import { maxFocusLength } from '../../protocol/fromPanel.ts';
import { redact, type Redacted } from '../../redaction/redact.ts';

/** The focus of a compaction. */
export interface Topic {
	readonly focus?: Redacted;
}

/**
 * Redacts a focus that a person typed or selected. Redacts before cutting: a partial secret is not recognised.
 */
export function topicOf(focus: string | undefined): Topic {
	const whole = redact(focus?.trim() ?? '');
	return whole === '' ? {} : { focus: redact(cutEnd(whole, maxFocusLength)) };
}
