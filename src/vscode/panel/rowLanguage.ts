import type { Translator } from '../translator.ts';

/** The largest unit first. */
const sizes = [
	['gigabyte', 1e9],
	['megabyte', 1e6],
	['kilobyte', 1e3],
] as const;

/** How rows write texts, numbers and times. Formats are made once: each takes a while, and rows are many. */
export class RowLanguage {
	readonly l10n: Translator;
	readonly #locale: string;
	readonly #formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

	/** @param locale BCP 47. */
	constructor(l10n: Translator, locale: string) {
		this.l10n = l10n;
		this.#locale = locale;
	}

	/** Every digit: 136,264. */
	whole(value: number): string {
		return this.#number({}).format(value);
	}

	/** As few as say how much it is: 136.3K. */
	short(value: number): string {
		return this.#number({ notation: 'compact', maximumFractionDigits: 1 }).format(value);
	}

	/** How large a file is: 1.2 MB. */
	bytes(count: number): string {
		const [unit, size] = sizes.find(([, bytes]) => count >= bytes) ?? (['kilobyte', 1e3] as const);
		const maximumFractionDigits = count < size * 10 ? 1 : 0;
		// A file that is not empty has more than none.
		const shown = Math.max(count / size, 0.1);
		return this.#number({ style: 'unit', unit, maximumFractionDigits }).format(shown);
	}

	/** The day and the time of it. @param at Milliseconds since the epoch. */
	time(at: number): string {
		return this.#date({ dateStyle: 'medium', timeStyle: 'short' }).format(at);
	}

	/** How long ago something was, as short as a row of a list needs it. Times in milliseconds. */
	ago(then: number, now: number): string {
		// Clocks of two machines differ: what lies ahead is now.
		const minutes = Math.floor(Math.max(0, now - then) / 60_000);
		const hours = Math.floor(minutes / 60);
		const days = Math.floor(hours / 24);
		if (minutes < 1) {
			return this.l10n.t('just now');
		}
		if (hours < 1) {
			return this.l10n.t('{0} min ago', minutes);
		}
		if (days < 1) {
			return this.l10n.t('{0} h ago', hours);
		}
		return days < 30
			? this.l10n.t('{0} d ago', days)
			: this.#date({ dateStyle: 'medium' }).format(then);
	}

	#number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
		return this.#made(options, () => new Intl.NumberFormat(this.#locale, options));
	}

	#date(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
		return this.#made(options, () => new Intl.DateTimeFormat(this.#locale, options));
	}

	#made<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
		options: object,
		make: () => Format,
	): Format {
		const key = JSON.stringify(options);
		const format = (this.#formats.get(key) as Format | undefined) ?? make();
		this.#formats.set(key, format);
		return format;
	}
}
