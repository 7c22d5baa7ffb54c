import * as vscode from 'vscode';

type Show = (message: string, ...items: unknown[]) => Thenable<unknown>;

const kinds = [
	'showInformationMessage',
	'showWarningMessage',
	'showErrorMessage',
	'setStatusBarMessage',
] as const;

/** A notification the extension has shown, or a message in the status bar. */
export interface ShownMessage {
	readonly kind: (typeof kinds)[number];
	readonly message: string;
	readonly actions: readonly unknown[];
	/** What a modal one says below the message. */
	readonly detail?: string;
}

/** Catches notifications instead of showing them, and answers those it is told to. */
export class CaughtMessages {
	readonly shown: ShownMessage[] = [];
	readonly #answers: { readonly pattern: RegExp; readonly action: string }[] = [];
	readonly #originals: readonly (readonly [name: (typeof kinds)[number], show: Show])[];

	constructor() {
		const window = vscode.window as unknown as Record<(typeof kinds)[number], Show>;
		this.#originals = kinds.map((kind) => [kind, window[kind]]);
		for (const kind of kinds) {
			window[kind] = (message, ...items) => {
				const [first] = items;
				const options = isOptions(first) ? first : undefined;
				const actions = options === undefined ? items : items.slice(1);
				const { detail } = options ?? {};
				this.shown.push({ kind, message, actions, ...(detail === undefined ? {} : { detail }) });
				return Promise.resolve(this.#answerTo(message, actions));
			};
		}
	}

	/** Presses this button on the next message that matches. */
	answer(pattern: RegExp, action: string): void {
		this.#answers.push({ pattern, action });
	}

	/** The first message that matches, as soon as it is shown. */
	async next(pattern: RegExp, timeoutMs = 5_000): Promise<ShownMessage> {
		const end = Date.now() + timeoutMs;
		for (;;) {
			const found = this.shown.find(({ message }) => pattern.test(message));
			if (found !== undefined) {
				return found;
			}
			if (Date.now() > end) {
				const texts = this.shown.map(({ message }) => message).join('\n');
				throw new Error(`No message matches ${String(pattern)}; shown:\n${texts}`);
			}
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	#answerTo(message: string, actions: readonly unknown[]): unknown {
		const index = this.#answers.findIndex(({ pattern }) => pattern.test(message));
		const [answer] = index < 0 ? [] : this.#answers.splice(index, 1);
		return actions.find((action) => action === answer?.action);
	}

	restore(): void {
		const window = vscode.window as unknown as Record<(typeof kinds)[number], Show>;
		for (const [kind, show] of this.#originals) {
			window[kind] = show;
		}
	}
}

function isOptions(item: unknown): item is vscode.MessageOptions {
	return typeof item === 'object' && item !== null && 'modal' in item;
}
