import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { toOpenAi } from '../../src/models/openai/chatMessage.ts';
import type { ConversationView, HistoryEntry } from '../../src/protocol/conversationView.ts';
import type { WorkerSettings } from '../../src/protocol/workerSettings.ts';
import { redact } from '../../src/redaction/redact.ts';
import { WorkerClient, type WorkerPort } from '../../src/vscode/worker/workerClient.ts';
import { WorkerError } from '../../src/vscode/worker/workerError.ts';
import { startWorkerThread } from '../../src/vscode/worker/workerThread.ts';
import { assistant, at, user } from '../support/logs.ts';
import { until } from '../support/until.ts';
import { turns, workerSettings } from '../support/workerRig.ts';

/** How many random sessions of a dozen moves, where somebody has the time; otherwise the same three each time. */
const wanted = process.env['SOAK_RUNS'];
const runs = Number(wanted ?? 3);

const workerFile = fileURLToPath(new URL('../../src/worker/worker.ts', import.meta.url));

/** How a request may fail while others run, the thread is killed, or what it is about is gone. */
const expected = ['cancelled', 'worker-stopped', 'unknown-conversation', 'busy', 'closed', 'store'];

/** A window: a real worker thread over the store that all share, and a person who has no model. */
class Window {
	readonly client: WorkerClient;
	settings: WorkerSettings = workerSettings;
	/** Conversations that are in memory alone here as the person wants it, with what was acknowledged of each. */
	readonly own = new Map<string, Acknowledged>();
	/** What should never happen. */
	readonly unexpected: string[] = [];
	/** Conversations that were in memory alone at some time; one that was opened anew may be so again. */
	readonly #wasExcluded = new Set<string>();
	#port: WorkerPort | undefined;
	/** Milliseconds; a minute passes between two starts, or threads that are killed often would rest. */
	#time = 0;

	constructor(storage: string) {
		this.client = new WorkerClient({
			start: () => {
				this.#port = startWorkerThread(workerFile, { storage }, (text) =>
					this.unexpected.push(text),
				);
				return this.#port;
			},
			settings: () => this.settings,
			now: () => (this.#time += 60_000),
		});
		this.client.handle(() => ({
			models: () => Promise.resolve({ transientRetries: 0 }),
			call: () => Promise.reject(new Error('There is no model.')),
		}));
		this.client.onNotification('unexpected', ({ message }) => this.unexpected.push(message));
		this.client.onNotification('not-kept', ({ conversation, reason, message }) => {
			// The person wants it kept again, and it was begun anew in the other window.
			if (!this.#wasExcluded.has(conversation) || reason !== 'in-use') {
				this.unexpected.push(message);
			}
		});
	}

	/** As the person wants it. */
	excludes(id: string, excluded: boolean): void {
		if (excluded) {
			this.#wasExcluded.add(id);
		}
		const others = this.settings.excluded.filter((other) => other !== id);
		this.settings = { ...this.settings, excluded: excluded ? [...others, id] : others };
		this.client.configure();
	}

	/** The thread is gone in the middle of whatever it does. */
	kill(): void {
		this.own.clear();
		this.#port?.terminate();
	}
}

/** What was acknowledged of a conversation, and must be there ever after. */
interface Acknowledged {
	readonly messages: number;
	readonly records: readonly HistoryEntry['id'][];
}

/** Two windows on one store and two files, and what is known of what they were told. */
class Soak {
	readonly folder = mkdtempSync(join(tmpdir(), 'precis-soak-'));
	readonly storage = join(this.folder, 'storage');
	readonly acknowledged = new Map<string, Acknowledged>();
	/** Conversations that a person took out of the store in the latest move, or tried to. */
	readonly #takenOut = new Set<string>();
	readonly #lengths = new Map<string, number>();
	windows = [new Window(this.storage), new Window(this.storage)] as const;

	path(file: number): string {
		const path = join(this.folder, `session-${file}.json`);
		if (!this.#lengths.has(path)) {
			this.grow(file);
		}
		return path;
	}

