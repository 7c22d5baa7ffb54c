import * as vscode from 'vscode';
import { parseFromPanel } from '../../protocol/fromPanel.ts';
import type { RememberedState } from '../../protocol/remembered.ts';
import type { ItemAction, PanelState, RunningView, ToPanel } from '../../protocol/toPanel.ts';
import type { PanelModel } from '../conversations/panelModel.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { CurrentWriter } from '../models/models.ts';
import type { Services } from '../conversations/services.ts';
import { views } from '../contributions.ts';
import { detach } from '../log.ts';
import { workspaceName } from '../settings/workspace.ts';
import { PanelMemory } from './panelMemory.ts';
import type { PanelRequests } from './panelRequests.ts';
import { showPage } from '../webviewHtml.ts';

interface SummaryViewServices extends Services {
	readonly compactions: Compactions;
	readonly model: PanelModel;
	readonly currentModel: CurrentWriter;
	readonly memory: vscode.Memento;
	/** Known display names, by id. */
	readonly modelNames: () => Readonly<Record<string, string>>;
	readonly requests: PanelRequests;
}

/**
 * Provides the Summary webview. The view may be created, hidden and destroyed at any time, so it gets
 * a complete snapshot whenever it is ready or becomes visible.
 */
export class SummaryViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
	readonly #services: SummaryViewServices;
	readonly #memory: PanelMemory;
	readonly #subscriptions: vscode.Disposable;
	#view: vscode.WebviewView | undefined;

	constructor(services: SummaryViewServices) {
		this.#services = services;
		this.#memory = new PanelMemory(services.memory, workspaceName());
		this.#subscriptions = vscode.Disposable.from(
			services.compactions.onDidChange(() => this.#sendRunning()),
			...[services.active, services.currentModel, services.model].map((source) =>
				source.onDidChange(() => this.#sendState()),
			),
			services.worker.onNotification('deleted', ({ conversation }) =>
				detach(this.#memory.forget(conversation), services.log),
			),
			vscode.window.registerWebviewViewProvider(views.summary, this),
		);
	}

	resolveWebviewView(view: vscode.WebviewView): void {
		this.#view = view;
		const subscriptions = vscode.Disposable.from(
			view.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
			view.onDidChangeVisibility(() => {
				this.#services.active.setVisible(view.visible);
				this.#sendState();
			}),
		);
		this.#services.active.setVisible(view.visible);
		view.onDidDispose(() => {
			subscriptions.dispose();
			if (this.#view === view) {
				this.#view = undefined;
				this.#services.active.setVisible(false);
			}
		});
		showPage(view.webview, this.#services.extensionUri, {
			name: 'panel',
			title: vscode.l10n.t('Summary'),
			language: vscode.env.language,
		});
	}

	/** Forwards a choice in the context menu of an item. */
	act(action: ItemAction): void {
		this.#send({ type: 'itemAction', action });
	}

	dispose(): void {
		this.#subscriptions.dispose();
	}

	#receive(message: unknown): void {
		const parsed = parseFromPanel(message);
		if (parsed === undefined) {
			this.#services.log.warn('The panel sent a message that is not understood; ignored.');
			return;
		}
		const { request, ...about } = parsed;
		if (request.type === 'ready') {
			// A page that is ready may not be visible yet.
			this.#post({ type: 'remembered', value: this.#memory.value });
			this.#post({
				type: 'language',
				language: { locale: vscode.env.language, texts: vscode.l10n.bundle ?? {} },
			});
			this.#post({ type: 'state', state: this.#state() });
			return;
		}
		if (request.type === 'remember') {
			detach(
				this.#memory.remember(request.value, this.#isStored(request.value)),
				this.#services.log,
			);
			return;
		}
		this.#services.requests({ ...about, request }).catch((error: unknown) => {
			this.#services.notifications.actionFailed(error);
		});
	}

	/** Texts about a conversation that is no longer shown may belong to an unsaved one, so they stay in memory. */
	#isStored({ conversation }: RememberedState): boolean {
		const { active, configuration } = this.#services;
		const { id = '', status } = active.view ?? {};
		const { kept = true, viewed = false } = status ?? {};
		return configuration.now.storage.enabled && conversation === id && (kept || viewed);
	}

	#sendState(): void {
		this.#send({ type: 'state', state: this.#state() });
	}

	#sendRunning(): void {
		const running = this.#running();
		// A start and an end also change the reason of a refusal.
		if (running === undefined || running.phase === 'planning') {
			this.#sendState();
			return;
		}
		this.#send({ type: 'running', running });
	}

	#send(message: ToPanel): void {
		// A hidden page gets everything when it is shown again.
		if (this.#view?.visible === true) {
			this.#post(message);
		}
	}

	#post(message: ToPanel): void {
		if (this.#view !== undefined) {
			detach(this.#view.webview.postMessage(message), this.#services.log);
		}
	}

	#running(): RunningView | undefined {
		const { active, compactions } = this.#services;
		const running = active.view === undefined ? undefined : compactions.running(active.view.id);
		if (running === undefined) {
			return undefined;
		}
		const { progress, startedAt, focus, draft } = running;
		return {
			...progress,
			elapsedMs: Date.now() - startedAt,
			...(focus === undefined ? {} : { focus }),
			...(draft === undefined ? {} : { draft }),
		};
	}

	#state(): PanelState {
		const { active, compactions, model, currentModel } = this.#services;
		const { view } = active;
		const running = this.#running();
		const state = {
			writer: currentModel.writer,
			modelNames: this.#services.modelNames(),
		};
		if (view === undefined) {
			return state;
		}
		const notice = compactions.refusal(view.id);
		return {
			...state,
			conversation: view,
			...(running === undefined ? {} : { running }),
			...(notice === undefined ? {} : { notice }),
			...model.of(view),
		};
	}
}
