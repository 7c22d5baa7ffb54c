import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import { until } from '../support/until.ts';
import { hasCopilotChat } from '../vscode/builtInChat.ts';
import { runAndChoose, runCommand } from '../vscode/commandPalette.ts';
import { chooseModel } from '../vscode/modelPicker.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';
import { usingStore } from '../workbench/usingStore.ts';
import type { ScriptedModel, ScriptedReply } from './scriptedModel.ts';

const screenshots = path.join(repositoryRoot, 'out', 'screenshots');

/** A real VS Code in which the real Copilot Chat asks scripted models through Precis. */
export class CopilotWorkbench {
	readonly model: ScriptedModel;
	/** The folder that is open: an absolute path. */
	readonly folder: string;
	readonly #root: string;
	readonly #workbench: Workbench;
	#begun = false;
	#approved = false;

	private constructor(model: ScriptedModel, root: string, workbench: Workbench) {
		this.model = model;
		this.#root = root;
		this.folder = path.join(root, 'project');
		this.#workbench = workbench;
	}

	/**
	 * Opens it on a new folder.
	 * @param files Texts by file name.
	 * @param model Is disposed of with it.
	 * @param summaries Of compactions: who writes them.
	 */
	static async open(
		files: Readonly<Record<string, string>>,
		model: ScriptedModel,
		summaries: 'built-in' | 'the model that answers' = 'built-in',
	): Promise<CopilotWorkbench> {
		// Not with other temporary files: what is changed there is nothing that a summary tells.
		await mkdir(screenshots, { recursive: true });
		const root = await mkdtemp(path.join(repositoryRoot, 'out', 'copilot-'));
		const folder = path.join(root, 'project');
		const home = path.join(root, 'home');
		await Promise.all([folder, home].map((each) => mkdir(each)));
		for (const [name, text] of Object.entries(files)) {
			await writeFile(path.join(folder, name), text);
		}
		const workbench = await openWorkbench({
			extension: repositoryRoot,
			folder,
			copilotChat: true,
			viewport: { width: 1400, height: 1000 },
			// Copilot Chat and the tools it runs write to the home folder.
			env: { PRECIS_TEST_MODELS: model.baseUrl, HOME: home, USERPROFILE: home },
			installed: [path.join(repositoryRoot, 'test', 'copilot', 'modelVendor')],
			settings: {
				'chat.disableAIFeatures': false,
				'chat.tools.global.autoApprove': true,
				'chat.utilityModel': 'precis-test/large',
				'chat.utilitySmallModel': 'precis-test/large',
				'precis.mirroredModels.keepConversations': 'always',
				...(summaries === 'built-in'
					? { 'precis.tasks.compaction.model': 'built-in' }
					: { 'precis.tasks.compaction.automaticModels': { 'vscode/precis-test/tight': true } }),
			},
		});
		return new CopilotWorkbench(model, root, workbench);
	}

