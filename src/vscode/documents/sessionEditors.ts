import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { messageOf } from '../../messages/errors.ts';
import { parseFromSession, type FromSession } from '../../protocol/fromSession.ts';
import type { SessionRequests, SessionSide } from '../../protocol/session.ts';
import type { ToSession } from '../../protocol/toSession.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import { folderNamedIn } from '../../transcripts/discovery/findSessions.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { coalesceRefresh } from '../conversations/looks.ts';
import { documentScheme, sessionEditor } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { Notifications } from '../notifications.ts';
import { diskFolders } from '../settings/workspace.ts';
import { showPage } from '../webviewHtml.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { openNamedFile } from './openFile.ts';

/** Scheme of the addresses under which conversations are opened in the session editor. */
const sessionScheme = 'precis-session';

const placeSchema = v.object({
	id: v.pipe(v.string(), v.minLength(1)),
	/** The path of the file it was read from: without it nothing is left of one that was only looked at. */
	file: v.exactOptional(v.string()),
});

/** Which conversation an editor shows. */
type SessionPlace = Readonly<v.InferOutput<typeof placeSchema>>;

export interface SessionEditorsServices {
	readonly active: ActiveConversation;
	readonly conversations: Conversations;
	readonly extensionUri: vscode.Uri;
	readonly log: vscode.LogOutputChannel;
	readonly notifications: Notifications;
	readonly worker: WorkerClient;
}

/** How an editor is shown. */
interface ShowSessionOptions {
	/** The message to bring to the screen, from 1. */
	readonly number?: number;
	readonly viewColumn?: vscode.ViewColumn;
	readonly preserveFocus?: boolean;
}

