import * as vscode from 'vscode';
import type { FromPanel } from '../protocol/fromPanel.ts';
import type { ActiveConversation } from './activeConversation.ts';
import type { Compactions } from './compactions.ts';
import { commands } from './contributions.ts';
import type { Conversations } from './conversations.ts';
import type { FileOpener } from './fileOpener.ts';

export interface PanelRequestServices {
	readonly active: ActiveConversation;
	readonly conversations: Conversations;
	readonly compactions: Compactions;
	readonly files: FileOpener;
	/** Has what is shown of a conversation looked at again. */
	readonly refresh: (id: string) => Promise<void>;
}

/** Requests that the worker is asked for as they are. */
const workerMethods = {
	sendUnsent: 'sendUnsent',
	discardUnsent: 'dismissUnsent',
	dismissCompaction: 'dismiss',
} as const;

/** Does what a person asks for in the panel. */
export class PanelRequests {
	readonly #active: ActiveConversation;
	readonly #compactions: Compactions;
	readonly #files: FileOpener;
	readonly #conversations: Conversations;
	readonly #refresh: (id: string) => Promise<void>;

	constructor({ active, conversations, compactions, files, refresh }: PanelRequestServices) {
		this.#active = active;
		this.#conversations = conversations;
		this.#compactions = compactions;
		this.#files = files;
		this.#refresh = refresh;
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
			case 'undo':
				await vscode.commands.executeCommand(commands.undoCompaction);
				return;
			case 'redo':
				await vscode.commands.executeCommand(commands.redoCompaction);
				return;
			case 'compare':
				await vscode.commands.executeCommand(commands.compareSummaries);
				return;
			case 'stop':
				await vscode.commands.executeCommand(commands.stopAnswer);
				return;
			case 'applyProposal':
				await vscode.commands.executeCommand(commands.applyProposal);
				return;
			case 'discardProposal':
				await vscode.commands.executeCommand(commands.discardProposal);
				return;
			case 'answerLast':
				await vscode.commands.executeCommand(commands.answerLast);
				return;
			case 'turnOnAutomatic':
				await vscode.commands.executeCommand(commands.togglePauseEverywhere);
				return;
			case 'resumeAutomatic':
				await vscode.commands.executeCommand(commands.togglePause);
				return;
			case 'sendUnsent':
			case 'discardUnsent':
			case 'dismissCompaction':
				if (view !== undefined) {
					await this.#conversations.ask(workerMethods[request.type], { id: view.id });
					await this.#refresh(view.id);
				}
				return;
			case 'resumeCompaction':
				if (view !== undefined) {
					const { id } = view;
					const running = this.#compactions.run(id, {}, () =>
						this.#conversations.ask('resume', { id }),
					);
					// It is not offered any more while it runs.
					await this.#refresh(id);
					await running;
				}
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
				if (view?.file !== undefined) {
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
