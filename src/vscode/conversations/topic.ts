import { cutEnd } from '../../messages/marks.ts';
import { maxFocusLength } from '../../protocol/fromPanel.ts';
import { redact, type Redacted } from '../../redaction/redact.ts';

/** What a compaction is asked to preserve. */
export interface Topic {
	readonly focus?: Redacted;
}

/**
 * What a person typed or selected: it is shown, kept and sent without its secrets, which go before anything is cut:
 * a part of one is not known for it.
 */
export function topicOf(focus: string | undefined): Topic {
	const whole = redact(focus?.trim() ?? '');
	return whole === '' ? {} : { focus: redact(cutEnd(whole, maxFocusLength)) };
}
