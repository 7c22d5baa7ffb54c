import { basename } from 'node:path';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { plainLabel } from '../plainText.ts';
import { formatUsed } from '../status/contextStatus.ts';
import type { Translator } from '../translator.ts';

/** Formats texts, numbers and times of rows. Formats are cached because creating them is slow. */
export class RowLanguage {
	readonly l10n: Translator;
	readonly #locale: string;
	readonly #numbers = new Map<string, Intl.NumberFormat>();
	readonly #dates = new Map<string, Intl.DateTimeFormat>();

	/** @param locale BCP 47. */
	constructor(l10n: Translator, locale: string) {
		this.l10n = l10n;
		this.#locale = locale;
	}

	/** Every digit: 136,264. */
	whole(value: number): string {
		return this.#number({}).format(value);
	}

	/** A rounded number: 136.3K. */
	short(value: number): string {
		return this.#number({ notation: 'compact', maximumFractionDigits: 1 }).format(value);
	}

	/** The size of a file: 1.2 MB. */
	bytes(count: number): string {
		// Only an empty file has a size of zero.
		const megabytes = Math.max(count / 1e6, 0.1);
		const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
		return this.#number(format).format(megabytes);
	}

	/** Date and time. @param at Milliseconds since the epoch. */
	time(at: number): string {
		return this.#date({ dateStyle: 'medium', timeStyle: 'short' }).format(at);
	}

	/** The age of something, in a short form. Times in milliseconds. */
	ago(then: number, now: number): string {
		// Clocks of two machines differ: times in the future count as now.
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
		return remembered(this.#numbers, options, () => new Intl.NumberFormat(this.#locale, options));
	}

	#date(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
		return remembered(this.#dates, options, () => new Intl.DateTimeFormat(this.#locale, options));
	}
}

function remembered<Format>(formats: Map<string, Format>, options: object, make: () => Format) {
	const key = JSON.stringify(options);
	const format = formats.get(key) ?? make();
	formats.set(key, format);
	return format;
}

/** Texts of a row of the Conversations view. */
export interface RowTexts {
	readonly label: string;
	/** Shown dimmed after the label. */
	readonly description: string;
	/** Lines of the tooltip. */
	readonly details: readonly string[];
	/** The row for screen readers. */
	readonly spoken: string;
}

/** State of a row in addition to its conversation. */
export interface RowState {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** It is the active conversation. */
	readonly isShown: boolean;
	readonly isCompacting: boolean;
	/** It belongs to another workspace. */
	readonly isElsewhere: boolean;
}

/** Texts of a conversation's row. */
export function conversationTexts(
	row: ConversationRow,
	{ now, isShown, isCompacting, isElsewhere }: RowState,
	language: RowLanguage,
): RowTexts {
	const { l10n } = language;
	const { context } = row;
	const label = plainLabel(row.title) || l10n.t('Untitled');
	const origin = row.source || basename(row.file ?? '');
	const state = [
		...(isShown ? [l10n.t('shown in Summary')] : []),
		...(isCompacting ? [l10n.t('is being compacted')] : []),
	];
	const description = joined(
		isElsewhere ? folderOf(row.workspace) : '',
		origin,
		sizeOf(row, language),
		language.ago(row.updatedAt, now),
	);
	return {
		label,
		description,
		details: [
			label,
			joined(origin, row.file),
			l10n.t(
				'{0} messages, {1} tokens in all',
				language.whole(row.messages),
				language.whole(row.tokens),
			),
			...(context === undefined ? [] : [contextText(context, language)]),
			...(row.records === 0 ? [] : [l10n.t('Entries in its history: {0}', row.records)]),
			...(row.kept || row.viewed ? [] : [l10n.t('In memory only: lost when the window closes')]),
			...state,
		],
		spoken: [label, ...state, description].join(', '),
	};
}

/**
 * Texts of a record's row, or of the uncompacted log's.
 * @param logTokens Size of the log.
 * @param now Milliseconds since the epoch.
 */
export function recordTexts(
	entry: HistoryEntry | undefined,
	isActive: boolean,
	logTokens: number,
	now: number,
	language: RowLanguage,
): RowTexts {
	const { l10n } = language;
	const focus = entry?.focus === undefined ? '' : l10n.t('focus "{0}"', entry.focus);
	const [label, description, details] =
		entry === undefined
			? [
					l10n.t('Nothing compacted'),
					l10n.t('{0} tokens', language.whole(logTokens)),
					[l10n.t('The whole conversation, word for word')],
				]
			: [
					`${entry.number} · ${whatHappened(entry, language)}`,
					joined(entry.assistant, focus, language.ago(entry.createdAt, now)),
					[
						entry.assistant === undefined ? '' : l10n.t('Compacted by {0}', entry.assistant),
						focus,
						l10n.t(
							'Context: {0} tokens before, {1} after',
							language.whole(entry.tokensBefore),
							language.whole(entry.tokensAfter),
						),
						language.time(entry.createdAt),
					],
				];
	const active = isActive ? [l10n.t('The active version')] : [];
	return {
		label,
		description,
		details: [label, ...details, ...active].filter((line) => line !== ''),
		spoken: [label, ...(isActive ? [l10n.t('active')] : []), description].join(', '),
	};
}

function joined(...facts: readonly (string | undefined)[]): string {
	return plainLabel(facts.filter((fact) => fact !== undefined && fact !== '').join(' · '));
}

function whatHappened(
	{ kind, tokensBefore, tokensAfter }: HistoryEntry,
	language: RowLanguage,
): string {
	const { l10n } = language;
	return {
		compaction: `${language.whole(tokensBefore)} → ${language.whole(tokensAfter)}`,
		prune: l10n.t('tool results pruned'),
		pin: l10n.t('pins changed'),
		edit: l10n.t('item edited'),
		remove: l10n.t('item removed'),
	}[kind];
}

function contextText(
	context: NonNullable<ConversationRow['context']>,
	language: RowLanguage,
): string {
	const { l10n } = language;
	const used = formatUsed(context, language.whole(context.used));
	return context.window === undefined
		? l10n.t('Context: {0} tokens', used)
		: l10n.t('Context: {0} of {1} tokens', used, language.whole(context.window));
}

function sizeOf({ context, tokens }: ConversationRow, language: RowLanguage): string {
	const used = context === undefined ? '' : formatUsed(context, language.short(context.used));
	return context?.window === undefined
		? language.l10n.t('{0} tokens', used || language.short(tokens))
		: `${used} / ${language.short(context.window)}`;
}

/** The last part of a workspace's address. */
function folderOf(workspace: string | undefined): string {
	const name = workspace?.split('/').findLast((part) => part !== '') ?? '';
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