/** The editor *Precis Session*, of conversations that commands open. */
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
			worker.onDidTell('stopped', () => this.#changed()),
			vscode.window.registerCustomEditorProvider(sessionEditor, this, {
				supportsMultipleEditorsPerDocument: true,
			}),
		);
	}

	/** Shows a conversation, in the editor where it is open already if there is one. */
	async show({ id, file }: SessionPlace, options: ShowSessionOptions = {}): Promise<void> {
		const { number, ...where } = options;
		const open = [...this.#pages].find(({ place }) => place.id === id);
		if (open !== undefined) {
			open.show(number, where.preserveFocus === true);
			return;
		}
		if (number !== undefined) {
			this.#wanted.set(id, number);
		}
		// VS Code keeps the addresses of editors, where nothing can be deleted: none holds words of a conversation.
		const uri = vscode.Uri.from({
			scheme: sessionScheme,
			// Not the name alone: the file itself may be open beside it.
			path: file === undefined ? '/Precis' : `/Precis · ${basename(file)}`,
			query: JSON.stringify(file === undefined ? { id } : { id, file }),
		});
		// It stays: what is opened from the panel would take the place of a preview.
		const shown = { preview: false, ...where };
		await vscode.commands.executeCommand('vscode.openWith', uri, sessionEditor, shown);
	}

	openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
		return { uri, dispose: () => undefined };
	}

	resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
		// Anybody can open any address: what names no conversation has no place.
		const named = v.safeParse(v.pipe(v.string(), v.parseJson(), placeSchema), uri.query);
		if (uri.scheme !== sessionScheme || !named.success) {
			panel.dispose();
			return;
		}
		const place = named.output;
		const page = new SessionPage(place, panel, uri, this.#services);
		this.#pages.add(page);
		const number = this.#wanted.get(place.id);
		this.#wanted.delete(place.id);
		if (number !== undefined) {
			page.reveal(number);
		}
		panel.onDidChangeViewState(() => {
			if (panel.active) {
				detach(this.#follow(place.id), this.#services.log);
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

	/** A conversation may be another one than before. @param id Absent: any. */
	#changed(id?: string): void {
		for (const page of this.#pages) {
			if (id === undefined || page.place.id === id) {
				page.changed();
			}
		}
	}

	/** The Summary view is about the conversation of the editor that a person turns to. */
	async #follow(id: string): Promise<void> {
		const { active, conversations } = this.#services;
		if (active.view?.id !== id) {
			active.show(await conversations.view(id));
		}
	}

	/** What was only looked at need not be held when nobody looks at it any more. */
	#letGo({ id, file }: SessionPlace): void {
		const { active, conversations, log } = this.#services;
		const isShown = active.view?.id === id || [...this.#pages].some(({ place }) => place.id === id);
		if (file !== undefined && !isShown) {
			detach(conversations.close(id), log);
		}
	}
}

/** One session editor: gives its page what it asks for, and tells it when the conversation has changed. */
class SessionPage implements vscode.Disposable {
	readonly place: SessionPlace;
	readonly #panel: vscode.WebviewPanel;
	readonly #services: SessionEditorsServices;
	/** Of the document, to be opened as text. */
	readonly #uri: vscode.Uri;
	readonly #disposed = new AbortController();
	readonly #subscriptions: vscode.Disposable;
	#side: SessionSide = 'conversation';
	#revision = 0;
	/** What the page was told of last; undefined: nothing. */
	#told: { readonly side: SessionSide; readonly state: string } | undefined;
	/** A message the page is to show as soon as it listens and knows of it. */
	#reveal: number | undefined;
	#isReady = false;
	#searching = new AbortController();
	/** Tells the page what is there, if that is not what it was told last. */
	readonly #look = coalesceRefresh(() => this.#failing(() => this.#lookOnce()));

	constructor(
		place: SessionPlace,
		panel: vscode.WebviewPanel,
		uri: vscode.Uri,
		services: SessionEditorsServices,
	) {
		this.place = place;
		this.#panel = panel;
		this.#uri = uri;
		this.#services = services;
		this.#subscriptions = vscode.Disposable.from(
			panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
			panel.onDidChangeViewState(() => {
				// VS Code throws a hidden page away; the next one says when it listens.
				this.#isReady &&= panel.visible;
			}),
		);
		showPage(panel.webview, services.extensionUri, {
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
		this.#subscriptions.dispose();
	}

	#receive(message: unknown): void {
		const { log, notifications } = this.#services;
		const request = parseFromSession(message);
		if (request === undefined) {
			log.warn('A session editor sent a message that is not understood; ignored.');
			return;
		}
		this.#handle(request).catch((error: unknown) => {
			if (!this.#disposed.signal.aborted) {
				notifications.failed(error, (cause) => vscode.l10n.t('The action failed: {0}', cause));
			}
		});
	}

	async #handle(request: FromSession): Promise<void> {
		const { file } = this.place;
		switch (request.type) {
			case 'ready':
				this.#isReady = true;
				this.#side = request.side;
				this.#told = undefined;
				this.#post({
					type: 'language',
					language: { locale: vscode.env.language, texts: vscode.l10n.bundle ?? {} },
				});
				return this.#look();
			case 'show':
				this.#side = request.side;
				return this.#look();
			case 'rows':
				return this.#failing(() => this.#sendRows(request));
			case 'find':
				return this.#find(request.text);
			case 'openFile':
				return openNamedFile(request.path, file, this.#services.notifications);
			case 'openExternal':
				await vscode.env.openExternal(vscode.Uri.parse(request.url, true));
				return;
			case 'copyText':
				return vscode.env.clipboard.writeText(request.text);
			case 'openAsText': {
				const uri = file === undefined ? this.#uri : vscode.Uri.file(file);
				await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
			}
		}
	}

	async #lookOnce(): Promise<void> {
		const view = await this.#ask('view', {});
		const { title, source, messages, standing, file = this.place.file } = view;
		const side = standing.active === undefined ? 'conversation' : this.#side;
		const state = JSON.stringify([title, messages, standing.active]);
		if (side !== this.#told?.side || state !== this.#told.state) {
			const outline = await this.#ask('sessionOutline', { side });
			this.#told = { side, state };
			this.#revision += 1;
			const own = file === undefined ? undefined : await folderNamedIn(file);
			const folders = [...(own === undefined ? [] : [own]), ...diskFolders()];
			const about = { title, source, messages, folders };
			this.#post({ type: 'outline', revision: this.#revision, side, about, outline });
		}
		// A message that has just come is not in what the page knew before.
		if (this.#reveal !== undefined && this.#reveal <= messages) {
			this.#post({ type: 'reveal', number: this.#reveal });
			this.#reveal = undefined;
		}
	}

	/** The page says why it has nothing to show; the next look tells it everything again. */
	async #failing(tell: () => Promise<void>): Promise<void> {
		try {
			await tell();
		} catch (error) {
			if (!this.#disposed.signal.aborted) {
				this.#services.log.error(error instanceof Error ? error : String(error));
				this.#told = undefined;
				const reason = WorkerError.is(error, workerCodes.unknownConversation)
					? vscode.l10n.t('This conversation was deleted, or its file is gone.')
					: messageOf(error);
				this.#post({ type: 'failed', reason });
			}
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
			const rows = await this.#ask('sessionRows', { side, start, end, whole });
			this.#post({ type: 'rows', revision, start, rows });
		}
	}

	/** The newest search is the one that counts. */
	async #find(text: string): Promise<void> {
		this.#searching.abort();
		const { signal } = (this.#searching = new AbortController());
		const revision = this.#revision;
		const side = this.#told?.side ?? 'conversation';
		try {
			const entries = await this.#ask('sessionSearch', { side, text }, signal);
			this.#post({ type: 'found', revision, text, entries });
		} catch (error) {
			if (!signal.aborted) {
				throw error;
			}
		}
	}

	#ask<Method extends keyof SessionRequests | 'view'>(
		method: Method,
		parameters: Omit<WorkerRequests[Method]['parameters'], 'id'>,
		signal = this.#disposed.signal,
	): Promise<WorkerRequests[Method]['result']> {
		const { id, file } = this.place;
		if (file !== undefined) {
			// What was only looked at may have been let go of by whoever looked at it first.
			this.#services.conversations.remember(id, { path: file });
		}
		const wish = { id, ...parameters } as WorkerRequests[Method]['parameters'];
		return this.#services.conversations.ask(method, wish, { signal });
	}

	#post(message: ToSession): void {
		if (this.#isReady) {
			detach(this.#panel.webview.postMessage(message), this.#services.log);
		}
	}
}

/** Beside what is being worked on, in one column for all that is read on the way. */
export function columnBeside(): vscode.ViewColumn {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	const open = all.find(({ activeTab }) => {
		const input = activeTab?.input;
		return input instanceof vscode.TabInputText
			? input.uri.scheme === documentScheme
			: input instanceof vscode.TabInputCustom && input.viewType === sessionEditor;
	});
	if (open !== undefined) {
		return open.viewColumn;
	}
	return activeTabGroup.tabs.length === 0 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
