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
] as const;

/** Numbers as the person's language writes them. */
export class Numbers {
	readonly #whole: Intl.NumberFormat;
	readonly #tenths: Intl.NumberFormat;
	readonly #percent: Intl.NumberFormat;
	readonly #cost: Intl.NumberFormat;
	readonly #time: Intl.DateTimeFormat;
	readonly #age: Intl.RelativeTimeFormat;

	constructor(locale: string) {
		this.#whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
		this.#tenths = new Intl.NumberFormat(locale, {
			minimumFractionDigits: 1,
			maximumFractionDigits: 1,
		});
		this.#cost = new Intl.NumberFormat(locale, {
			minimumFractionDigits: 2,
			maximumSignificantDigits: 3,
			roundingPriority: 'morePrecision',
		});
		this.#percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
		this.#time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
		this.#age = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
	}

	/** @param at Milliseconds since the epoch. */
	time(at: number): string {
		return this.#time.format(at);
	}

	/** How long ago something was, in the largest unit that fits. Milliseconds since the epoch. */
	age(at: number, now: number): string {
		const seconds = Math.max(0, Math.round((now - at) / 1_000));
		const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
		return this.#age.format(-Math.floor(seconds / length), unit);
	}

	whole(value: number): string {
		return this.#whole.format(value);
	}

	messages(count: number): string {
		return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', this.whole(count));
	}

	/** @param dollars Shown with as many places as a small price needs. */
	cost(dollars: number): string {
		return this.#cost.format(dollars);
	}

	/** @param share 1 is everything. */
	percent(share: number): string {
		return this.#percent.format(share);
	}

	/** A duration in the unit that fits, with a tenth below ten seconds. */
	duration(milliseconds: number): string {
		if (milliseconds < 950) {
			return l10n.t('{0} ms', this.whole(milliseconds));
		}
		const seconds = milliseconds / 1_000;
		if (seconds < 9.95) {
			return l10n.t('{0} s', this.#tenths.format(seconds));
		}
		const whole = Math.round(seconds);
		return whole < 60
			? l10n.t('{0} s', this.whole(whole))
			: l10n.t('{0} min {1} s', this.whole(Math.floor(whole / 60)), this.whole(whole % 60));
	}

	/** A time that goes on, in whole seconds: more would flicker. */
	elapsed(milliseconds: number): string {
		const seconds = Math.floor(milliseconds / 1_000);
		return seconds < 60 ? l10n.t('{0} s', this.whole(seconds)) : this.duration(seconds * 1_000);
	}
}

/** Numbers in the language of this page. */
export let numbers = new Numbers('en');

/** Speaks the person's language from now on. */
export function setLanguage({ locale, texts }: PageLanguage): void {
	l10n.config({ contents: texts });
	numbers = new Numbers(locale);
}
