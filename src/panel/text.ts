/** Fills `{0}`, `{1}` … of a text from the host. */
export function fill(template: string, ...values: readonly string[]): string {
	return template.replaceAll(
		/\{(\d+)\}/g,
		(place, index: string) => values[Number(index)] ?? place,
	);
}

/** Numbers as the person's language writes them. */
export class Numbers {
	readonly #whole: Intl.NumberFormat;
	readonly #tenths: Intl.NumberFormat;
	readonly #percent: Intl.NumberFormat;

	constructor(locale: string) {
		this.#whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
		this.#tenths = new Intl.NumberFormat(locale, {
			minimumFractionDigits: 1,
			maximumFractionDigits: 1,
		});
		this.#percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
	}

	whole(value: number): string {
		return this.#whole.format(value);
	}

	/** @param share 1 is everything. */
	percent(share: number): string {
		return this.#percent.format(share);
	}

	/**
	 * A duration in seconds, with a tenth below ten, from a minute on in minutes and seconds.
	 * @param templates The host's texts for seconds, and for minutes and seconds.
	 */
	duration(
		milliseconds: number,
		templates: { readonly seconds: string; readonly minutes: string },
	): string {
		const seconds = milliseconds / 1_000;
		if (seconds < 9.95) {
			return fill(templates.seconds, this.#tenths.format(seconds));
		}
		const whole = Math.round(seconds);
		return whole < 60
			? fill(templates.seconds, this.whole(whole))
			: fill(templates.minutes, this.whole(Math.floor(whole / 60)), this.whole(whole % 60));
	}
}
