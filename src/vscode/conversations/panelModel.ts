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

/** A value that is shown while a condition on the conversation is met. */
interface CachedValue<Value> {
	readonly value: Value;
	readonly holds: (view: DisplayedConversation) => boolean;
}

type HeldParts = { [Name in keyof PanelParts]?: CachedValue<PanelParts[Name]> };

/** What the panel shows in addition to each conversation itself. */
export class PanelModel implements vscode.Disposable {
	readonly #parts = new Map<string, HeldParts>();
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
		const held = Object.entries(this.#parts.get(view.id) ?? {});
		return Object.fromEntries(
			held.flatMap(([name, { value, holds }]) => (holds(view) ? [[name, value]] : [])),
		);
	}

	/** A part's value, even if its condition is not met. */
	get<Name extends keyof PanelParts>(id: string, name: Name): PanelParts[Name] | undefined {
		return this.#parts.get(id)?.[name]?.value;
	}

	show<Name extends keyof PanelParts>(
		id: string,
		name: Name,
		value: PanelParts[Name],
		holds: (view: DisplayedConversation) => boolean,
	): void {
		this.#parts.set(id, { ...this.#parts.get(id), [name]: { value, holds } });
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
