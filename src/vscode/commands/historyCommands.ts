import * as vscode from 'vscode';
import type { HistoryEntry } from '../../protocol/conversationView.ts';
import type { ReversalResult } from '../../protocol/worker.ts';
import { redact } from '../../redaction/redact.ts';
import type { Compactions } from '../compactions.ts';
import { commands } from '../contributions.ts';
import type { Conversations } from '../conversations.ts';
import type { Notifications } from '../notifications.ts';
import { plainLabel } from '../plainLabel.ts';
import { documentUri } from '../precisDocuments.ts';
import { previewText } from '../previewText.ts';
import { refusalSentence, reversalSentence } from '../refusals.ts';
import type { ActiveCommands } from './activeCommands.ts';
import { askForFocus } from './askForFocus.ts';

export interface HistoryCommandServices {
	readonly onActive: ActiveCommands;
	readonly conversations: Conversations;
	readonly compactions: Compactions;
	readonly notifications: Notifications;
	/** Has what is shown of a conversation looked at again. */
	readonly refresh: (id: string) => Promise<void>;
}

/** Commands that move about in a conversation's compactions, or plan one. */
export function registerHistoryCommands(services: HistoryCommandServices): vscode.Disposable {
	const { onActive, conversations, compactions, notifications, refresh } = services;

	async function reverse(id: string, reversal: Promise<ReversalResult>): Promise<void> {
		const result = await reversal;
		if (result.kind === 'refused') {
			notifications.inform(reversalSentence(result.reason));
		}
		await refresh(id);
	}

	return vscode.Disposable.from(
		onActive.register(commands.undoCompaction, ({ id }) =>
			reverse(id, conversations.ask('undo', { id })),
		),
		onActive.register(commands.redoCompaction, ({ id }) =>
			reverse(id, conversations.ask('redo', { id })),
		),
		onActive.register(commands.restoreCompaction, async ({ id, standing }) => {
			const chosen = await pickRecord(standing.history, standing.active);
			if (chosen !== undefined) {
				const record = chosen === 0 ? {} : { record: chosen };
				await reverse(id, conversations.ask('restore', { id, ...record }));
			}
		}),
		onActive.register(commands.rebuildSummary, async ({ id }) => {
			const focus = await askForFocus({
				title: vscode.l10n.t('Rebuild Summary from Originals'),
				last: undefined,
				optional: true,
			});
			if (focus !== undefined) {
				await compactions.rebuild(id, focus === '' ? undefined : focus);
			}
		}),
		onActive.register(commands.compareSummaries, async ({ id, title, standing }) => {
			const { history, active } = standing;
			const now = history.find((entry) => entry.id === active);
			if (now === undefined) {
				notifications.inform(vscode.l10n.t('Nothing has been compacted in this context yet.'));
				return;
			}
			// One that was made in place of another has no parent: the one before is what it replaced.
			const before =
				history.find((entry) => entry.id === now.parent) ??
				history.findLast((entry) => entry.number < now.number);
			const uriOf = (entry: HistoryEntry | undefined): vscode.Uri =>
				documentUri(
					{ kind: 'handoff', conversation: id, record: entry?.id ?? 0 },
					entry === undefined ? title : `${title} #${entry.number}`,
				);
			const name = vscode.l10n.t('{0}: summary #{1} and the one before', title, now.number);
			await vscode.commands.executeCommand('vscode.diff', uriOf(before), uriOf(now), name);
		}),
		onActive.register(commands.previewCompaction, async ({ id }) => {
			const typed = await askForFocus({
				title: vscode.l10n.t('Preview Compaction'),
				last: undefined,
				optional: true,
			});
			if (typed === undefined) {
				return;
			}
			// It is kept with the compaction.
			const focus = redact(typed);
			const end = await conversations.ask('preview', { id, ...(focus === '' ? {} : { focus }) });
			if (end.kind === 'nothing-to-do') {
				notifications.inform(refusalSentence({ kind: 'refused', reason: end.reason }));
				return;
			}
			const { preview } = end;
			const compact = vscode.l10n.t('Compact');
			const answer = await vscode.window.showInformationMessage(
				vscode.l10n.t('What a compaction would do'),
				{ modal: true, detail: previewText(preview) },
				compact,
			);
			if (answer === compact) {
				const topic = focus === '' ? {} : { focus };
				await compactions.run(id, topic, () =>
					conversations.ask('applyPreview', { id, preview: preview.id }),
				);
			} else {
				await conversations.ask('discardPreview', { id, preview: preview.id });
			}
		}),
		onActive.register(commands.applyProposal, ({ id }) =>
			compactions.run(id, {}, () => conversations.ask('applyProposal', { id })),
		),
		onActive.register(commands.discardProposal, async ({ id }) => {
			await conversations.ask('discardProposal', { id });
			await refresh(id);
		}),
	);
}

/** @returns The id of a record; 0 for the log as it is. */
async function pickRecord(
	history: readonly HistoryEntry[],
	active: number | undefined,
): Promise<number | undefined> {
	const numbers = new Intl.NumberFormat(vscode.env.language);
	const times = new Intl.DateTimeFormat(vscode.env.language, {
		dateStyle: 'medium',
		timeStyle: 'short',
	});
	const mark = (isActive: boolean): string => (isActive ? `$(check) ${vscode.l10n.t('now')}` : '');
	const items = [
		...history.toReversed().map((entry) => ({
			label: `#${entry.number} · ${numbers.format(entry.tokensBefore)} → ${numbers.format(entry.tokensAfter)}`,
			description: mark(entry.id === active),
			detail: [
				times.format(entry.createdAt),
				...(entry.focus === undefined
					? []
					: [plainLabel(vscode.l10n.t('focus "{0}"', entry.focus))]),
			].join(' · '),
			record: entry.id,
		})),
		{
			label: vscode.l10n.t('Nothing compacted'),
			description: mark(active === undefined),
			detail: vscode.l10n.t('the whole log, word for word'),
			record: 0,
		},
	];
	const picked = await vscode.window.showQuickPick(items, {
		placeHolder: vscode.l10n.t('Which context should hold? Nothing is lost by any choice.'),
		matchOnDetail: true,
	});
	return picked?.record;
}
