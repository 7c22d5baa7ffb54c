import type { Translator } from '../translator.ts';

const kilobyte = 1_000;

/** The largest unit first. */
const sizes = [
	['gigabyte', 1e9],
	['megabyte', 1e6],
] as const;

/** How rows write texts, numbers and times. Formats are made once: each takes a while, and rows are many. */
export class RowLanguage {
	readonly l10n: Translator;
	readonly #locale: string;
	/** By unit and digits. */
	readonly #bytes = new Map<string, Intl.NumberFormat>();
	#whole: Intl.NumberFormat | undefined;
	#short: Intl.NumberFormat | undefined;
	#date: Intl.DateTimeFormat | undefined;
	#time: Intl.DateTimeFormat | undefined;

	/** @param locale BCP 47. */
	constructor(l10n: Translator, locale: string) {
		this.l10n = l10n;
		this.#locale = locale;
	}

	/** Every digit: 136,264. */
	whole(value: number): string {
		this.#whole ??= new Intl.NumberFormat(this.#locale);
		return this.#whole.format(value);
	}

	/** As few as say how much it is: 136.3K. */
	short(value: number): string {
		this.#short ??= new Intl.NumberFormat(this.#locale, {
			notation: 'compact',
			maximumFractionDigits: 1,
		});
		return this.#short.format(value);
	}

	/** How large a file is: 1.2 MB. */
	bytes(count: number): string {
		const [unit, size] =
			sizes.find(([, bytes]) => count >= bytes) ?? (['kilobyte', kilobyte] as const);
		const digits = count < size * 10 ? 1 : 0;
		const key = `${unit} ${digits}`;
		let format = this.#bytes.get(key);
		if (format === undefined) {
			const style = { style: 'unit', unit, maximumFractionDigits: digits } as const;
			format = new Intl.NumberFormat(this.#locale, style);
			this.#bytes.set(key, format);
		}
		// A file that is not empty has more than none.
		return format.format(Math.max(count / size, 0.1));
	}

	/** The day. @param at Milliseconds since the epoch. */
	date(at: number): string {
		this.#date ??= new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium' });
		return this.#date.format(at);
	}

	/** The day and the time of it. @param at Milliseconds since the epoch. */
	time(at: number): string {
		this.#time ??= new Intl.DateTimeFormat(this.#locale, {
			dateStyle: 'medium',
			timeStyle: 'short',
		});
		return this.#time.format(at);
	}
}

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
