import type { PanelStrings } from '../protocol/panelStrings.ts';

/** Fills `{0}`, `{1}` … of a text from the host. */
export function fill(template: string, ...values: readonly string[]): string {
	return template.replaceAll(
		/\{(\d+)\}/g,
		(place, index: string) => values[Number(index)] ?? place,
	);
}

/** Longest words of a provider that are shown, characters; the log has them whole. */
const causeLength = 220;

/** What went wrong, as long as it may be shown. */
export function cause(text: string | undefined): string {
	const whole = text ?? '';
	return whole.length <= causeLength ? whole : `${whole.slice(0, causeLength - 1)}…`;
}

/** Numbers as the person's language writes them. */
export class Numbers {
	readonly #whole: Intl.NumberFormat;
	readonly #tenths: Intl.NumberFormat;
	readonly #percent: Intl.NumberFormat;
	readonly #cost: Intl.NumberFormat;

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
	}

	whole(value: number): string {
		return this.#whole.format(value);
	}

	/** @param dollars Shown with as many places as a small price needs. */
	cost(dollars: number): string {
		return this.#cost.format(dollars);
	}

	/** @param share 1 is everything. */
	percent(share: number): string {
		return this.#percent.format(share);
	}

	/**
	 * A duration in the unit that fits, with a tenth below ten seconds.
	 * @param templates The host's texts.
	 */
	duration(milliseconds: number, templates: PanelStrings['durations']): string {
		if (milliseconds < 950) {
			return fill(templates.milliseconds, this.whole(milliseconds));
		}
		const seconds = milliseconds / 1_000;
		if (seconds < 9.95) {
			return fill(templates.seconds, this.#tenths.format(seconds));
		}
		const whole = Math.round(seconds);
		return whole < 60
			? fill(templates.seconds, this.whole(whole))
			: fill(templates.minutes, this.whole(Math.floor(whole / 60)), this.whole(whole % 60));
	}

	/** A time that goes on, in whole seconds: more would flicker. */
	elapsed(milliseconds: number, templates: PanelStrings['durations']): string {
		const seconds = Math.floor(milliseconds / 1_000);
		return seconds < 60
			? fill(templates.seconds, this.whole(seconds))
			: this.duration(seconds * 1_000, templates);
	}
}
