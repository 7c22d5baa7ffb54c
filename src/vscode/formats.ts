import * as vscode from 'vscode';
import type { CompactedSizes } from '../protocol/conversationView.ts';

/** Numbers and dates in the language of the window. Formats are slow to create, so each is made once. */

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Every digit: 136,264. */
export function whole(value: number): string {
	return formatted(value, {});
}

/** A rounded number: 136.3K. */
export function shortNumber(value: number): string {
	return formatted(value, { notation: 'compact', maximumFractionDigits: 1 });
}

/** A size of a context, marked if part of it is an estimate. */
export function formatUsed(
	{ isReported }: { readonly isReported?: true | undefined },
	figure: string,
): string {
	return isReported === true ? figure : `≈ ${figure}`;
}

/** Sizes of a context before and after a compaction, each marked if part of it is an estimate. */
export function formatSizes(
	{ tokensBefore, tokensAfter, isReported, isAfterReported }: CompactedSizes,
	format: (tokens: number) => string,
): readonly [before: string, after: string] {
	return [
		formatUsed({ isReported }, format(tokensBefore)),
		formatUsed({ isReported: isAfterReported }, format(tokensAfter)),
	];
}

/** The size of a file: 1.2 MB, 1 kB. */
export function fileSize(bytes: number): string {
	const [value, unit] =
		bytes < 1e5 ? [Math.ceil(bytes / 1e3), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
	return formatted(value, { style: 'unit', unit, maximumFractionDigits: 1 });
}

/** A share: 92%. @param percent Whole. */
export function percentage(percent: number): string {
	return formatted(percent / 100, { style: 'percent' });
}

/** A sum of US dollars: $0.25. */
export function dollars(amount: number): string {
	return formatted(amount, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
}

/** A date, and a time if wanted. @param time Milliseconds since the epoch. */
export function dateText(time: number, options: Intl.DateTimeFormatOptions): string {
	const key = JSON.stringify(options);
	const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(vscode.env.language, options);
	dateFormats.set(key, format);
	return format.format(time);
}

function formatted(value: number, options: Intl.NumberFormatOptions): string {
	const key = JSON.stringify(options);
	const format = numberFormats.get(key) ?? new Intl.NumberFormat(vscode.env.language, options);
	numberFormats.set(key, format);
	return format.format(value);
}
