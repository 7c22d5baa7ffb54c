import { basename } from 'node:path';
import type { ListedHandoff } from '../../git/sharedHandoffs.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { plainLabel } from '../plainText.ts';
import { relativeTime, type RowLanguage } from './rowLanguage.ts';
import { usedText } from '../status/contextStatus.ts';

/** Characters of a commit's id that tell it from others. */
const shortCommit = 8;

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
	standing: RowStanding,
	language: RowLanguage,
): RowTexts {
	const { l10n } = language;
	const label = plainLabel(row.title) || l10n.t('Untitled');
	const workspace = standing.isElsewhere ? folderOf(row.workspace) : undefined;
	const origin = row.source || basename(row.file ?? '');
	const state = [
		...(standing.isShown ? [l10n.t('shown in Summary')] : []),
		...(standing.isCompacting ? [l10n.t('is being compacted')] : []),
	];
	const description = [
		...(workspace === undefined ? [] : [workspace]),
		...(origin === '' ? [] : [origin]),
		sizeOf(row, language),
		relativeTime(row.updatedAt, standing.now, language),
	].join(' · ');
	return {
		label,
		description: plainLabel(description),
		details: [
			label,
			[origin, ...(row.file === undefined ? [] : [row.file])].filter(Boolean).join(' · '),
			l10n.t(
				'{0} messages, {1} tokens in all',
				language.whole(row.messages),
				language.whole(row.tokens),
			),
			...(row.context === undefined
				? []
				: [
						row.context.window === undefined
							? l10n.t(
									'Context: {0} tokens',
									usedText(row.context, language.whole(row.context.used)),
								)
							: l10n.t(
									'Context: {0} of {1} tokens',
									usedText(row.context, language.whole(row.context.used)),
									language.whole(row.context.window),
								),
					]),
			...(row.records === 0 ? [] : [l10n.t('Entries in its history: {0}', row.records)]),
			...(row.kept || row.viewed ? [] : [l10n.t('In memory only: lost when the window closes')]),
			...state,
		].filter((line) => line !== ''),
		spoken: [label, ...state, description].join(', '),
	};
}

/** @param now Milliseconds since the epoch. */
export function recordTexts(
	entry: HistoryEntry,
	isActive: boolean,
	now: number,
	language: RowLanguage,
): RowTexts {
	const { l10n } = language;
	const label = `${entry.number} · ${whatHappened(entry, language)}`;
	const description = [
		...(entry.assistant === undefined ? [] : [entry.assistant]),
		...(entry.focus === undefined ? [] : [l10n.t('focus "{0}"', entry.focus)]),
		relativeTime(entry.createdAt, now, language),
	].join(' · ');
	return {
		label,
		description: plainLabel(description),
		details: [
			label,
			...(entry.assistant === undefined ? [] : [l10n.t('Compacted by {0}', entry.assistant)]),
			...(entry.focus === undefined ? [] : [l10n.t('focus "{0}"', entry.focus)]),
			l10n.t(
				'Context: {0} tokens before, {1} after',
				language.whole(entry.tokensBefore),
				language.whole(entry.tokensAfter),
			),
			language.time(entry.createdAt),
			...(isActive ? [l10n.t('The active version')] : []),
		],
		spoken: [label, ...(isActive ? [l10n.t('active')] : []), description].join(', '),
	};
}

/** The row that stands for the log without any summary. @param tokens Of the log. */
export function logTexts(tokens: number, isActive: boolean, language: RowLanguage): RowTexts {
	const { l10n } = language;
	const label = l10n.t('Nothing compacted');
	const description = l10n.t('{0} tokens', language.whole(tokens));
	return {
		label,
		description,
		details: [
			label,
			l10n.t('The whole conversation, word for word'),
			...(isActive ? [l10n.t('The active version')] : []),
		],
		spoken: [label, ...(isActive ? [l10n.t('active')] : []), description].join(', '),
	};
}

/**
 * The row of a handoff that somebody shared.
 * @param folder Of its repository.
 * @param now Milliseconds since the epoch.
 */
export function sharedTexts(
	{ title, author, commit, date }: ListedHandoff,
	folder: string,
	now: number,
	language: RowLanguage,
): RowTexts {
	const { l10n } = language;
	const label = plainLabel(title);
	const description = plainLabel(
		[author, commit.slice(0, shortCommit), relativeTime(date, now, language)].join(' · '),
	);
	return {
		label,
		description,
		details: [
			label,
			l10n.t('Author: {0}', author),
			l10n.t('Commit: {0}', commit),
			language.time(date),
			folder,
		],
		spoken: [label, description].join(', '),
	};
}

/** How many handoffs a list leaves out. */
export function unlistedText(unlisted: number, { l10n }: Pick<RowLanguage, 'l10n'>): string {
	return unlisted === 1
		? l10n.t('1 more is not listed')
		: l10n.t('{0} more are not listed', unlisted);
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

function sizeOf({ context, tokens }: ConversationRow, language: RowLanguage): string {
	const { l10n } = language;
	if (context === undefined) {
		return l10n.t('{0} tokens', language.short(tokens));
	}
	const used = usedText(context, language.short(context.used));
	return context.window === undefined
		? l10n.t('{0} tokens', used)
		: `${used} / ${language.short(context.window)}`;
}

/** The last part of a workspace's address. */
function folderOf(workspace: string | undefined): string | undefined {
	const name = workspace?.split('/').findLast((part) => part !== '');
	if (name === undefined) {
		return undefined;
	}
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
