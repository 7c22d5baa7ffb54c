import { basename } from 'node:path';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { plainLabel } from '../plainText.ts';
import { usedText } from '../status/contextStatus.ts';
import type { RowLanguage } from './rowLanguage.ts';

/** What a row of the Conversations view says. */
export interface RowTexts {
	readonly label: string;
	/** Stands dimmed behind the label. */
	readonly description: string;
	/** Lines that are shown on hovering. */
	readonly details: readonly string[];
	/** The row for those who do not see it. */
	readonly spoken: string;
}

/** What a row of a conversation depends on beside the conversation. */
export interface RowStanding {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The Summary view is about it. */
	readonly isShown: boolean;
	readonly isCompacting: boolean;
	/** It belongs to another workspace. */
	readonly isElsewhere: boolean;
}

/** What a conversation's row says. */
export function conversationTexts(
	row: ConversationRow,
	{ now, isShown, isCompacting, isElsewhere }: RowStanding,
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
 * What the row of a record says, or that of the log without any summary.
 * @param logTokens Of the log.
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
	const used = usedText(context, language.whole(context.used));
	return context.window === undefined
		? l10n.t('Context: {0} tokens', used)
		: l10n.t('Context: {0} of {1} tokens', used, language.whole(context.window));
}

function sizeOf({ context, tokens }: ConversationRow, language: RowLanguage): string {
	const used = context === undefined ? '' : usedText(context, language.short(context.used));
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
