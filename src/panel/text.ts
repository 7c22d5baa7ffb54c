import * as l10n from '@vscode/l10n';
import type { PageLanguage } from '../protocol/pageLanguage.ts';
import { visibleText } from './visibleText.ts';

/** Longest words of a provider that are shown, characters; the log has them whole. */
const causeLength = 220;

/** What went wrong, as long as it may be shown. */
export function cause(text: string | undefined): string {
	const whole = visibleText(text ?? '');
	return whole.length <= causeLength ? whole : `${whole.slice(0, causeLength - 1)}…`;
}

/** What went wrong in a try, with the name of its model where the error does not name it. */
export function attemptText(model: string, error: string | undefined): string {
	return error?.includes(model) === true
		? cause(error)
		: l10n.t('{0}: {1}', modelName(model), cause(error));
}

let modelNames: Readonly<Record<string, string>> = {};

/** @param names By id. */
export function setModelNames(names: Readonly<Record<string, string>>): void {
	modelNames = names;
}

/** A model as people know it. */
export function modelName(id: string): string {
	const name = Object.hasOwn(modelNames, id) ? modelNames[id] : undefined;
	return visibleText(name ?? id.replace(/^vscode\/[^/]+\//, ''));
}

/** Seconds of units, largest first. */
const units = [
	['year', 31_536_000],
	['month', 2_592_000],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** Numbers as a language writes them. */
export function numbersOf(locale: string) {
	const digits = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
		new Intl.NumberFormat(locale, options);
	const wholes = digits({ maximumFractionDigits: 0 });
	const percents = digits({ style: 'percent', maximumFractionDigits: 0 });
	const tenths = digits({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
	const costs = digits({
		minimumFractionDigits: 2,
		maximumSignificantDigits: 3,
		roundingPriority: 'morePrecision',
	});
	const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
	const ages = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
	const whole = (value: number): string => wholes.format(value);
	/** A time that goes on, in whole seconds: more would flicker. */
	const elapsed = (milliseconds: number): string => {
		const seconds = Math.floor(milliseconds / 1_000);
		return seconds < 60
			? l10n.t('{0} s', whole(seconds))
			: l10n.t('{0} min {1} s', whole(Math.floor(seconds / 60)), whole(seconds % 60));
	};
	return {
		whole,
		elapsed,
		/** @param share 1 is everything. */
		percent: (share: number): string => percents.format(share),
		/** @param dollars Shown with as many places as a small price needs. */
		cost: (dollars: number): string => costs.format(dollars),
		/** @param at Milliseconds since the epoch. */
		time: (at: number): string => times.format(at),
		messages: (count: number): string =>
			count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', whole(count)),
		/** With a tenth below ten seconds. */
		duration: (milliseconds: number): string =>
			milliseconds < 9_950
				? l10n.t('{0} s', tenths.format(milliseconds / 1_000))
				: elapsed(milliseconds + 500),
		/** How long ago something was, in the largest unit that fits. Milliseconds since the epoch. */
		age(at: number, now: number): string {
			const seconds = Math.max(0, Math.round((now - at) / 1_000));
			const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
			return ages.format(-Math.floor(seconds / length), unit);
		},
	};
}

/** Numbers in the language of this page. */
export let numbers = numbersOf('en');

/** Speaks the person's language from now on. */
export function setLanguage({ locale, texts }: PageLanguage): void {
	l10n.config({ contents: texts });
	numbers = numbersOf(locale);
}
