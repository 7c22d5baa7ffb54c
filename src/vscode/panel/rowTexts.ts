import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { plainLabel } from '../plainText.ts';
import { dateText, formatSizes, formatUsed, shortNumber, whole } from '../formats.ts';

/** The age of something, in a short form. Times in milliseconds. */
export function ageText(then: number, now: number): string {
	// Clocks of two machines differ: times in the future count as now.
	const minutes = Math.floor(Math.max(0, now - then) / 60_000);
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (minutes < 1) {
		return vscode.l10n.t('just now');
	}
	if (hours < 1) {
		return vscode.l10n.t('{0} min ago', minutes);
	}
	if (days < 1) {
		return vscode.l10n.t('{0} h ago', hours);
	}
	return days < 30 ? vscode.l10n.t('{0} d ago', days) : dateText(then, { dateStyle: 'medium' });
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
): RowTexts {
	const { context } = row;
	const label = plainLabel(row.title) || vscode.l10n.t('Untitled');
	const origin = row.source || basename(row.file ?? '');
	const state = [
		...(isShown ? [vscode.l10n.t('shown in Summary')] : []),
		...(isCompacting ? [vscode.l10n.t('is being compacted')] : []),
	];
	// The end is cut off first.
	const description = joined(
		sizeOf(row),
		ageText(row.updatedAt, now),
		isElsewhere ? folderOf(row.workspace) : '',
		origin,
	);
	return {
		label,
		description,
		details: [
			label,
			joined(origin, row.file),
			vscode.l10n.t(
				'{0} messages, {1} tokens in all',
				whole(row.messages),
				formatUsed({}, whole(row.tokens)),
			),
			...(context === undefined ? [] : [contextText(context)]),
			...(context?.isUntilContinued === true
				? [vscode.l10n.t('This is its size if you continue from here.')]
				: []),
			...(row.records === 0 ? [] : [vscode.l10n.t('Entries in its history: {0}', row.records)]),
			...(row.kept || row.viewed
				? []
				: [vscode.l10n.t('In memory only: lost when the window closes')]),
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
): RowTexts {
	const focus = entry?.focus === undefined ? '' : vscode.l10n.t('focus "{0}"', entry.focus);
	const [label, description, details] =
		entry === undefined
			? [
					vscode.l10n.t('Nothing compacted'),
					vscode.l10n.t('{0} tokens', formatUsed({}, shortNumber(logTokens))),
					[vscode.l10n.t('The whole conversation, word for word')],
				]
			: [
					`${entry.number} · ${whatHappened(entry)}`,
					joined(ageText(entry.createdAt, now), entry.assistant, focus),
					[
						entry.assistant === undefined ? '' : vscode.l10n.t('Compacted by {0}', entry.assistant),
						focus,
						vscode.l10n.t('Context: {0} tokens before, {1} after', ...formatSizes(entry, whole)),
						dateText(entry.createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
					],
				];
	const active = isActive ? [vscode.l10n.t('The active version')] : [];
	return {
		label,
		description,
		details: [label, ...details, ...active].filter((line) => line !== ''),
		spoken: [label, ...(isActive ? [vscode.l10n.t('active')] : []), description].join(', '),
	};
}

function joined(...facts: readonly (string | undefined)[]): string {
	return plainLabel(facts.filter((fact) => fact !== undefined && fact !== '').join(' · '));
}

function whatHappened(entry: HistoryEntry): string {
	return {
		compaction: formatSizes(entry, shortNumber).join(' → '),
		prune: vscode.l10n.t('tool results pruned'),
		pin: vscode.l10n.t('pins changed'),
		edit: vscode.l10n.t('item edited'),
		remove: vscode.l10n.t('item removed'),
	}[entry.kind];
}

function contextText(context: NonNullable<ConversationRow['context']>): string {
	const used = formatUsed(context, whole(context.used));
	return context.window === undefined
		? vscode.l10n.t('Context: {0} tokens', used)
		: vscode.l10n.t(
				'Context: {0} of {1} tokens',
				used,
				formatUsed({ isReported: context.isWindowReported }, whole(context.window)),
			);
}

function sizeOf({ context, tokens }: ConversationRow): string {
	const used = formatUsed(context ?? {}, shortNumber(context?.used ?? tokens));
	return context?.window === undefined
		? vscode.l10n.t('{0} tokens', used)
		: `${used} / ${formatUsed({ isReported: context.isWindowReported }, shortNumber(context.window))}`;
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
