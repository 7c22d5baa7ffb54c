import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { webviewHtml } from '../../src/vscode/webviewHtml.ts';
import { launchChromium } from '../vscode/chromium.ts';
import themes from './themes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as readonly ThemeName[];

/** How large the window is, and its theme. */
export interface PageOptions {
	readonly width?: number;
	readonly height?: number;
	readonly theme?: ThemeName;
	/** Where the built files lie; by default in the checkout. */
	readonly dist?: string;
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

let browser: Browser | undefined;
const opened: { readonly page: Page; readonly faults: string[] }[] = [];

before(async () => {
	browser = await launchChromium();
});

after(() => browser?.close());

// Whatever a test was about: nothing may go wrong unseen.
afterEach(async () => {
	for (const { page, faults } of opened.splice(0)) {
		await page.context().close();
		assert.deepEqual(faults, []);
	}
});

/**
 * A built page of ours, as VS Code would put it into a webview. It is closed after the test, which fails if the
 * browser refused something, the page threw, or it asked anything of anybody but us.
 * @param host Script that stands in for VS Code.
 */
export async function openBuiltPage(
	name: 'panel' | 'session',
	title: string,
	host: string,
	{
		width = 300,
		height = 900,
		theme = 'dark',
		dist = path.resolve(import.meta.dirname, '../../dist'),
	}: PageOptions,
	prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
	assert.ok(browser !== undefined);
	const context = await browser.newContext({ viewport: { width, height } });
	context.setDefaultTimeout(120_000);
	const page = await context.newPage();
	const faults: string[] = [];
	opened.push({ page, faults });
	const origin = `https://${name}.test`;
	page.on('pageerror', (error) => faults.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') {
			faults.push(message.text());
		}
	});
	page.on('request', (request) => {
		if (!request.url().startsWith(`${origin}/`)) {
			faults.push(`request: ${request.url()}`);
		}
	});
	page.on('framenavigated', (frame) => {
		if (frame.url() !== `${origin}/`) {
			faults.push(`navigation: ${frame.url()}`);
		}
	});
	page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`));
	page.on('dialog', (dialog) => {
		faults.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	await page.addInitScript(`${host}\n${themed(theme)}`);
	await page.route(`${origin}/**`, async (route) => {
		const { pathname } = new URL(route.request().url());
		const type = types[path.extname(pathname)];
		await (type === undefined
			? route.fulfill({ contentType: 'text/html', body: documentOf(origin, name, title) })
			: route.fulfill({ contentType: type, body: await readFile(path.join(dist, pathname)) }));
	});
	await prepare?.(page);
	await page.goto(`${origin}/`);
	return page;
}

function documentOf(origin: string, name: string, title: string): string {
	return webviewHtml({
		cspSource: origin,
		nonce: 'dGhlIG5vbmNl',
		script: `${origin}/${name}.js`,
		style: `${origin}/${name}.css`,
		title,
		language: 'en',
	});
}

function themed(theme: ThemeName): string {
	const { bodyClass, variables } = themes[theme];
	return `document.addEventListener('DOMContentLoaded', () => {
		document.body.className = ${JSON.stringify(bodyClass)};
		for (const [name, value] of Object.entries(${JSON.stringify(variables)})) {
			document.documentElement.style.setProperty(name, value);
		}
		if (!document.title.includes('Session')) {
			document.body.style.background = 'var(--vscode-sideBar-background)';
		}
	});`;
}

/** Pixels by which something is wider than the page. */
export async function overflow(page: Page): Promise<number> {
	return page.evaluate<number>(
		'document.documentElement.scrollWidth - document.documentElement.clientWidth',
	);
}

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds wrong with the page.
 * @param rule The one to look at; absent: all.
 */
export async function violations(page: Page, rule?: string): Promise<readonly string[]> {
	if (!(await page.evaluate<boolean>("'axe' in window"))) {
		await page.evaluate(axe);
	}
	const options = rule === undefined ? {} : { runOnly: [rule] };
	return page.evaluate<
		string[]
	>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(
		({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + failureSummary)))`);
}
