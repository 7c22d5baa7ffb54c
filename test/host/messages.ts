import * as vscode from 'vscode';

type Show = (message: string, ...items: unknown[]) => Thenable<unknown>;

const kinds = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/** A notification the extension has shown. */
export interface ShownMessage {
	readonly kind: (typeof kinds)[number];
	readonly message: string;
	readonly actions: readonly unknown[];
}

/** Catches notifications instead of showing them, and answers none of them. */
export class CaughtMessages {
	readonly shown: ShownMessage[] = [];
	readonly #originals: readonly (readonly [name: (typeof kinds)[number], show: Show])[];

	constructor() {
		const window = vscode.window as unknown as Record<(typeof kinds)[number], Show>;
		this.#originals = kinds.map((kind) => [kind, window[kind]]);
		for (const kind of kinds) {
			window[kind] = (message, ...actions) => {
				this.shown.push({ kind, message, actions });
				return Promise.resolve(undefined);
			};
		}
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

	restore(): void {
		const window = vscode.window as unknown as Record<(typeof kinds)[number], Show>;
		for (const [kind, show] of this.#originals) {
			window[kind] = show;
		}
	}
}