	/** The assistant goes on in its file. */
	grow(file: number): void {
		const path = join(this.folder, `session-${file}.json`);
		const length = (this.#lengths.get(path) ?? 20) + 4;
		this.#lengths.set(path, length);
		writeFileSync(path, JSON.stringify(turns(length, file * 1_000).map(toOpenAi)));
	}

	/** @returns Id of the conversation in a file. */
	async opened(window: Window, file: number): Promise<string> {
		const { conversations } = await window.client.call('open', { path: this.path(file) });
		return at(conversations, 0).id;
	}

	/** Nobody misses on disk what a person takes out. */
	async delete({ client, own }: Window, id: string): Promise<void> {
		this.#takenOut.add(id);
		await client.call('delete', { id });
		own.delete(id);
	}

	/** It goes on in one window, with all that was acknowledged before. */
	async release(window: Window, id: string): Promise<void> {
		window.excludes(id, true);
		const before = this.acknowledged.get(id);
		this.#takenOut.add(id);
		await window.client.call('keep', { id, keep: false });
		if (before !== undefined && !window.own.has(id)) {
			window.own.set(id, before);
		}
	}

	/** Everything acknowledged is there, alike in both windows where both show what is kept. */
	async check(): Promise<void> {
		// Whether the other window's steps came before or after is not known.
		this.#takenOut.forEach((id) => this.acknowledged.delete(id));
		this.#takenOut.clear();
		for (const [id, acknowledged] of this.acknowledged) {
			this.acknowledged.set(id, holdsAll(await this.#kept(id), acknowledged));
		}
		for (const window of this.windows) {
			for (const [id, acknowledged] of window.own) {
				const view = await window.client.call('view', { id });
				if (view.status.kept) {
					// It had nothing of its own any more, or was kept again.
					window.own.delete(id);
				} else {
					window.own.set(id, holdsAll(view, acknowledged));
				}
			}
		}
		assert.deepEqual(
			this.windows.flatMap(({ unexpected }) => unexpected),
			[],
		);
	}

	/** Takes note of what a window says is on disk. */
	async note(window: Window, id: string): Promise<void> {
		const { messages, status } = await window.client.call('view', { id });
		const records = status.history.map((entry) => entry.id);
		if (status.kept) {
			this.acknowledged.set(id, { messages, records });
		} else if (window.own.has(id)) {
			window.own.set(id, { messages, records });
		}
	}

	/** The same file is the same conversation, unless one of the windows has its own. */
	async openBoth(file: number): Promise<void> {
		const [here, there] = await Promise.all(
			this.windows.map((window) => this.opened(window, file)),
		);
		const hasOwn = this.windows.some(({ own }) => own.size > 0);
		assert.ok(hasOwn || here === there, 'one file leads to two conversations');
	}

	async reload(index: 0 | 1): Promise<void> {
		const { client, settings } = this.windows[index];
		await client.shutDown();
		const fresh = new Window(this.storage);
		fresh.settings = { ...fresh.settings, excluded: settings.excluded };
		this.windows = index === 0 ? [fresh, this.windows[1]] : [this.windows[0], fresh];
	}

	/** Nothing is left open or half-written. */
	async end(): Promise<void> {
		await Promise.all(this.windows.map(({ client }) => client.shutDown()));
		const database = new DatabaseSync(join(this.storage, 'conversations.db'));
		assert.deepEqual(
			{ ...database.prepare('pragma integrity_check').get() },
			{ integrity_check: 'ok' },
		);
		database.close();
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** What windows show that have no version of their own, once a compaction in the background has ended in both. */
	async #kept(id: string): Promise<ConversationView> {
		let shown: ConversationView | undefined;
		await until(async () => {
			const views = await Promise.all(
				this.windows.map(({ client }) => client.call('view', { id })),
			);
			const kept = views.filter(({ status }) => status.kept);
			shown = at(kept, 0);
			return kept.every(
				({ messages, status }) =>
					messages === shown?.messages && status.active === shown.status.active,
			);
		});
		assert.ok(shown !== undefined);
		return shown;
	}
}

/** @returns What is there by now. */
function holdsAll(
	{ messages, status }: ConversationView,
	acknowledged: Acknowledged,
): Acknowledged {
	assert.ok(messages >= acknowledged.messages, `${messages} of ${acknowledged.messages} messages`);
	const records = status.history.map((entry) => entry.id);
	assert.deepEqual(
		acknowledged.records.filter((record) => !records.includes(record)),
		[],
		'records that were committed are gone',
	);
	return { messages, records };
}

type Step = (soak: Soak, window: Window, id: string) => Promise<unknown>;

/** What people and assistants do to a conversation that a window has opened. */
const steps = {
	compact: (_, { client }, id) => client.call('compact', { id }),
	focus: (_, { client }, id) => client.call('compact', { id, focus: redact('the parser') }),
	compactAndCancel(_, { client }, id) {
		const controller = new AbortController();
		const compaction = client.call('compact', { id }, { signal: controller.signal });
		controller.abort();
		return compaction;
	},
	preview: async (_, { client }, id) => {
		const end = await client.call('preview', { id });
		if (end.kind === 'preview') {
			await client.call('compact', { id });
		}
	},
	undo: (_, { client }, id) => client.call('undo', { id }),
	redo: (_, { client }, id) => client.call('redo', { id }),
	remove: async (_, { client }, id) => {
		const { status, sections = [] } = await client.call('view', { id });
		const section = sections.find(({ items }) => items.length > 0);
		const { active: record } = status;
		if (section !== undefined && record !== undefined) {
			const { text } = at(section.items, 0);
			const place = { record, section: section.title, index: 0, text };
			await client.call('changeItem', { id, place, change: { kind: 'remove' } });
		}
	},
	say: async (_, { client }, id) => {
		await client.call('append', { id, messages: [user('And now the tests.')] });
		await client.call('context', { id });
		await client.call('append', { id, messages: [assistant('Certainly.')] });
	},
	append: (_, { client }, id) => client.call('append', { id, messages: [user('One more thing.')] }),
	close: (soak, { client }, id) =>
		soak.acknowledged.has(id) ? client.call('close', { id }) : Promise.resolve(),
	keep: (_, window, id) => {
		window.excludes(id, false);
		return window.client.call('keep', { id, keep: true });
	},
	release: (soak, window, id) => soak.release(window, id),
	delete: (soak, window, id) => soak.delete(window, id),
	configure: async (_, window) => {
		const { automatic } = window.settings;
		window.settings = { ...window.settings, automatic: !automatic };
		window.client.configure();
	},
	kill: async (_, window, id) => {
		// While it works.
		const compaction = window.client.call('compact', { id });
		window.kill();
		await compaction;
	},
} as const satisfies Readonly<Record<string, Step>>;

type StepName = keyof typeof steps;

/** What is done while nothing else is. */
const alone = ['reload', 'grow', 'openBoth'] as const;

/** One step in one window, and maybe another one in the other window at the same time. */
interface Move {
	readonly window: 0 | 1;
	readonly file: number;
	readonly step: StepName | (typeof alone)[number];
	readonly meanwhile: StepName | undefined;
}

const stepName = fc.constantFrom(...(Object.keys(steps) as StepName[]));
const move: fc.Arbitrary<Move> = fc.record({
	window: fc.constantFrom(0 as const, 1 as const),
	file: fc.nat({ max: 1 }),
	step: fc.oneof(
		{ weight: 14, arbitrary: stepName },
		{ weight: 2, arbitrary: fc.constantFrom(...alone) },
	),
	meanwhile: fc.option(stepName, { nil: undefined, freq: 4 }),
});

async function take(soak: Soak, window: Window, file: number, step: StepName): Promise<void> {
	try {
		const id = await soak.opened(window, file);
		await steps[step](soak, window, id);
		await soak.note(window, id);
	} catch (error) {
		const isExpected = expected.some((code) => WorkerError.is(error, code));
		assert.ok(isExpected, `${step}: ${error instanceof Error ? error.stack : String(error)}`);
	}
}

async function make(soak: Soak, { window: index, file, step, meanwhile }: Move): Promise<void> {
	if (step === 'grow') {
		soak.grow(file);
		return;
	}
	if (step === 'reload') {
		await soak.reload(index);
		return;
	}
	if (step === 'openBoth') {
		await soak.openBoth(file);
		return;
	}
	const other = soak.windows[index === 0 ? 1 : 0];
	await Promise.all([
		take(soak, soak.windows[index], file, step),
		...(meanwhile === undefined ? [] : [take(soak, other, file, meanwhile)]),
	]);
}

describe('two windows whose workers are really threads', function () {
	this.timeout(200_000 * runs);

	it('lose nothing that was acknowledged, whatever is done and killed', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(move, { minLength: 12, maxLength: 16 }), async (moves) => {
				const soak = new Soak();
				try {
					await make(soak, { window: 0, file: 0, step: 'compact', meanwhile: undefined });
					assert.equal(soak.acknowledged.size, 1);
					for (const each of moves) {
						await make(soak, each);
						await soak.check();
					}
				} finally {
					await soak.end();
				}
			}),
			{
				numRuns: runs,
				...(wanted === undefined ? { seed: 20_261_123 } : {}),
				includeErrorInReport: true,
				// A failure says its seed; to find a smaller one would take minutes.
				endOnFailure: true,
			},
		);
	});
});
