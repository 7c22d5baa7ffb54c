import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { PreviewView } from '../../protocol/previewView.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Parts of the panel that a user has opened. */
export interface PanelParts extends Required<Pick<PanelState, 'viewed' | 'changeNotice'>> {
	readonly preview: PreviewView;
}

/** A conversation as it is on screen. */
export type DisplayedConversation = Pick<ConversationView, 'id' | 'messages' | 'status'>;

/** Whether a part still applies to a conversation. */
type IsCurrent = (view: DisplayedConversation) => boolean;

type OpenedParts = {
	[Name in keyof PanelParts]?: { readonly value: PanelParts[Name]; readonly isCurrent: IsCurrent };
};

/** What the panel shows in addition to each conversation itself. */
export class PanelModel implements vscode.Disposable {
	readonly #parts = new Map<string, OpenedParts>();
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscription: vscode.Disposable;

	readonly onDidChange = this.#onDidChange.event;

	constructor(worker: Pick<WorkerClient, 'onNotification'>) {
		this.#subscription = worker.onNotification('deleted', ({ conversation }) =>
			this.#parts.delete(conversation),
		);
	}

	/** The parts to show for a conversation. */
	of(view: DisplayedConversation): Partial<PanelParts> {
		const parts = Object.entries(this.#parts.get(view.id) ?? {});
		return Object.fromEntries(
			parts.flatMap(([name, { value, isCurrent }]) => (isCurrent(view) ? [[name, value]] : [])),
		);
	}

	/** A part's value, even if it is no longer current. */
	get<Name extends keyof PanelParts>(id: string, name: Name): PanelParts[Name] | undefined {
		return this.#parts.get(id)?.[name]?.value;
	}

	show<Name extends keyof PanelParts>(
		id: string,
		name: Name,
		value: PanelParts[Name],
		isCurrent: IsCurrent,
	): void {
		this.#parts.set(id, { ...this.#parts.get(id), [name]: { value, isCurrent } });
		this.#onDidChange.fire();
	}

	/** @returns The hidden value. */
	hide<Name extends keyof PanelParts>(id: string, name: Name): PanelParts[Name] | undefined {
		const value = this.get(id, name);
		const { [name]: _hidden, ...rest } = this.#parts.get(id) ?? {};
		this.#parts.set(id, rest);
		if (value !== undefined) {
			this.#onDidChange.fire();
		}
		return value;
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#onDidChange.dispose();
	}
}
