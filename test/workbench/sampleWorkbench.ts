import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { Repositories } from '../support/repositories.ts';
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

/** How a workbench of its own starts for a suite. */
interface SampleOptions {
	/** On top of the provider's. */
	readonly settings?: Settings;
	/** Reaches the extension host as well. */
	readonly env?: Environment;
	/** Folders of extensions beside the one under test. */
	readonly installed?: readonly string[];
	/** The workspace; by default that of the sample. */
	readonly folder?: string;
}

interface Opened {
	readonly provider: FakeProvider;
	readonly workbench: Workbench;
}

const viewport = { width: 1280, height: 900 };

/** A remote and two clones of it. The shared window has the one of ada open. */
export const repositories = new Repositories();

/** The person's in the shared window. A suite removes what it keeps there. Programs of its `bin` are found. */
export const sharedHome = path.join(repositories.folder, 'home');

/** The workspace of the shared window: what the sample's has, in a clone. */
export const sharedFolder = path.join(repositories.folder, 'ada');

/** So that git asks nobody else who is who. */
export const gitEnvironment = {
	GIT_CONFIG_GLOBAL: path.join(repositories.folder, 'gitconfig'),
	GIT_CONFIG_NOSYSTEM: '1',
};

/** A window costs as much as most suites do: those that need none of their own share this one. */
let shared: Opened | undefined;
after(async () => {
	await dispose(shared);
	repositories.dispose();
});

async function openShared(): Promise<Opened> {
	const bin = path.join(sharedHome, 'bin');
	mkdirSync(bin, { recursive: true });
	// Read by the login shell that VS Code asks for the environment, when it starts.
	writeFileSync(path.join(sharedHome, '.profile'), `PATH='${bin}':$PATH\n`);
	cpSync(path.join(repositoryRoot, 'media', 'sample'), sharedFolder, { recursive: true });
	return open({
		folder: sharedFolder,
		env: { HOME: sharedHome, ...gitEnvironment },
		settings: {
			'precis.models.main': 'acme/small',
			'precis.import.folders': ['~/backup', '~/nowhere'],
			'terminal.integrated.env.linux': { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
			// What a row tells when the pointer rests on it would cover the next one.
			'workbench.hover.delay': 60_000,
		},
	});
}

/** A real VS Code that shows the sample, with a provider called acme, for all tests of a suite. */
export class SampleWorkbench {
	#opened: Opened | undefined;

	/** @param options Absent: the window that suites share, with nothing that an earlier one has kept. */
	constructor(options?: SampleOptions) {
		const start = (): Promise<void> => this.#start(options);
		before(async () => {
			await start();
		});
		after(async () => {
			if (options !== undefined) {
				await dispose(this.#opened);
			}
		});
		const page = (): Page => this.page;
		afterEach(async function () {
			if (this.currentTest?.state === 'failed') {
				await pictureOfFailure(page(), this.currentTest.title.replaceAll(/\W+/g, '-'));
			}
		});
	}

	get provider(): FakeProvider {
		return started(this.#opened).provider;
	}

	get workbench(): Workbench {
		return started(this.#opened).workbench;
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

	/** Presses keys until they show something: while a list is drawn anew, VS Code hears none. */
	press(shown: Locator, ...keys: readonly string[]): Promise<void> {
		return until(async () => {
			for (const key of keys) {
				await this.page.keyboard.press(key);
			}
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

	async #start(options: SampleOptions | undefined): Promise<void> {
		if (options !== undefined) {
			this.#opened = await open(options);
		} else if (shared === undefined) {
			shared = await openShared();
			this.#opened = shared;
		} else {
			this.#opened = shared;
			await this.#clear();
		}
		await runCommand(this.page, 'Precis: Open Sample Conversation');
		await this.panel('main.panel');
	}

	async #clear(): Promise<void> {
		const { page, provider } = this;
		provider.always(answer(summaryReply()));
		await page.setViewportSize(viewport);
		await runCommand(page, 'View: Close All Editors');
		await runCommand(page, 'Notifications: Clear All Notifications');
		// A suite may have left the chat in its place.
		await runCommand(page, 'Precis: Focus on Summary View');
		await runCommand(page, 'Precis: Delete All Data…');
		const question = page.locator('.monaco-dialog-box');
		await question.getByRole('button', { name: 'Delete All Data' }).click();
		await this.panel('main.welcome');
	}
}

async function open({
	settings = {},
	env = {},
	installed = [],
	folder = path.join(repositoryRoot, 'media', 'sample'),
}: SampleOptions): Promise<Opened> {
	const provider = await startFakeProvider();
	const workbench = await openWorkbench({
		extension: repositoryRoot,
		folder,
		viewport,
		env,
		installed,
		settings: {
			'precis.models.providers': [
				{
					name: 'acme',
					baseUrl: provider.baseUrl,
					models: [{ id: 'small', window: 128_000, inputPrice: 1, outputPrice: 4 }],
				},
			],
			...settings,
		},
	});
	await runCommand(workbench.page, 'View: Toggle Primary Side Bar Visibility');
	return { provider, workbench };
}

async function dispose(opened: Opened | undefined): Promise<void> {
	await opened?.workbench.dispose();
	await opened?.provider.dispose();
}

function started(opened: Opened | undefined): Opened {
	if (opened === undefined) {
		throw new Error('The workbench has not started yet.');
	}
	return opened;
}
