import * as vscode from 'vscode';
import { messageOf } from '../../messages/errors.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { parseFromSession, type FromSession } from '../../protocol/fromSession.ts';
import type { SessionRequests, SessionSide } from '../../protocol/session.ts';
import type { ToSession } from '../../protocol/toSession.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { coalesceRefresh } from '../conversations/looks.ts';
import { detach } from '../detach.ts';
import { openNamedFile } from './openFile.ts';
import type { Notifications } from '../notifications.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { showPage } from '../webviewHtml.ts';
import type { SessionAddress } from './sessionPlace.ts';

export interface SessionPageServices {
	readonly extensionUri: vscode.Uri;
	readonly conversations: Conversations;
	readonly notifications: Notifications;
	readonly log: vscode.LogOutputChannel;
}

/** One session editor: gives its page what it asks for, and tells it when the conversation has changed. */
export class SessionPage implements vscode.Disposable {
	readonly place: SessionAddress;
	readonly #panel: vscode.WebviewPanel;
	readonly #services: SessionPageServices;
	/** Of the document, to be opened as text. */
	readonly #uri: vscode.Uri;
	readonly #disposed = new AbortController();
	readonly #messages: vscode.Disposable;
	#side: SessionSide = 'conversation';
	#revision = 0;
	/** What the page was told of last; undefined: nothing. */
	#told: { readonly side: SessionSide; readonly state: string } | undefined;
	/** A message the page is to show as soon as it listens and knows of it. */
	#reveal: number | undefined;
	#isReady = false;
	#searching: AbortController | undefined;
	/** Tells the page what is there, if that is not what it was told last. */
	readonly #look = coalesceRefresh(() => this.#lookOnce());

