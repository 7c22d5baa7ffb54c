import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { messageOf } from '../../messages/errors.ts';
import { parseFromSession, type FromSession } from '../../protocol/fromSession.ts';
import type { SessionRequests, SessionSide } from '../../protocol/session.ts';
import type { ToSession } from '../../protocol/toSession.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import { folderNamedIn } from '../../transcripts/discovery/findSessions.ts';
import { coalesceRefresh } from '../conversations/coalesceRefresh.ts';
import type { Services } from '../conversations/services.ts';
import { documentScheme, sessionEditor } from '../contributions.ts';
import { detach } from '../log.ts';
import { diskFolders } from '../settings/workspace.ts';
import { showPage } from '../webviewHtml.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { openNamedFile } from './openFile.ts';

/** Scheme of the session editor's addresses. */
const sessionScheme = 'precis-session';

const placeSchema = v.object({
	id: v.pipe(v.string(), v.minLength(1)),
	/** Path of the conversation's file, to read an unsaved conversation again. */
	file: v.exactOptional(v.string()),
});

/** The conversation of an editor. */
type SessionPlace = Readonly<v.InferOutput<typeof placeSchema>>;

interface ShowSessionOptions {
	/** The message to reveal, from 1. */
	readonly number?: number;
	readonly viewColumn?: vscode.ViewColumn;
	readonly preserveFocus?: boolean;
}

/** The editor *Precis Session*. */
export class SessionEditors implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
	readonly #services: Services;
	readonly #pages = new Set<SessionPage>();
	/** Messages to reveal in editors that are being opened, by conversation. */
	readonly #pendingReveals = new Map<string, number>();
	readonly #subscriptions: vscode.Disposable;

	constructor(services: Services) {
		this.#services = services;
		const { worker } = services;
		this.#subscriptions = vscode.Disposable.from(
			worker.onNotification('changed', ({ conversation }) => this.#changed(conversation)),
			worker.onNotification('deleted', ({ conversation }) => this.#changed(conversation)),
			// The next request starts the worker again.
			worker.onNotification('stopped', () => this.#changed()),
			vscode.window.registerCustomEditorProvider(sessionEditor, this, {
				supportsMultipleEditorsPerDocument: true,
			}),
		);
	}

	/** Shows a conversation, in its open editor if there is one. */
	async show({ id, file }: SessionPlace, options: ShowSessionOptions = {}): Promise<void> {
		const { number, ...where } = options;
		const open = [...this.#pages].find(({ place }) => place.id === id);
		if (open !== undefined) {
			open.show(number, where.preserveFocus === true);
			return;
		}
		if (number !== undefined) {
			this.#pendingReveals.set(id, number);
		}
		// VS Code stores addresses of editors indefinitely: they hold no words of a conversation.
		const uri = vscode.Uri.from({
			scheme: sessionScheme,
			// Distinguishes the tab from one of the file itself.
			path: file === undefined ? '/Precis' : `/Precis · ${basename(file)}`,
			query: JSON.stringify(file === undefined ? { id } : { id, file }),
		});
		// Not a preview editor: documents opened from the panel would replace it.
		const shown = { preview: false, ...where };
		await vscode.commands.executeCommand('vscode.openWith', uri, sessionEditor, shown);
	}

	/** Keeps a visible editor in step with the Summary view: shows this conversation instead of its own. */
	async accompany(place: SessionPlace): Promise<void> {
		const visible = [...this.#pages].filter(({ viewColumn }) => viewColumn !== undefined);
		const [first] = visible;
		if (first?.viewColumn !== undefined && visible.every((page) => page.place.id !== place.id)) {
			await this.show(place, { viewColumn: first.viewColumn, preserveFocus: true });
		}
	}

	openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
		return { uri, dispose: () => undefined };
	}

	resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
		// Any extension can open any address, so the query is validated.
		const named = v.safeParse(v.pipe(v.string(), v.parseJson(), placeSchema), uri.query);
		if (uri.scheme !== sessionScheme || !named.success) {
			panel.dispose();
			return;
		}
		const place = named.output;
		const page = new SessionPage(place, panel, uri, this.#services);
		this.#pages.add(page);
		const number = this.#pendingReveals.get(place.id);
		this.#pendingReveals.delete(place.id);
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
			this.#closeUnused(place);
		});
	}

	dispose(): void {
		this.#subscriptions.dispose();
		for (const page of this.#pages) {
			page.dispose();
		}
	}

	/** A conversation may have changed. @param id Absent: the change is not limited to one conversation. */
	#changed(id?: string): void {
		for (const page of this.#pages) {
			if (id === undefined || page.place.id === id) {
				page.changed();
			}
		}
	}

	/** Makes the conversation of the focused editor active. */
	async #follow(id: string): Promise<void> {
		const { active, worker } = this.#services;
		if (active.view?.id !== id) {
			active.show(await worker.call('view', { id }));
		}
	}

	/** Closes an unsaved conversation that is no longer shown. */
	#closeUnused({ id, file }: SessionPlace): void {
		const { active, worker, log } = this.#services;
		const isShown = active.view?.id === id || [...this.#pages].some(({ place }) => place.id === id);
		if (file !== undefined && !isShown) {
			detach(worker.close(id), log);
		}
	}
}

