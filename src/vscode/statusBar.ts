import * as vscode from 'vscode';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { ActiveConversation } from './activeConversation.ts';
import type { Compactions } from './compactions.ts';
import { commands, views } from './contributions.ts';
import { contextUse } from './contextUse.ts';

/** Shows how full the window of the active conversation is; hidden when there is none. */
export class StatusBar implements vscode.Disposable {
	readonly #active: ActiveConversation;
	readonly #compactions: Compactions;
	readonly #item: vscode.StatusBarItem;
	readonly #subscriptions: vscode.Disposable;
	#numbers: Intl.NumberFormat | undefined;

	constructor(active: ActiveConversation, compactions: Compactions) {
		this.#active = active;
		this.#compactions = compactions;
		this.#item = vscode.window.createStatusBarItem(
			'precis.context',
			vscode.StatusBarAlignment.Right,
			100,
		);
		this.#item.name = vscode.l10n.t('Precis: Context');
		this.#item.command = `${views.summary}.focus`;
		this.#subscriptions = vscode.Disposable.from(
			this.#item,
			active.onDidChange(() => this.#update()),
			compactions.onDidChange(() => this.#update()),
		);
	}

	dispose(): void {
		this.#subscriptions.dispose();
	}

	#update(): void {
		const { view } = this.#active;
		if (view === undefined) {
			this.#item.hide();
			return;
		}
		const isRunning = this.#compactions.running(view.id) !== undefined;
		const { percent, isNearlyFull } = contextUse(view.meter);
		const words = isRunning
			? vscode.l10n.t('Precis: compacting {0}', view.title)
			: vscode.l10n.t('Precis: the context of {0} takes {1} % of the window', view.title, percent);
		this.#item.text = isRunning
			? `$(sync~spin) ${vscode.l10n.t('compacting…')}`
			: `$(fold) ${percent}%`;
		this.#item.accessibilityInformation = { label: words };
		this.#item.tooltip = this.#tooltip(view, isRunning);
		this.#item.backgroundColor =
			isNearlyFull && !isRunning
				? new vscode.ThemeColor('statusBarItem.warningBackground')
				: undefined;
		this.#item.show();
	}

	#tooltip(view: ConversationView, isRunning: boolean): vscode.MarkdownString {
		// The first one of a process takes tens of milliseconds: too long for activation.
		const numbers = (this.#numbers ??= new Intl.NumberFormat(vscode.env.language));
		const { used, percent } = contextUse(view.meter);
		const { window, softThreshold, hardThreshold } = view.meter;
		const tooltip = new vscode.MarkdownString(undefined, true);
		tooltip.isTrusted = { enabledCommands: Object.values(commands) };
		// A title is text of the conversation: it must not become Markdown.
		tooltip.appendText(view.title);
		tooltip.appendMarkdown('\n\n');
		tooltip.appendText(
			vscode.l10n.t(
				'Context: {0} of {1} tokens ({2} %)',
				numbers.format(used),
				numbers.format(window),
				percent,
			),
		);
		tooltip.appendMarkdown('  \n');
		tooltip.appendText(
			vscode.l10n.t(
				'Thresholds: soft {0}, hard {1}',
				numbers.format(softThreshold),
				numbers.format(hardThreshold),
			),
		);
		const links = isRunning
			? [link('close', vscode.l10n.t('Cancel Compaction'), commands.cancelCompaction)]
			: [
					link('fold', vscode.l10n.t('Compact'), commands.compact),
					...(view.receipt === undefined
						? []
						: [link('copy', vscode.l10n.t('Copy Handoff'), commands.copyHandoff)]),
				];
		tooltip.appendMarkdown(`\n\n---\n\n${links.join(' &nbsp; ')}`);
		return tooltip;
	}
}

function link(icon: string, label: string, command: string): string {
	return `[$(${icon}) ${label}](command:${command})`;
}