	constructor(
		place: SessionAddress,
		panel: vscode.WebviewPanel,
		uri: vscode.Uri,
		services: SessionPageServices,
	) {
		this.place = place;
		this.#panel = panel;
		this.#uri = uri;
		this.#services = services;
		const { webview } = panel;
		this.#messages = vscode.Disposable.from(
			webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
			panel.onDidChangeViewState(() => {
				if (!panel.visible) {
					// VS Code throws the page away; the next one says when it listens.
					this.#isReady = false;
				}
			}),
		);
		showPage(webview, services.extensionUri, {
			name: 'session',
			title: vscode.l10n.t('Precis Session'),
			language: vscode.env.language,
		});
	}

	/** Brings the editor to the front. @param number Of a message to bring to the screen, from 1. */
	show(number: number | undefined, preserveFocus: boolean): void {
		if (number !== undefined) {
			this.reveal(number);
		}
		this.#panel.reveal(undefined, preserveFocus);
	}

	/** Brings a message to the screen. @param number From 1. */
	reveal(number: number): void {
		this.#reveal = number;
		this.changed();
	}

	/** The conversation may be another one than before. */
	changed(): void {
		if (this.#isReady) {
			detach(this.#look(), this.#services.log);
		}
	}

	dispose(): void {
		this.#disposed.abort();
		this.#messages.dispose();
	}

	#receive(message: unknown): void {
		const request = parseFromSession(message);
		if (request === undefined) {
			this.#services.log.warn('A session editor sent a message that is not understood; ignored.');
			return;
		}
		this.#handle(request).catch((error: unknown) => {
			if (!this.#disposed.signal.aborted) {
				this.#services.notifications.failed(error, (cause) =>
					vscode.l10n.t('The action failed: {0}', cause),
				);
			}
		});
	}

	async #handle(request: FromSession): Promise<void> {
		switch (request.type) {
			case 'ready':
				this.#isReady = true;
				this.#side = request.side;
				this.#told = undefined;
				this.#post({
					type: 'language',
					language: { locale: vscode.env.language, texts: vscode.l10n.bundle ?? {} },
				});
				await this.#look();
				return;
			case 'show':
				this.#side = request.side;
				await this.#look();
				return;
			case 'rows':
				await this.#sendRows(request);
				return;
			case 'find':
				await this.#find(request.text);
				return;
			case 'openFile':
				await openNamedFile(request.path, this.place.file, this.#services.notifications);
				return;
			case 'openExternal':
				await vscode.env.openExternal(vscode.Uri.parse(request.url, true));
				return;
			case 'copyText':
				await vscode.env.clipboard.writeText(request.text);
				return;
			case 'openAsText':
				await vscode.commands.executeCommand(
					'vscode.openWith',
					this.place.file === undefined ? this.#uri : vscode.Uri.file(this.place.file),
					'default',
				);
				return;
		}
	}

	async #lookOnce(): Promise<void> {
		try {
			const view = await this.#view();
			const side = view.standing.active === undefined ? 'conversation' : this.#side;
			const state = stateOf(view);
			if (side !== this.#told?.side || state !== this.#told.state) {
				const outline = await this.#ask('sessionOutline', { side });
				this.#told = { side, state };
				this.#revision += 1;
				const { title, source, messages } = view;
				this.#post({
					type: 'outline',
					revision: this.#revision,
					side,
					about: { title, source, messages },
					outline,
				});
			}
			// A message that has just come is not in what the page knew before.
			if (this.#reveal !== undefined && this.#reveal <= view.messages) {
				this.#post({ type: 'reveal', number: this.#reveal });
				this.#reveal = undefined;
			}
		} catch (error) {
			this.#fail(error);
		}
	}

	/** The page says why it has nothing to show; the next look tells it everything again. */
	#fail(error: unknown): void {
		if (!this.#disposed.signal.aborted) {
			this.#services.log.error(error instanceof Error ? error : String(error));
			this.#told = undefined;
			this.#post({ type: 'failed', reason: reasonOf(error) });
		}
	}

	async #sendRows({
		revision,
		start,
		end,
		whole,
	}: Extract<FromSession, { readonly type: 'rows' }>): Promise<void> {
		if (revision === this.#revision) {
			const side = this.#told?.side ?? 'conversation';
			try {
				const rows = await this.#ask('sessionRows', { side, start, end, whole });
				this.#post({ type: 'rows', revision, start, rows });
			} catch (error) {
				this.#fail(error);
			}
		}
	}

	/** The newest search is the one that counts. */
	async #find(text: string): Promise<void> {
		this.#searching?.abort();
		const searching = new AbortController();
		this.#searching = searching;
		const revision = this.#revision;
		try {
			const side = this.#told?.side ?? 'conversation';
			const entries = await this.#ask('sessionSearch', { side, text }, searching.signal);
			this.#post({ type: 'found', revision, text, entries });
		} catch (error) {
			if (!searching.signal.aborted) {
				throw error;
			}
		}
	}

	#view(): Promise<ConversationView> {
		this.#remember();
		return this.#services.conversations.view(this.place.id, { signal: this.#disposed.signal });
	}

	#ask<Method extends keyof SessionRequests>(
		method: Method,
		parameters: Omit<SessionRequests[Method]['parameters'], 'id'>,
		signal = this.#disposed.signal,
	): Promise<SessionRequests[Method]['result']> {
		this.#remember();
		const wish = { id: this.place.id, ...parameters } as SessionRequests[Method]['parameters'];
		return this.#services.conversations.ask(method, wish, { signal });
	}

	/** What was only looked at may have been let go of by whoever looked at it first. */
	#remember(): void {
		const { id, file } = this.place;
		if (file !== undefined) {
			this.#services.conversations.remember(id, { path: file });
		}
	}

	#post(message: ToSession): void {
		if (this.#isReady) {
			detach(this.#panel.webview.postMessage(message), this.#services.log);
		}
	}
}

/** What of a conversation makes its rows others. */
function stateOf({ title, messages, standing }: ConversationView): string {
	return JSON.stringify([title, messages, standing.active]);
}

function reasonOf(error: unknown): string {
	if (WorkerError.is(error, workerCodes.unknownConversation)) {
		return vscode.l10n.t('This conversation was deleted, or its file is gone.');
	}
	return messageOf(error);
}
