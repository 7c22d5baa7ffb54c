import { cutEnd } from '../../messages/marks.ts';
import { maxFocusLength } from '../../protocol/fromPanel.ts';
import { redact, type Redacted } from '../../redaction/redact.ts';

/**
 * Redacts a focus that a user typed or selected. Redacts before cutting: a partial secret is not recognised.
 */
export function topicOf(focus: string | undefined): { readonly focus?: Redacted } {
	const whole = redact(focus?.trim() ?? '');
	return whole === '' ? {} : { focus: redact(cutEnd(whole, maxFocusLength)) };
}
