import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { FromPanel } from '../../src/protocol/fromPanel.ts';
import { nothingRemembered, type RememberedState } from '../../src/protocol/remembered.ts';
import type { PanelState, ToPanel } from '../../src/protocol/toPanel.ts';
import { webviewHtml } from '../../src/vscode/webviewHtml.ts';
import themes from './themes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as readonly ThemeName[];

const origin = 'https://panel.test';
const dist = path.resolve(import.meta.dirname, '../../dist');

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The built panel on a page of its own, with a stand-in for VS Code. */
export class PanelPage {
	readonly page: Page;
	/** What the browser refused, what the page threw, and what it asked of anybody but us. */
	readonly faults: string[] = [];

	private constructor(page: Page) {
		this.page = page;
		page.on('pageerror', (error) => this.faults.push(String(error)));
		page.on('console', (message) => {
			if (message.type() === 'error') {
				this.faults.push(message.text());
			}
		});
		page.on('request', (request) => {
			if (!request.url().startsWith(`${origin}/`)) {
				this.faults.push(`request: ${request.url()}`);
			}
		});
		page.on('framenavigated', (frame) => {
			if (frame.url() !== `${origin}/`) {
				this.faults.push(`navigation: ${frame.url()}`);
			}
		});
		page.on('popup', (popup) => this.faults.push(`popup: ${popup.url()}`));
		page.on('dialog', (dialog) => {
			this.faults.push(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
	}

	/** Opens the page; the panel is ready for its first state when this resolves. */
	static async open(
		browser: Browser,
		width: number,
		theme: ThemeName,
		height = 900,
		remembered = nothingRemembered,
	): Promise<PanelPage> {
		const context = await browser.newContext({ viewport: { width, height } });
		const page = await context.newPage();
		const opened = new PanelPage(page);
		await page.addInitScript(stub(theme));
		await page.route(`${origin}/**`, async (route) => {
			const { pathname } = new URL(route.request().url());
			const type = types[path.extname(pathname)];
			await (type === undefined
				? route.fulfill({ contentType: 'text/html', body: documentOf(origin, 'panel', 'Summary') })
				: route.fulfill({ contentType: type, body: await readFile(path.join(dist, pathname)) }));
		});
		await page.goto(`${origin}/`);
		await page.waitForFunction('posted.length > 0');
		await opened.send({ type: 'remembered', value: remembered });
		await opened.send({ type: 'language', language: { locale: 'en', texts: {} } });
		return opened;
	}

	/** Shows a state and waits until it is on screen. */
	async show(state: PanelState): Promise<void> {
		await this.send({ type: 'state', state });
	}

	async send(message: ToPanel): Promise<void> {
		await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*'); ${painted}`);
	}

	/** Waits until what has changed is on screen. */
	async settle(): Promise<void> {
		await this.page.evaluate(painted);
	}

	/** What the panel had remembered last. */
	async remembered(): Promise<RememberedState> {
		return this.page.evaluate<RememberedState>('remembered');
	}

	/** What VS Code would keep of the page on the disk. */
	async keptByVsCode(): Promise<unknown> {
		return this.page.evaluate('kept');
	}

	/** What the panel has asked for since it was last looked at. */
	async posted(): Promise<readonly FromPanel[]> {
		return this.page.evaluate<readonly FromPanel[]>(
			'posted.splice(0).map(({ request }) => request)',
		);
	}

	/** Pixels by which something is wider than the page. */
	async overflow(): Promise<number> {
		return this.page.evaluate<number>(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}

/** Resolves when the next two frames are drawn. */
const painted =
	'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** The document that VS Code would put a built page into. */
export function documentOf(origin: string, name: 'panel' | 'session', title: string): string {
	return webviewHtml({
		cspSource: origin,
		nonce: 'dGhlIG5vbmNl',
		script: `${origin}/${name}.js`,
		style: `${origin}/${name}.css`,
		title,
		language: 'en',
	});
}

/** What VS Code puts into a webview before its page runs. */
function stub(theme: ThemeName): string {
	const { bodyClass, variables } = themes[theme];
	return `
		const posted = (window.posted = []);
		window.remembered = ${JSON.stringify(nothingRemembered)};
		// What an earlier version has left.
		window.kept = { conversation: 'c', toggles: {}, focus: 'words of an earlier version' };
		window.acquireVsCodeApi = () => ({
			postMessage: (message) => {
				if (message.request.type === 'remember') {
					window.remembered = message.request.value;
				} else {
					posted.push(message);
				}
			},
			getState: () => window.kept,
			setState: (value) => { window.kept = value; return value; },
		});
		document.addEventListener('DOMContentLoaded', () => {
			for (const [name, value] of Object.entries(${JSON.stringify(variables)})) {
				document.documentElement.style.setProperty(name, value);
			}
			document.body.className = ${JSON.stringify(bodyClass)};
			document.body.style.background = 'var(--vscode-sideBar-background)';
		});
	`;
}
