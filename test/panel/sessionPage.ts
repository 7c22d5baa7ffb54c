import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { contextPieces, type RenderableRecord } from '../../src/compaction/render.ts';
import type { Log } from '../../src/messages/message.ts';
import { parseFromSession } from '../../src/protocol/fromSession.ts';
import type { SessionSide } from '../../src/protocol/session.ts';
import type { ToSession } from '../../src/protocol/toSession.ts';
import {
	contextEntries,
	logEntries,
	type SessionEntries,
} from '../../src/worker/session/sessionEntries.ts';
import { sessionOutline } from '../../src/worker/session/sessionOutline.ts';
import { sessionRows } from '../../src/worker/session/sessionRows.ts';
import { sessionSearch } from '../../src/worker/session/sessionOutline.ts';
import { withContextParts } from '../support/compactions.ts';
import { openBuiltPage, type PageOptions } from './builtPage.ts';

/** A conversation to show. */
export interface ShownSession {
	readonly log: Log;
	readonly record?: RenderableRecord;
	readonly title?: string;
}

/** The built page of the session editor, with a host that answers as ours does, by the worker's own code. */
export class SessionEditorPage {
	#page: Page | undefined;
	#session: ShownSession;
	#side: SessionSide = 'conversation';
	#revision = 0;

	private constructor(session: ShownSession) {
		this.#session = session;
	}

	get page(): Page {
		return this.#page ?? assert.fail();
	}

	/** Opens the page; the session is there when this resolves. */
	static async open(session: ShownSession, options: PageOptions = {}): Promise<SessionEditorPage> {
		const opened = new SessionEditorPage(session);
		await openBuiltPage(
			'session',
			'Precis Session',
			host,
			{ width: 1_024, height: 700, ...options },
			async (page) => {
				opened.#page = page;
				await page.exposeFunction('hear', (message: unknown) => opened.#hear(message));
			},
		);
		await opened.page.locator('.toolbar').waitFor();
		await opened.settle();
		return opened;
	}

	/** The host has another conversation to show. */
	async change(session: ShownSession): Promise<void> {
		this.#session = session;
		await this.#sendOutline();
		await this.settle();
	}

	/** Leads to a message, as a chip of the panel does. */
	async reveal(number: number): Promise<void> {
		await this.send({ type: 'reveal', number });
		await this.settle();
	}

	/** Waits until what is on the screen has come and does not move any more. */
	async settle(): Promise<void> {
		let before = '';
		for (let after = await this.#look(); before !== after; after = await this.#look()) {
			before = after;
		}
	}

	/** What changes while something is on its way, some frames later. */
	async #look(): Promise<string> {
		return this.page.evaluate<string>(`(async () => {
			for (let frame = 0; frame < 4; frame += 1) {
				await new Promise(requestAnimationFrame);
			}
			const list = document.querySelector('.rows');
			const busy = document.querySelectorAll('[aria-busy=true]').length;
			return [list.scrollTop, list.scrollHeight, busy, busy === 0 ? '' : performance.now()].join(' ');
		})()`);
	}

	/** Numbers of the rows on the screen. */
	async numbers(): Promise<readonly number[]> {
		return this.page.evaluate<number[]>(`(() => {
			const list = document.querySelector('.rows').getBoundingClientRect();
			return [...document.querySelectorAll('.row')]
				.filter((row) => {
					const box = row.getBoundingClientRect();
					return box.bottom > list.top + 1 && box.top < list.bottom - 1;
				})
				.map((row) => Number(row.querySelector('.row-number').textContent.slice(1)));
		})()`);
	}

	/** Numbers in columns cross as lists, and become columns again in the page. */
	async send(message: ToSession): Promise<void> {
		const text = JSON.stringify(message, (_, value: unknown) =>
			ArrayBuffer.isView(value)
				? {
						column: value.constructor.name,
						values: Array.from(value as unknown as ArrayLike<number>),
					}
				: value,
		);
		await this.page.evaluate(`take(${JSON.stringify(text)})`);
	}

	async #hear(value: unknown): Promise<void> {
		const message = parseFromSession(value);
		assert.ok(message !== undefined, JSON.stringify(value));
		if (message.type === 'rows') {
			const { revision, start, end, whole } = message;
			const rows = sessionRows(this.#entries, start, end, whole);
			await this.send({ type: 'rows', revision, start, rows });
			return;
		}
		if (message.type === 'ready') {
			await this.send({ type: 'language', language: { locale: 'en', texts: {} } });
			await this.#sendOutline();
		} else if (message.type === 'show') {
			this.#side = message.side;
			await this.#sendOutline();
		} else if (message.type === 'find') {
			const { signal } = new AbortController();
			const entries = await sessionSearch(this.#entries, message.text, signal);
			await this.send({ type: 'found', revision: this.#revision, text: message.text, entries });
		}
	}

	async #sendOutline(): Promise<void> {
		this.#revision += 1;
		const { log, title = 'Move session handling to short-lived tokens' } = this.#session;
		await this.send({
			type: 'outline',
			revision: this.#revision,
			side: this.#side,
			about: { title, source: 'Claude Code', messages: log.length, folders: ['/home/ada/harbour'] },
			outline: await sessionOutline(this.#entries, new AbortController().signal),
		});
	}

	get #entries(): SessionEntries {
		const { log, record } = this.#session;
		const compacted = record && withContextParts(log, record);
		return this.#side === 'context'
			? contextEntries(log, compacted, contextPieces(log, record))
			: logEntries(log, compacted);
	}
}

/** What VS Code puts into a webview before its page runs. */
const host = `
	window.kept = undefined;
	window.take = (text) => {
		const columns = { Uint8Array, Uint16Array, Uint32Array };
		const message = JSON.parse(text, (_, value) =>
			value?.column in columns ? columns[value.column].from(value.values) : value);
		window.dispatchEvent(new MessageEvent('message', { data: message }));
	};
	window.acquireVsCodeApi = () => ({
		postMessage: (message) => void window.hear(message),
		getState: () => window.kept,
		setState: (value) => { window.kept = value; return value; },
	});
`;
