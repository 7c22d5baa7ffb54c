import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { notification } from '../vscode/notification.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { photograph, picture, pictureOfFailure } from '../vscode/pictures.ts';
import type { Environment } from '../vscode/processes.ts';
import type { Settings } from '../vscode/settings.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';
import { usingStore } from './usingStore.ts';

/** How the workbench of a suite starts. */
export interface SampleOptions {
	/** On top of the provider's. */
	readonly settings?: Settings;
	/** Reaches the extension host as well. */
	readonly env?: Environment;
	/** Folders of extensions beside the one under test. */
	readonly installed?: readonly string[];
	/** The workspace; by default that of the sample. */
	readonly folder?: string;
}

/** A real VS Code that shows the sample, with a provider called acme, for all tests of a suite. */
export class SampleWorkbench {
	#provider: FakeProvider | undefined;
	#workbench: Workbench | undefined;

	constructor(options: SampleOptions = {}) {
		const open = (): Promise<void> => this.#open(options);
		before(async () => {
			await open();
		});
		after(async () => {
			await this.#workbench?.dispose();
			await this.#provider?.dispose();
		});
		const page = (): Page => this.page;
		afterEach(async function () {
			if (this.currentTest?.state === 'failed') {
				await pictureOfFailure(page(), this.currentTest.title.replaceAll(/\W+/g, '-'));
			}
		});
	}

	get provider(): FakeProvider {
		return started(this.#provider);
	}

	get workbench(): Workbench {
		return started(this.#workbench);
	}

	get page(): Page {
		return this.workbench.page;
	}

	/** The panel, as soon as it shows something. */
	panel(selector: string): Promise<Frame> {
		return webviewFrame(this.page, selector);
	}

	/**
	 * The store, looked at or written to as another window would.
	 * @param ageMs By how much its clock is late.
	 */
	stored<Result>(use: (store: SqliteStore) => Result, ageMs = 0): Result {
		return usingStore(this.workbench.server, use, ageMs);
	}

	/** Drags the side bar to this width, pixels. */
	async widen(width: number): Promise<void> {
		const { page } = this;
		const bar = await page.locator('.part.auxiliarybar').boundingBox();
		if (bar === null) {
			throw new Error('The side bar is not shown.');
		}
		const edge = bar.x - 1;
		await page.mouse.move(edge, 600);
		await page.mouse.down();
		await page.mouse.move(edge + bar.width - width, 600, { steps: 8 });
		await page.mouse.up();
		await page.mouse.move(200, 400);
	}

	/** Gives the list of conversations this height, pixels: at first it has a few rows, and the summary the rest. */
	async heightenList(height: number): Promise<void> {
		const { page } = this;
		const pane = await page.locator('.part.auxiliarybar .pane').first().boundingBox();
		if (pane === null) {
			throw new Error('The list of conversations is not shown.');
		}
		const middle = pane.x + pane.width / 2;
		await page.mouse.move(middle, pane.y + pane.height);
		await page.mouse.down();
		await page.mouse.move(middle, pane.y + height, { steps: 8 });
		await page.mouse.up();
		await page.mouse.move(200, 400);
	}

	/** Presses a key until it shows something: while a list is drawn anew, VS Code hears none. */
	press(key: string, shown: Locator): Promise<void> {
		return until(async () => {
			await this.page.keyboard.press(key);
			return shown.waitFor({ timeout: 2_000 }).then(
				() => true,
				() => false,
			);
		});
	}

	/** Until the session editor has led to a message. @param number From 1. */
	async ledTo(number: number): Promise<Frame> {
		const frame = await this.panel('.session .row-marked .prose, .session .row-marked .call');
		const numbers = (row: Locator): Promise<number> =>
			row
				.locator('.row-number')
				.innerText()
				.then((text) => Number(text.slice(1)));
		const marked = frame.locator('.row-marked');
		const next = frame.locator('.row-marked + .row');
		await until(async () => {
			const end = (await next.count()) === 0 ? Number.POSITIVE_INFINITY : await numbers(next);
			return (await numbers(marked)) <= number && number < end;
		});
		return frame;
	}

	picture(name: string): Promise<void> {
		return picture(this.page, name);
	}

	/** Pictures of the whole window, light and dark. */
	photograph(
		name: string,
		ready: () => Promise<unknown> = () => this.panel('main.panel'),
	): Promise<void> {
		return photograph(this.page, name, ready);
	}

	/**
	 * Until a notification says this.
	 * @returns The whole notification.
	 */
	async notified(text: RegExp, there = this.page): Promise<string> {
		const words = await (await notification(there, text)).innerText();
		await there.keyboard.press('Escape');
		return words;
	}

	async #open({
		settings = {},
		env = {},
		installed = [],
		folder = path.join(repositoryRoot, 'media', 'sample'),
	}: SampleOptions): Promise<void> {
		this.#provider = await startFakeProvider();
		this.#workbench = await openWorkbench({
			extension: repositoryRoot,
			folder,
			viewport: { width: 1280, height: 900 },
			env,
			installed,
			settings: {
				'precis.models.providers': [
					{
						name: 'acme',
						baseUrl: this.#provider.baseUrl,
						models: [{ id: 'small', window: 128_000, inputPrice: 1, outputPrice: 4 }],
					},
				],
				...settings,
			},
		});
		await runCommand(this.page, 'Precis: Open Sample Conversation');
		await this.panel('main.panel');
		await runCommand(this.page, 'View: Toggle Primary Side Bar Visibility');
	}
}

function started<Part>(part: Part | undefined): Part {
	if (part === undefined) {
		throw new Error('The workbench has not started yet.');
	}
	return part;
}
