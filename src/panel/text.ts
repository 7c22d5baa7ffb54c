import * as l10n from '@vscode/l10n';
import type { PageLanguage } from '../protocol/pageLanguage.ts';
import { visibleText } from './visibleText.ts';

/** Longest displayed message of a provider, characters; the log has it whole. */
const causeLength = 220;

/** The cause of a failure, cut to the displayed length. */
export function cause(text: string | undefined): string {
	const whole = visibleText(text ?? '');
	return whole.length <= causeLength ? whole : `${whole.slice(0, causeLength - 1)}…`;
}

/** The error of an attempt, with the name of its model if the error does not contain it. */
export function attemptText(model: string, error: string | undefined): string {
	const name = modelName(model);
	const named = error?.replaceAll(model, name);
	return named?.includes(name) === true ? cause(named) : l10n.t('{0}: {1}', name, cause(named));
}

let modelNames: Readonly<Record<string, string>> = {};

/** @param names By id. */
export function setModelNames(names: Readonly<Record<string, string>>): void {
	modelNames = names;
}

/** Display name of a model. */
export function modelName(id: string): string {
	const name = Object.hasOwn(modelNames, id) ? modelNames[id] : undefined;
	return visibleText(name ?? id.replace(/^vscode\/[^/]+\//, ''));
}

/** Explains tokens that the model counted in addition to the recorded messages. */
export function notAttributedNote(): string {
	return l10n.t(
		'Not attributed to messages: the model counted more tokens than Precis finds in the recorded text. Precis estimates how many of these a compaction removes.',
	);
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

/** Marks a figure as an estimate. No line ends between the two. */
export function estimated(figure: string): string {
	return `≈\u00a0${figure}`;
}

/** Number formats of a language. */
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
	/** A running time, in whole seconds: fractions would flicker. */
	const elapsed = (milliseconds: number): string => {
		const seconds = Math.floor(milliseconds / 1_000);
		return seconds < 60
			? l10n.t('{0} s', whole(seconds))
			: l10n.t('{0} min {1} s', whole(Math.floor(seconds / 60)), whole(seconds % 60));
	};
	return {
		whole,
		elapsed,
		/** Tokens, marked as an estimate unless a provider or a session has counted them. */
		tokens: (tokens: number, isReported?: true): string =>
			isReported === true ? whole(tokens) : estimated(whole(tokens)),
		/** @param share From 0 to 1. */
		percent: (share: number): string => percents.format(share),
		/** @param dollars Small prices get more decimal places. */
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
		/** Age in the largest unit that fits. Milliseconds since the epoch. */
		age(at: number, now: number): string {
			const seconds = Math.max(0, Math.round((now - at) / 1_000));
			const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
			return ages.format(-Math.floor(seconds / length), unit);
		},
	};
}

/** Numbers in the language of this page. */
export let numbers = numbersOf('en');

/** Sets the language of the page. */
export function setLanguage({ locale, texts }: PageLanguage): void {
	l10n.config({ contents: texts });
	numbers = numbersOf(locale);
}
