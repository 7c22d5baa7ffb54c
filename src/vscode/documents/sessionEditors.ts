import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { sessionEditor } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { SessionPage, type SessionPageServices } from './sessionPage.ts';
import { sessionPlaceOf, sessionUri, type SessionAddress } from './sessionPlace.ts';

export interface SessionEditorsServices extends SessionPageServices {
	readonly active: ActiveConversation;
	readonly worker: Pick<WorkerClient, 'onDidTell'>;
	/** The conversation to show of a file; undefined: the person chose none. */
	readonly conversationIn: (file: vscode.Uri) => Promise<string | undefined>;
}

/** How an editor is shown. */
export interface ShowSessionOptions {
	/** The message to bring to the screen, from 1. */
	readonly number?: number;
	readonly viewColumn?: vscode.ViewColumn;
	readonly preserveFocus?: boolean;
}

/** The editor *Precis Session*: of conversations that commands open, and of files that are reopened with it. */
export class SessionEditors implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
	readonly #services: SessionEditorsServices;
	readonly #pages = new Set<SessionPage>();
	/** Messages to bring to the screen of editors that are being opened, by conversation. */
	readonly #wanted = new Map<string, number>();
	readonly #subscriptions: vscode.Disposable;

	constructor(services: SessionEditorsServices) {
		this.#services = services;
		const { worker } = services;
		this.#subscriptions = vscode.Disposable.from(
			worker.onDidTell('changed', ({ conversation }) => this.#changed(conversation)),
			worker.onDidTell('deleted', ({ conversation }) => this.#changed(conversation)),
			// The next request starts the worker again.
			worker.onDidTell('stopped', () => {
				for (const page of this.#pages) {
					page.changed();
				}
			}),
			vscode.window.registerCustomEditorProvider(sessionEditor, this, {
				supportsMultipleEditorsPerDocument: true,
			}),
		);
	}

	/** Shows a conversation, in the editor where it is open already if there is one. */
	async show(place: SessionAddress, options: ShowSessionOptions = {}): Promise<void> {
		const { number, ...where } = options;
		const open = [...this.#pages].find((page) => page.place.id === place.id);
		if (open !== undefined) {
			open.show(number, where.preserveFocus === true);
			return;
		}
		if (number !== undefined) {
			this.#wanted.set(place.id, number);
		}
		await vscode.commands.executeCommand('vscode.openWith', sessionUri(place), sessionEditor, {
			// It stays: what is opened from the panel would take its place.
			preview: false,
			...where,
		});
	}

	openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
		return { uri, dispose: () => undefined };
	}

	async resolveCustomEditor(
		{ uri }: vscode.CustomDocument,
		panel: vscode.WebviewPanel,
	): Promise<void> {
		const place = sessionPlaceOf(uri) ?? (await this.#placeInFile(uri, panel.active));
		if (place === undefined) {
			panel.dispose();
			return;
		}
		const page = new SessionPage(place, panel, uri, this.#services);
		this.#pages.add(page);
		const number = this.#wanted.get(place.id);
		this.#wanted.delete(place.id);
		if (number !== undefined) {
			page.reveal(number);
		}
		panel.onDidChangeViewState(() => {
			if (panel.active) {
				detach(this.#follow(place), this.#services.log);
			}
		});
		panel.onDidDispose(() => {
			this.#pages.delete(page);
			page.dispose();
			this.#letGo(place);
		});
	}

	dispose(): void {
		this.#subscriptions.dispose();
		for (const page of this.#pages) {
			page.dispose();
		}
	}

	/** A conversation may be another one than before. */
	#changed(id: string): void {
		for (const page of this.#pages) {
			if (page.place.id === id) {
				page.changed();
			}
		}
	}

	/** @param isInFront Then a person has reopened the file, and gets its summary as well. */
	async #placeInFile(uri: vscode.Uri, isInFront: boolean): Promise<SessionAddress | undefined> {
		const { active, conversations, conversationIn } = this.#services;
		const id = await conversationIn(uri);
		if (id === undefined) {
			return undefined;
		}
		if (isInFront && active.view?.id !== id) {
			const before = active.view;
			active.show(await conversations.view(id));
			if (before?.standing.viewed === true) {
				this.#letGo(before);
			}
		}
		return { id, file: uri.fsPath };
	}

	/** The Summary view is about the conversation of the editor that a person turns to. */
	async #follow({ id }: SessionAddress): Promise<void> {
		const { active, conversations } = this.#services;
		if (active.view?.id !== id) {
			active.show(await conversations.view(id));
		}
	}

	/** What was only looked at need not be held when nobody looks at it any more. */
	#letGo({ id, file }: SessionAddress): void {
		const { active, conversations, log } = this.#services;
		const isShown = active.view?.id === id || [...this.#pages].some((page) => page.place.id === id);
		if (file !== undefined && !isShown) {
			detach(conversations.close(id), log);
		}
	}
}