/** One session editor: answers its page and notifies it of changes of the conversation. */
class SessionPage implements vscode.Disposable {
	readonly place: SessionPlace;
	readonly #panel: vscode.WebviewPanel;
	readonly #services: Services;
	/** Address of the document, to open it as text. */
	readonly #uri: vscode.Uri;
	readonly #disposed = new AbortController();
	readonly #subscriptions: vscode.Disposable;
	#side: SessionSide = 'conversation';
	#revision = 0;
	/** State that was last sent to the page; undefined: none. */
	#sent: { readonly side: SessionSide; readonly state: string } | undefined;
	/** A message to reveal as soon as the page is ready and has it. */
	#reveal: number | undefined;
	#isReady = false;
	#searching = new AbortController();
	/** Sends the page the present state if it has changed. */
	readonly #refresh = coalesceRefresh(() => this.#withFailures(() => this.#refreshOnce()));

	constructor(
		place: SessionPlace,
		panel: vscode.WebviewPanel,
		uri: vscode.Uri,
		services: Services,
	) {
		this.place = place;
		this.#panel = panel;
		this.#uri = uri;
		this.#services = services;
		this.#subscriptions = vscode.Disposable.from(
			panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
			panel.onDidChangeViewState(() => {
				// VS Code discards a hidden page. The new page reports when it is ready.
				this.#isReady &&= panel.visible;
			}),
		);
		showPage(panel.webview, services.extensionUri, {
			name: 'session',
			title: vscode.l10n.t('Precis Session'),
			language: vscode.env.language,
		});
	}

	/** The column of the editor; undefined if it is hidden. */
	get viewColumn(): vscode.ViewColumn | undefined {
		return this.#panel.visible ? this.#panel.viewColumn : undefined;
	}

	/** Brings the editor to the front. @param number A message to reveal, from 1. */
	show(number: number | undefined, preserveFocus: boolean): void {
		if (number !== undefined) {
			this.reveal(number);
		}
		this.#panel.reveal(undefined, preserveFocus);
	}

	/** Reveals a message. @param number From 1. */
	reveal(number: number): void {
		this.#reveal = number;
		this.changed();
	}

	/** The conversation may have changed. */
	changed(): void {
		if (this.#isReady) {
			detach(this.#refresh(), this.#services.log);
		}
	}

	dispose(): void {
		this.#disposed.abort();
		this.#searching.abort();
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
				notifications.actionFailed(error);
			}
		});
	}

	async #handle(request: FromSession): Promise<void> {
		const { file } = this.place;
		switch (request.type) {
			case 'ready':
				this.#isReady = true;
				this.#side = request.side;
				this.#sent = undefined;
				this.#post({
					type: 'language',
					language: { locale: vscode.env.language, texts: vscode.l10n.bundle ?? {} },
				});
				return this.#refresh();
			case 'show':
				this.#side = request.side;
				return this.#refresh();
			case 'rows':
				return this.#withFailures(() => this.#sendRows(request));
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

	async #refreshOnce(): Promise<void> {
		const view = await this.#request('view', {});
		const { title, source, messages, status, file = this.place.file } = view;
		const side = status.active === undefined ? 'conversation' : this.#side;
		const state = JSON.stringify([title, messages, status.active]);
		if (side !== this.#sent?.side || state !== this.#sent.state) {
			const outline = await this.#request('sessionOutline', { side });
			this.#sent = { side, state };
			this.#revision += 1;
			const own = file === undefined ? undefined : await folderNamedIn(file);
			const folders = [...(own === undefined ? [] : [own]), ...diskFolders()];
			const about = { title, source, messages, folders };
			this.#post({ type: 'outline', revision: this.#revision, side, about, outline });
		}
		// An earlier outline does not contain a newer message.
		if (this.#reveal !== undefined && this.#reveal <= messages) {
			this.#post({ type: 'reveal', number: this.#reveal });
			this.#reveal = undefined;
		}
	}

	/** Shows a failure in the page. The next refresh then sends everything again. */
	async #withFailures(send: () => Promise<void>): Promise<void> {
		try {
			await send();
		} catch (error) {
			if (!this.#disposed.signal.aborted) {
				this.#services.log.error(error instanceof Error ? error : String(error));
				this.#sent = undefined;
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
			const side = this.#sent?.side ?? 'conversation';
			const rows = await this.#request('sessionRows', { side, start, end, whole });
			this.#post({ type: 'rows', revision, start, rows });
		}
	}

	/** Searches, and cancels the previous search. */
	async #find(text: string): Promise<void> {
		this.#searching.abort();
		const { signal } = (this.#searching = new AbortController());
		const revision = this.#revision;
		const side = this.#sent?.side ?? 'conversation';
		try {
			const entries = await this.#request('sessionSearch', { side, text }, signal);
			this.#post({ type: 'found', revision, text, entries });
		} catch (error) {
			if (!signal.aborted) {
				throw error;
			}
		}
	}

	#request<Method extends keyof SessionRequests | 'view'>(
		method: Method,
		parameters: Omit<WorkerRequests[Method]['parameters'], 'id'>,
		signal = this.#disposed.signal,
	): Promise<WorkerRequests[Method]['result']> {
		const { id, file } = this.place;
		if (file !== undefined) {
			// Another editor may have closed the unsaved conversation.
			this.#services.worker.remember(id, { path: file });
		}
		const request = { id, ...parameters } as WorkerRequests[Method]['parameters'];
		return this.#services.worker.call(method, request, { signal });
	}

	#post(message: ToSession): void {
		if (this.#isReady) {
			detach(this.#panel.webview.postMessage(message), this.#services.log);
		}
	}
}

/** A column next to the present editor, the same for all documents of Precis. */
export function secondColumn(): vscode.ViewColumn {
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
