import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import { offersModels, onDidChangeAgentHost } from './agentHost.ts';
import { contextStatus, contextUse, type ContextStatus } from './contextStatus.ts';
import { commands, views } from '../contributions.ts';
import { formatSizes, formatUsed, percentage, shortNumber, whole } from '../formats.ts';
import { escaped } from '../plainText.ts';

/** Commands that the tooltip links to. */
const linkedCommands = [
	`${views.summary}.focus`,
	commands.cancelCompaction,
	commands.compact,
	commands.undoStep,
	commands.copyHandoff,
	commands.showModelsInAgentHost,
];

/** Shows how full the window of the active conversation is; hidden without one. */
export function showStatusBar(
	active: ActiveConversation,
	compactions: Compactions,
): vscode.Disposable {
	const item = vscode.window.createStatusBarItem(
		'precis.context',
		vscode.StatusBarAlignment.Right,
		100,
	);
	item.name = vscode.l10n.t('Precis: Context');
	item.command = `${views.summary}.focus`;
	/** Ends the display of a recent compaction. */
	let timer: NodeJS.Timeout | undefined;

	function update(): void {
		clearTimeout(timer);
		const { view } = active;
		if (view === undefined) {
			item.hide();
			return;
		}
		const status = contextStatus(view, compactions.running(view.id) !== undefined, Date.now());
		if (status.kind === 'compacted') {
			timer = setTimeout(update, status.recentForMs);
		}
		const text = textOf(status, view);
		const advice = adviceOn(status);
		item.text = `$(${status.kind === 'compacting' ? 'sync~spin' : 'fold'}) ${text}`;
		item.accessibilityInformation = {
			label: [`Precis: ${view.title}: ${text}`, ...(advice === undefined ? [] : [advice])].join(
				'. ',
			),
		};
		item.tooltip = tooltipOf(view, status, advice);
		item.backgroundColor =
			advice === undefined ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
		item.show();
	}

	return vscode.Disposable.from(
		item,
		active.onDidChange(update),
		compactions.onDidChange(update),
		onDidChangeAgentHost(update),
		new vscode.Disposable(() => clearTimeout(timer)),
	);
}

function tooltipOf(
	view: ConversationView,
	status: ContextStatus,
	advice: string | undefined,
): vscode.MarkdownString {
	const { used, percent } = contextUse(view.meter);
	const { window, isWindowReported, thresholds } = view.meter;
	const { receipt } = view;
	const tooltip = new vscode.MarkdownString(undefined, true);
	tooltip.isTrusted = { enabledCommands: linkedCommands };
	const lines: readonly (string | false)[] = [
		window === undefined || percent === undefined
			? vscode.l10n.t('Context: {0} tokens', formatUsed(view.meter, whole(used)))
			: vscode.l10n.t(
					'Context: {0} of {1} tokens ({2})',
					formatUsed(view.meter, whole(used)),
					formatUsed({ isReported: isWindowReported }, whole(window)),
					percentage(percent),
				),
		view.meter.pending &&
			vscode.l10n.t('Estimated by Precis. The model reports its count with the next message.'),
		receipt !== undefined &&
			(view.meter.isUntilContinued === true
				? vscode.l10n.t(
						'This is its size if you continue from here. The session still has {0} tokens.',
						formatUsed(receipt, whole(receipt.tokensBefore)),
					)
				: vscode.l10n.t(
						'Before the last compaction: {0}',
						formatUsed(receipt, whole(receipt.tokensBefore)),
					)),
		thresholds !== undefined &&
			vscode.l10n.t(
				'Thresholds: soft {0}, hard {1}',
				whole(thresholds.soft),
				whole(thresholds.hard),
			),
		view.lookUps !== undefined &&
			vscode.l10n.t('Look-ups: {0}, each another request to the model', whole(view.lookUps)),
	];
	const shown = lines.filter((line) => line !== false).map(escaped);
	// `appendText` would prevent line breaks.
	tooltip.appendMarkdown(`${escaped(view.title)}\n\n${shown.join('  \n')}`);
	if (advice !== undefined) {
		tooltip.appendMarkdown(`\n\n$(warning) ${escaped(advice)}`);
	}
	if (offersModels(view.source)) {
		const text = vscode.l10n.t(
			'Chats with the session target Copilot do not list the “… · Precis” models.',
		);
		const link = `[${escaped(vscode.l10n.t('Show Models'))}](command:${commands.showModelsInAgentHost})`;
		tooltip.appendMarkdown(`\n\n$(info) ${escaped(text)} ${link}`);
	}
	tooltip.appendMarkdown(`\n\n---\n\n${linksFor(view, status).join(' &nbsp; ')}`);
	return tooltip;
}

/** The item's text without its icon. */
function textOf(status: ContextStatus, { meter }: ConversationView): string {
	switch (status.kind) {
		case 'compacting':
			return vscode.l10n.t('compacting…');
		case 'compacted':
			return vscode.l10n.t('Compacted {0} → {1}', ...formatSizes(status.sizes, shortNumber));
		case 'pending':
			return vscode.l10n.t('pending');
		case 'full':
		case 'stopped':
		case 'measured':
			return status.percent === undefined
				? formatUsed(meter, shortNumber(contextUse(meter).used))
				: formatUsed(contextUse(meter), percentage(status.percent));
	}
}

/** The text of a warning; undefined: none. */
function adviceOn({ kind }: ContextStatus): string | undefined {
	return kind === 'full'
		? vscode.l10n.t('The window is nearly full: the next messages may not fit.')
		: kind === 'stopped'
			? vscode.l10n.t(
					'Automatic compaction is on hold: the last two compactions each saved less than 10 %. It resumes when the conversation has grown by a quarter. To free space now, compact with a focus, or start a new conversation with the handoff.',
				)
			: undefined;
}

function linksFor({ receipt, status }: ConversationView, { kind }: ContextStatus): string[] {
	if (kind === 'compacting') {
		return [link('close', vscode.l10n.t('Cancel Compaction'), commands.cancelCompaction)];
	}
	return [
		...(kind === 'compacted' ? [link('eye', vscode.l10n.t('Show'), `${views.summary}.focus`)] : []),
		link('fold', vscode.l10n.t('Compact'), commands.compact),
		...(status.canUndo ? [link('discard', vscode.l10n.t('Undo'), commands.undoStep)] : []),
		...(receipt === undefined
			? []
			: [link('copy', vscode.l10n.t('Copy Handoff'), commands.copyHandoff)]),
	];
}

function link(icon: string, label: string, command: string): string {
	return `[$(${icon}) ${label}](command:${command})`;
}