	/** Whether this VS Code brings Copilot Chat. */
	get hasCopilotChat(): boolean {
		return hasCopilotChat(this.#workbench.server);
	}

	get page(): Page {
		return this.#workbench.page;
	}

	get chat(): Locator {
		return this.page.locator('.interactive-session');
	}

	/** The absolute path of a file of the folder. */
	file(name: string): string {
		return path.join(this.folder, name);
	}

	stored<Result>(use: (store: SqliteStore) => Result): Result {
		return usingStore(this.#workbench.server, use);
	}

	/** Begins a chat with the model of this name, which the picker shows. */
	async begin(model: string): Promise<void> {
		if (this.#begun) {
			await this.page.locator('.part.auxiliarybar [aria-label^="New Chat"]').first().click();
		} else {
			await runCommand(this.page, 'Chat: Open Chat');
			this.#begun = true;
		}
		await chooseModel(this.page, model);
	}

	/** Chooses the mode of the chat: Agent or Ask. */
	async mode(name: string): Promise<void> {
		const picker = this.#input.locator('.chat-mode-picker-item');
		await until(async () => {
			await picker.click();
			const row = this.page.locator(`.action-widget [aria-label^="${name}"]`).first();
			return row.click({ timeout: 2_000 }).then(
				() => true,
				() => false,
			);
		});
		await picker.filter({ hasText: name }).waitFor();
	}

	/** A whole turn: from the person's words to the last of the replies. */
	async turn(words: string, replies: readonly ScriptedReply[]): Promise<void> {
		const taken = this.model.play(replies);
		await this.send(words);
		await taken;
		await this.#idle();
	}

	/** Goes on in a new chat with the handoff, sending what Precis has put into it. */
	async continueInChat(attached: RegExp, replies: readonly ScriptedReply[]): Promise<void> {
		await runAndChoose(this.page, 'Precis: Hand Over…', 'New Chat');
		await this.#input.locator('.chat-attached-context-attachment', { hasText: attached }).waitFor();
		const taken = this.model.play(replies);
		await this.#input.locator('.monaco-editor').first().click();
		await this.page.keyboard.press('Enter');
		await taken;
		await this.#idle();
	}

	async send(words: string): Promise<void> {
		await type(this.#input, words);
		await this.page.keyboard.press('Enter');
		await this.chat.locator('.interactive-request', { hasText: words }).last().waitFor();
		if (!this.#approved) {
			// VS Code asks once whether tools may run without being asked for.
			await this.page.getByRole('button', { name: 'Enable', exact: true }).click();
			this.#approved = true;
		}
	}

	/** Attaches a file to the next request. */
	async attach(name: string): Promise<void> {
		await this.page.locator('.explorer-viewlet .monaco-list-row', { hasText: name }).click();
		// The file that is open is offered; a click takes it.
		const offered = this.#input.locator('.chat-attached-context-attachment.implicit', {
			hasText: name,
		});
		await offered.locator('.codicon-add-compact').click();
		await offered.waitFor({ state: 'hidden' });
	}

	/** Stops the reply that hangs. */
	async stop(): Promise<void> {
		await this.#stopButton.click();
		await this.model.left(1);
		await this.#idle();
	}

	/** Says something else in place of an earlier request: what came after it is gone. */
	async edit(earlier: string, words: string, replies: readonly ScriptedReply[]): Promise<void> {
		const taken = this.model.play(replies);
		await this.chat.locator('.interactive-request').getByText(earlier, { exact: true }).click();
		await type(this.chat.locator('.chat-edit-input-container'), words);
		await this.page.keyboard.press('Enter');
		await taken;
		await this.#idle();
	}

	/** Goes back to where the chat was before a request; what was asked since is gone. */
	async restore(words: string): Promise<void> {
		const row = this.chat.locator('.monaco-list-row.request', { hasText: words });
		await row.hover();
		await row.getByRole('button', { name: 'Restores workspace and chat to this point' }).click();
		await row.waitFor({ state: 'hidden' });
	}

	/**
	 * Reloads the window as a person does.
	 * @param said The last that was said: VS Code writes a chat down some time after it.
	 */
	async reload(said: string): Promise<void> {
		await until(() => this.#isWritten(said));
		await Promise.all([
			this.page.waitForEvent('load'),
			runCommand(this.page, 'Developer: Reload Window'),
		]);
		await this.chat.locator('.interactive-response', { hasText: said }).last().waitFor();
	}

	/** Whether VS Code has a text in one of its stored chats. */
	async #isWritten(text: string): Promise<boolean> {
		const root = path.join(this.#workbench.server.dataDirectory, 'data', 'User');
		const files = await readdir(root, { recursive: true });
		const chats = files.filter((file) => file.split(path.sep).includes('chatSessions'));
		const texts = await Promise.all(
			chats.map((file) => readFile(path.join(root, file), 'utf8').catch(() => '')),
		);
		return texts.some((each) => each.includes(text));
	}

	/** The Summary view with the conversation of the chat; the chat is in front again with {@link showChat}. */
	async panel(): Promise<Frame> {
		await runCommand(this.page, 'Precis: Focus on Summary View');
		return webviewFrame(this.page, 'main.panel [role="meter"]');
	}

	async showChat(): Promise<void> {
		await runCommand(this.page, 'Chat: Open Chat');
		await this.#input.waitFor();
	}

	async picture(name: string): Promise<void> {
		await this.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
	}

	async dispose(): Promise<void> {
		await this.#workbench.dispose();
		await this.model.dispose();
		await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
	}

	get #input(): Locator {
		return this.chat.locator('> .interactive-input-part');
	}

	get #stopButton(): Locator {
		return this.#input.locator('.chat-execute-toolbar .codicon-stop-circle');
	}

	/** Until the chat takes the next request. */
	#idle(): Promise<void> {
		return this.#stopButton.waitFor({ state: 'hidden' });
	}
}

/** Puts words into an input of the chat, in place of what is in it. */
async function type(input: Locator, words: string): Promise<void> {
	const editor = input.locator('.monaco-editor').first();
	await editor.click();
	await editor.page().keyboard.press('ControlOrMeta+A');
	await editor.page().keyboard.insertText(words);
	await editor.locator('.view-lines', { hasText: words }).waitFor();
}
