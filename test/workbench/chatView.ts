import type { Locator, Page } from 'playwright-core';
import { runCommand } from '../vscode/commandPalette.ts';

/** The Chat view of a window, and `@precis` in it; the model is the one of `chatVendor`. */
export class ChatView {
	readonly #page: () => Page;

	constructor(page: () => Page) {
		this.#page = page;
	}

	get locator(): Locator {
		return this.#page().locator('.interactive-session');
	}

	async open(): Promise<void> {
		await runCommand(this.#page(), 'Chat: Open Chat');
		await this.locator.getByText('Test Model').waitFor();
	}

	/** Types into the chat's input and sends it. */
	async send(text: string): Promise<void> {
		const input = this.locator.locator('.interactive-input-part .monaco-editor').first();
		await input.click();
		await this.#page().keyboard.press('ControlOrMeta+A');
		await this.#page().keyboard.insertText(`@precis ${text} `);
		await this.#page().keyboard.press('Escape');
		await this.#page().keyboard.press('Enter');
	}

	/** The answer that says this, which no other does. */
	async answered(text: string): Promise<string> {
		const response = this.locator.locator('.interactive-response', { hasText: text }).last();
		await response.waitFor();
		return response.innerText();
	}

	async stop(): Promise<void> {
		await this.locator
			.locator(
				'.chat-execute-toolbar .codicon-stop-circle, .chat-execute-toolbar [aria-label^="Cancel"]',
			)
			.first()
			.click();
	}

	/** Reloads the window, and opens the chat again. */
	async reload(): Promise<void> {
		await this.#page().reload();
		await this.#page().locator('.monaco-workbench[class*="vscode-theme-"]').waitFor();
		await this.open();
	}
}
