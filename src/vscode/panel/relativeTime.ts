import type { RowLanguage } from './rowLanguage.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From here on a date says more than a number of days, milliseconds. */
const longAgoMs = 30 * dayMs;

/** How long ago something was, as short as a row of a list needs it. Times in milliseconds. */
export function relativeTime(then: number, now: number, language: RowLanguage): string {
	const { l10n } = language;
	// Clocks of two machines differ: what lies ahead is now.
	const elapsed = Math.max(0, now - then);
	if (elapsed < minuteMs) {
		return l10n.t('just now');
	}
	if (elapsed < hourMs) {
		return l10n.t('{0} min ago', Math.floor(elapsed / minuteMs));
	}
	if (elapsed < dayMs) {
		return l10n.t('{0} h ago', Math.floor(elapsed / hourMs));
	}
	if (elapsed < longAgoMs) {
		return l10n.t('{0} d ago', Math.floor(elapsed / dayMs));
	}
	return language.date(then);
}
