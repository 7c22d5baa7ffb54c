import type { Page } from 'playwright-core';
import type { FromPanel } from '../../src/protocol/fromPanel.ts';
import { nothingRemembered, type RememberedState } from '../../src/protocol/remembered.ts';
import type { PanelState, ToPanel } from '../../src/protocol/toPanel.ts';
import { openBuiltPage, type PageOptions } from './builtPage.ts';

export interface PanelPageOptions extends PageOptions {
	/** What the panel remembers from before it was hidden. */
	readonly remembered?: RememberedState;
}

/** The built panel on a page of its own, with a stand-in for VS Code. */
export class PanelPage {
	readonly page: Page;

	private constructor(page: Page) {
		this.page = page;
	}

	/** Opens the page and shows a state, if there is one. */
	static async open(state?: PanelState, options: PanelPageOptions = {}): Promise<PanelPage> {
		const opened = new PanelPage(await openBuiltPage('panel', 'Summary', host, options));
		await opened.page.waitForFunction('posted.length > 0');
		await opened.send({ type: 'remembered', value: options.remembered ?? nothingRemembered });
		await opened.send({ type: 'language', language: { locale: 'en', texts: {} } });
		await (state === undefined ? undefined : opened.show(state));
		await opened.posted();
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

	/** Presses a button. */
	async press(name: string | RegExp): Promise<void> {
		await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
	}

	/** Of what a place shows, the words. */
	async textOf(selector: string): Promise<string> {
		return (await this.page.locator(selector).allInnerTexts()).join('\n');
	}

	async count(selector: string): Promise<number> {
		return this.page.locator(selector).count();
	}

	/** What screen readers were told last. */
	async told(): Promise<string | null> {
		return this.page.getByRole('status').textContent();
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
}

/** Resolves when the next two frames are drawn. */
const painted =
	'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** What VS Code puts into a webview before its page runs. */
const host = `
	const posted = (window.posted = []);
	window.remembered = ${JSON.stringify(nothingRemembered)};
	window.kept = undefined;
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
`;
