import * as vscode from 'vscode';
import type { HistoryEntry } from '../../protocol/conversationView.ts';
import type { ReversalEnd } from '../../conversations/service/reversals.ts';
import { commands, views } from '../contributions.ts';
import { RowLanguage } from '../panel/rowLanguage.ts';
import { plainLabel } from '../plainText.ts';
import { compareRecords } from '../documents/recordComparison.ts';
import { reversalSentence } from '../conversations/refusals.ts';
import type { CommandServices } from './commandServices.ts';

/** Commands that move about in a conversation's compactions, or plan one. */
export function registerHistoryCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, conversations, compactions, previews, notifications } = services;

	async function reverse(reversal: Promise<ReversalEnd>): Promise<void> {
		const result = await reversal;
		if (result.kind === 'refused') {
			notifications.inform(reversalSentence(result.reason));
		}
		await active.shown();
	}

	return vscode.Disposable.from(
		// The newest step, whatever it was: a change of an item, or a compaction.
		onActive.register(commands.undoStep, ({ id }) => reverse(conversations.ask('undo', { id }))),
		onActive.register(commands.redoCompaction, ({ id }) =>
			reverse(conversations.ask('redo', { id })),
		),
		onActive.register(commands.restoreCompaction, async ({ id, standing }, named) => {
			if (standing.history.length === 0) {
				notifications.inform(nothingCompacted());
				return;
			}
			const chosen = named ?? (await pickRecord(standing.history, standing.active));
			if (chosen !== undefined) {
				const record = chosen === 0 ? {} : { record: chosen };
				await reverse(conversations.ask('restore', { id, ...record }));
			}
		}),
		onActive.register(commands.rebuildSummary, async ({ id, standing }) => {
			if (standing.history.length === 0) {
				notifications.inform(nothingCompacted());
				return;
			}
			await compactions.rebuild(id);
		}),
		onActive.register(commands.compareSummaries, async ({ id, standing }, named) => {
			const { history, active } = standing;
			const now = summaryIn(history, named ?? active);
			if (now === undefined) {
				notifications.inform(nothingCompacted());
				return;
			}
			// One that was made in place of another has no parent: the one before is what it replaced.
			const before =
				summaryIn(history, now.parent) ??
				history.findLast(({ number, kind }) => number < now.number && kind !== 'prune');
			await compareRecords(id, before, now);
		}),
		onActive.register(commands.previewCompaction, async ({ id }) => {
			await vscode.commands.executeCommand(`${views.summary}.focus`);
			await previews.show(id);
		}),
	);
}

function nothingCompacted(): string {
	return vscode.l10n.t('Nothing has been compacted in this context yet.');
}

/** The entry of a record, or of the one whose summary it has; prunings write none. */
function summaryIn(
	history: readonly HistoryEntry[],
	id: number | undefined,
): HistoryEntry | undefined {
	const entry = history.find((each) => each.id === id);
	return entry?.kind === 'prune' ? summaryIn(history, entry.parent) : entry;
}

/** @returns The id of a record; 0 for the log as it is. */
async function pickRecord(
	history: readonly HistoryEntry[],
	active: number | undefined,
): Promise<number | undefined> {
	const language = new RowLanguage(vscode.l10n, vscode.env.language);
	const mark = (isActive: boolean): string => (isActive ? `$(check) ${vscode.l10n.t('now')}` : '');
	const items = [
		...history.toReversed().map((entry) => ({
			label: `${vscode.l10n.t('Version {0}', entry.number)} · ${language.whole(entry.tokensBefore)} → ${language.whole(entry.tokensAfter)}`,
			description: mark(entry.id === active),
			detail: [
				language.time(entry.createdAt),
				...(entry.assistant === undefined ? [] : [plainLabel(entry.assistant)]),
				...(entry.pruned === undefined
					? []
					: [vscode.l10n.t('Tool results pruned: {0}', language.whole(entry.pruned))]),
				...(entry.focus === undefined
					? []
					: [plainLabel(vscode.l10n.t('focus "{0}"', entry.focus))]),
			].join(' · '),
			record: entry.id,
		})),
		{
			label: vscode.l10n.t('Nothing compacted'),
			description: mark(active === undefined),
			detail: vscode.l10n.t('the whole conversation, word for word'),
			record: 0,
		},
	];
	const picked = await vscode.window.showQuickPick(items, {
		placeHolder: vscode.l10n.t('Which version should be active? Nothing is deleted.'),
		matchOnDetail: true,
	});
	return picked?.record;
}
