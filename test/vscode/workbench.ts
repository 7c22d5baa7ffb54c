import type { Browser, Page } from 'playwright-core';
import { enableCopilotChat } from './builtInChat.ts';
import { launchChromium } from './chromium.ts';
import { readableLines } from './hostOutput.ts';
import { type ServerOptions, startServer, type VsCodeServer } from './server.ts';
import { type WorkbenchContent, workbenchUrl } from './workbenchUrl.ts';

/** How a workbench is opened. */
export interface WorkbenchOptions extends WorkbenchContent, ServerOptions {
	readonly viewport?: { readonly width: number; readonly height: number };
	/** The language that extensions are told, for example `de`; VS Code's own texts stay English. */
	readonly language?: string;
	/** Whether Copilot Chat runs, where this VS Code brings it. */
	readonly copilotChat?: boolean;
	/** Gets every line that the extension host writes to its console, without VS Code's own noise. */
	readonly onOutput?: (line: string) => void;
}

/** A real VS Code in a headless browser. */
export interface Workbench {
	/** Drives and shows it. `page.setViewportSize` and `page.screenshot` work as usual. */
	readonly page: Page;
	readonly server: VsCodeServer;
	/** Exit code of the test run; never settles without `tests`. */
	readonly exitCode: Promise<number>;
	/** Ends browser, server and extension host, and removes the user data. */
	dispose(): Promise<void>;
}

const defaultViewport = { width: 1280, height: 800 };

/** Without a graphics card, what moves in a window takes a third of all its processor time. */
const standStill = `const still = new CSSStyleSheet();
still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
document.adoptedStyleSheets = [still];`;

/** Starts a server and a browser of its own and shows the workbench in it. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
	const server = await startServer(options);
	let browser: Browser | undefined;
	const dispose = async (): Promise<void> => {
		await browser?.close();
		await server.dispose();
	};
	try {
		browser = await launchChromium();
		// A context of its own, in which a test can open a second window.
		const context = await browser.newContext({ viewport: options.viewport ?? defaultViewport });
		// On a busy machine everything comes, late.
		context.setDefaultTimeout(120_000);
		const page = await context.newPage();
		await page.addInitScript({ content: standStill });
		if (options.language !== undefined) {
			await speak(page, options.language);
		}
		if (options.copilotChat === true) {
			await enableCopilotChat(page, server);
		}
		const { exitCode } = await listen(page, options.onOutput ?? (() => undefined));
		await page.goto(workbenchUrl(server, options));
		// The theme comes from an extension: once it shows, all extensions are registered, and screenshots
		// have their colours.
		await page.locator('.monaco-workbench[class*="vscode-theme-"]').waitFor();
		return { page, server, exitCode, dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** What a language pack sets before VS Code is loaded, without its texts. */
async function speak(page: Page, language: string): Promise<void> {
	await page.addInitScript((chosen) => {
		Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: chosen });
	}, language);
}

/** Gives the page the two functions through which a workbench reports a test run. */
async function listen(
	page: Page,
	onOutput: (line: string) => void,
): Promise<{ exitCode: Promise<number> }> {
	const exit = Promise.withResolvers<number>();
	let ended = false;
	await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
		// Afterwards VS Code only tells how it shuts down.
		for (const line of ended ? [] : readableLines(args)) {
			onOutput(line);
		}
	});
	await page.exposeFunction('codeAutomationExit', (code: unknown) => {
		ended = true;
		// No code comes when the extension host died.
		exit.resolve(typeof code === 'number' ? code : 1);
	});
	page.once('crash', () => exit.reject(new Error('The browser page crashed.')));
	// Whoever runs no tests does not look at it.
	exit.promise.catch(() => undefined);
	return { exitCode: exit.promise };
}
