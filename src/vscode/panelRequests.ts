import * as vscode from 'vscode';
import type { FromPanel } from '../protocol/fromPanel.ts';
import type { ActiveConversation } from './activeConversation.ts';
import type { Compactions } from './compactions.ts';
import { commands } from './contributions.ts';
import type { FileOpener } from './fileOpener.ts';

/** Does what a person asks for in the panel. */
export class PanelRequests {
	readonly #active: ActiveConversation;
	readonly #compactions: Compactions;
	readonly #files: FileOpener;

	constructor(active: ActiveConversation, compactions: Compactions, files: FileOpener) {
		this.#active = active;
		this.#compactions = compactions;
		this.#files = files;
	}

	async handle(request: Exclude<FromPanel, { type: 'ready' }>): Promise<void> {
		const { view } = this.#active;
		switch (request.type) {
			case 'compact':
				if (view !== undefined) {
					await this.#compactions.start(view.id, request.focus);
				}
				return;
			case 'cancel':
				if (view !== undefined) {
					this.#compactions.cancel(view.id);
				}
				return;
			case 'retryWithModel':
				await vscode.commands.executeCommand(commands.retryWithModel);
				return;
			case 'chooseModel':
				await vscode.commands.executeCommand(commands.chooseSummaryModel);
				return;
			case 'copyHandoff':
				await vscode.commands.executeCommand(commands.copyHandoff);
				return;
			case 'openTranscript':
				await vscode.commands.executeCommand(commands.openTranscript);
				return;
			case 'openSample':
				await vscode.commands.executeCommand(commands.openSample);
				return;
			case 'openFile':
				if (view !== undefined) {
					await this.#files.openNamed(request.path, view.file);
				}
				return;
			case 'openProblem':
				if (view !== undefined) {
					await this.#files.openAt(vscode.Uri.file(view.file), request.line);
				}
				return;
			case 'openExternal':
				await vscode.env.openExternal(vscode.Uri.parse(request.url, true));
				return;
			case 'copyText':
				await vscode.env.clipboard.writeText(request.text);
				return;
		}
	}
}
