import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as claudeCode from '../../../src/assistants/compactor/claudeCode.ts';
import * as cline from '../../../src/assistants/compactor/cline.ts';
import { compactSession } from '../../../src/assistants/compactor/compaction.ts';
import * as openCode from '../../../src/assistants/compactor/openCode.ts';
import * as pi from '../../../src/assistants/compactor/pi.ts';
import {
	claudePluginFiles,
	clinePlugin,
	openCodePlugin,
	piExtension,
} from '../../../src/assistants/compactor/plugins.ts';
import { pluginManifest } from '../../../src/assistants/connecting/agentPlugin.ts';
import { compactToolName } from '../../../src/conversations/recall/ownTool.ts';
import { textOf, type Message } from '../../../src/messages/message.ts';
import { assistant, call, prose, result, user } from '../../support/logs.ts';
import { Machine } from '../transcripts/discovery/machine.ts';

/** What plugins do where that is gone, throws or hangs which they load. The real assistants run them in `test/clients`. */

const messages = [{ role: 'user', content: 'Context summary: They spoke.' }] as const;

/** Each has its assistant compact once; what comes of it, and what the person is told. */
const plugins = {
	async pi(file: string, told: (text: string) => void) {
		const { default: extension } = (await import(file)) as { default: (pi: object) => void };
		const handlers = new Map<string, (event: object, context: object) => unknown>();
		extension({
			on: (event: string, handler: () => void) => void handlers.set(event, handler),
			getAllTools: () => [],
			registerTool: () => undefined,
		});
		// Pi draws the compacted conversation anew, without the lines before it.
		let isDrawn = false;
		const context = { ui: { notify: (text: string) => (isDrawn ? told(text) : undefined) } };
		const event = { signal: new AbortController().signal };
		return async () => {
			isDrawn = false;
			const made = await handlers.get('session_before_compact')?.(event, context);
			await handlers.get('session_compact')?.({ compactionEntry: {}, reason: 'manual' }, context);
			isDrawn = true;
			return made;
		};
	},
	async openCode(file: string, told: (text: string) => void) {
		const { Precis } = (await import(file)) as {
			Precis: (
				host: object,
			) => Promise<Record<string, (input: object, output: { messages: unknown[] }) => unknown>>;
		};
		const hooks = await Precis({
			client: {
				app: {
					log: ({ body }: { body: { message: string } }) => Promise.resolve(told(body.message)),
				},
				tool: { ids: () => Promise.resolve({ data: [] }) },
				tui: { showToast: () => Promise.resolve() },
			},
		});
		return async () => {
			const output = { messages: [...messages] };
			await hooks['experimental.chat.messages.transform']?.({}, output);
			return output.messages.length === messages.length ? undefined : output;
		};
	},
	async cline(file: string, told: (text: string) => void) {
		const { plugin } = (await import(file)) as {
			plugin: { setup: (api: object, context: object) => void };
		};
		let build: ((all: readonly object[]) => Promise<unknown>) | undefined;
		plugin.setup(
			{ registerMessageBuilder: (builder: { build: typeof build }) => (build = builder.build) },
			{ session: { sessionId: 's' }, logger: { log: told } },
		);
		return async () => {
			const made = await build?.(messages);
			return JSON.stringify(made) === JSON.stringify(messages) ? undefined : made;
		};
	},
	async claude(file: string, told: (text: string) => void) {
		const { register } = (await import(file)) as {
			register: Parameters<typeof claudeCompaction>[0];
		};
		const compact = claudeCompaction(register, told);
		return () => compact({ messages: [] }, () => Promise.resolve(undefined));
	},
};

type ClaudeHandler = (...given: readonly unknown[]) => Promise<unknown>;

/** What the plugin answers to Claude Code's event. */
function claudeCompaction(
	register: (on: (event: string, handler: ClaudeHandler) => Promise<void>) => void,
	told: (text: string) => void,
): (...given: readonly unknown[]) => Promise<unknown> {
	const handlers = new Map<string, ClaudeHandler>();
	register((event, handler) => Promise.resolve(void handlers.set(event, handler)));
	const host = {
		session: {
			info: () => Promise.resolve({ transcriptPath: 's.jsonl' }),
			usage: () => Promise.resolve({}),
		},
		tool: { list: () => Promise.resolve([]) },
		fs: { stat: () => Promise.resolve({ size: 0 }) },
		ui: { log: told },
	};
	return (...given) => handlers.get('session.compact')?.(host, ...given) ?? assert.fail();
}

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) {
		await new Promise(setImmediate);
	}
}

/** What each loads, by the file's name. */
const loaded = { pi, 'open-code': openCode, cline, 'claude-code': claudeCode };

/** A file with the names of one of them, each of which does the same. */
const bundle = (name: keyof typeof loaded, body: string): string =>
	Object.keys(loaded[name])
		.map((each) => `export const ${each} = (...given) => { ${body} };\n`)
		.join('');

describe('a plugin of an assistant', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(async () => {
		mock.timers.reset();
		await machine.remove();
	});

	/** The file that the assistant loads, beside what that loads. */
	async function written(
		name: keyof typeof plugins,
		body: string | undefined,
		way: 'model' | 'at-once' = 'at-once',
	): Promise<string> {
		const launch = { compactors: machine.path('compactors'), way };
		if (name === 'claude') {
			const manifest = pluginManifest('1');
			for (const [file, text] of claudePluginFiles({
				manifest,
				hooks: '{}',
				undo: 'precis undo',
				way,
				bundle: bundle('claude-code', body ?? ''),
			})) {
				await machine.write(`claude/${file}`, text);
			}
			return machine.path('claude/hooks/precis.js');
		}
		const text = {
			pi: piExtension,
			openCode: openCodePlugin.bind(undefined, 'kilo'),
			cline: clinePlugin,
		}[name](launch);
		if (body !== undefined) {
			for (const file of ['pi', 'open-code', 'cline'] as const) {
				await machine.write(`compactors/${file}.mjs`, bundle(file, body));
			}
		}
		return machine.write(`${name}.mjs`, text);
	}

	it('puts behind each of Cline’s summaries what is of its compaction, also where two are the same', async () => {
		const variable = 'CLINE_SESSION_DATA_DIR';
		const before = process.env[variable];
		process.env[variable] = machine.path('sessions');
		// In place of a reader: what the file holds.
		const file = await written('cline', 'return given[1];');
		const { plugin } = (await import(file)) as {
			plugin: { setup: (api: object, context: object) => void };
		};
		if (before === undefined) {
			delete process.env[variable];
		} else {
			process.env[variable] = before;
		}
		type Build = (all: readonly object[]) => Promise<readonly { content: object[] }[]>;
		let build: Build | undefined;
		plugin.setup(
			{ registerMessageBuilder: (builder: { build: Build }) => (build = builder.build) },
			{ session: { sessionId: 's' } },
		);
		const behind = async (...following: readonly string[]): Promise<unknown> => {
			const later = following.map((content) => ({ role: 'user', content }));
			return (await build?.([...messages, ...later]))?.[0]?.content.at(-1);
		};
		const save = (text: string) => machine.write('sessions/s/s.messages.json', text);
		await save('first');
		assert.deepEqual(await behind('a'), { type: 'text', text: 'first' });
		await save('first and second');
		assert.deepEqual(await behind('a', 'b'), { type: 'text', text: 'first' });
		assert.deepEqual(await behind('b'), { type: 'text', text: 'first and second' });
	});

	it('sends OpenCode’s model the messages that Precis makes of them', async () => {
		const body =
			'return { messages: (all) => [...all, ...all], withWords: (all) => [...all, "words"] };';
		const compact = await plugins.openCode(await written('openCode', body), () => undefined);
		assert.deepEqual(await compact(), { messages: [...messages, ...messages, 'words'] });
	});

	it('lets Pi’s model ask for a compaction at the end of its task, once, but not of one that is stopped', async () => {
		const { default: extension } = (await import(await written('pi', ''))) as {
			default: (pi: object) => void;
		};
		interface Tool {
			readonly name: string;
			readonly execute: (...given: readonly unknown[]) => Promise<unknown>;
		}
		const tools: Tool[] = [];
		const handlers = new Map<string, (event: object, context: object) => unknown>();
		extension({
			on: (event: string, handler: () => void) => void handlers.set(event, handler),
			registerTool: (tool: Tool) => tools.push(tool),
		});
		const asked: { readonly customInstructions: string }[] = [];
		const settle = (aborted?: true): unknown =>
			handlers.get('agent_settled')?.(
				{ aborted },
				{ compact: (how: (typeof asked)[number]) => asked.push(how) },
			);
		const [tool] = tools;
		assert.equal(tool?.name, compactToolName);
		settle();
		const ask = (focus: string, hasUI = true): Promise<unknown> =>
			tool.execute('1', { focus }, undefined, undefined, { hasUI });
		await ask('the parser');
		await ask('something else');
		assert.deepEqual(asked, []);
		settle();
		settle();
		assert.deepEqual(
			asked.map(({ customInstructions }) => customInstructions),
			['the parser'],
		);
		await ask('the lexer');
		settle(true);
		settle();
		await ask('the lexer', false);
		settle();
		assert.equal(asked.length, 1);
	});

	it('has Claude Code use the summary that it prepared, and adds to it then', async () => {
		const added = { messages: [{ text: 'added' }], notice: 'Added.' };
		const file = await written('claude', `return ${JSON.stringify(added)};`, 'model');
		const { register } = (await import(file)) as {
			register: Parameters<typeof claudeCompaction>[0];
		};
		const asked: boolean[] = [];
		const compact = claudeCompaction(register, () => undefined);
		const own = { messages: [{ text: 'own' }] };
		const compacted = (trigger: string) =>
			compact({ trigger, messages: [] }, (event: object) => {
				asked.push('instructions' in event);
				return Promise.resolve(own);
			});
		assert.deepEqual(await compacted('precompute'), own);
		assert.deepEqual(await compacted('auto'), { messages: added.messages });
		assert.deepEqual(await compacted('auto'), { messages: added.messages });
		assert.deepEqual(asked, [true, false, true]);
	});

	it('shows Pi’s line without the session’s context, which throws when the session has ended', async () => {
		const { default: extension } = (await import(await written('pi', 'return {};'))) as {
			default: (pi: object) => void;
		};
		const handlers = new Map<string, (event: object, context: object) => unknown>();
		extension({
			on: (event: string, handler: () => void) => void handlers.set(event, handler),
			getAllTools: () => [],
			registerTool: () => undefined,
		});
		const shown: string[] = [];
		let hasEnded = false;
		const context = {
			get ui() {
				assert.ok(!hasEnded);
				return { notify: (text: string) => shown.push(text) };
			},
		};
		const { signal } = new AbortController();
		mock.timers.enable({ apis: ['setTimeout'] });
		await handlers.get('session_before_compact')?.({ signal }, context);
		hasEnded = true;
		mock.timers.tick(10_000);
		assert.equal(shown.length, 1);
	});

	for (const name of ['pi', 'openCode', 'cline', 'claude'] as const) {
		for (const [what, body] of [
			['is gone', undefined],
			['throws', "throw new Error('broken');"],
			['hangs', 'return new Promise(() => undefined);'],
		] as const) {
			if (name === 'claude' && body === undefined) {
				// It is in the plugin itself, which is there whole or not at all.
				continue;
			}
			it(`leaves it to the assistant where Precis ${what}, and says so once: ${name}`, async () => {
				const told: string[] = [];
				const compact = await plugins[name](await written(name, body), (text) => told.push(text));
				mock.timers.enable({ apis: ['setTimeout'] });
				for (let time = 0; time < 2; time += 1) {
					const waited = compact();
					if (what === 'hangs') {
						// By then it waits.
						await turns(20);
						mock.timers.tick(10_000);
					}
					assert.equal(await waited, undefined);
				}
				// A line comes when the assistant has drawn what is compacted.
				mock.timers.tick(10_000);
				assert.equal(told.length, 1, told.join('\n'));
				assert.match(told[0] ?? '', /^Precis failed; the session is compacted without it: ./);
			});
		}
	}
});

describe('what plugins load', () => {
	it('has the names that they ask for', () => {
		const launch = { compactors: '/compactors', way: 'model' } as const;
		const manifest = pluginManifest('1');
		const files = claudePluginFiles({ manifest, hooks: '{}', undo: '', way: 'model', bundle: '' });
		const texts = {
			pi: piExtension(launch),
			'open-code': openCodePlugin('kilo', launch),
			cline: clinePlugin(launch),
			'claude-code': files.map(([, text]) => text).join('\n'),
		};
		for (const [name, module] of Object.entries(loaded)) {
			for (const exported of Object.keys(module)) {
				assert.match(texts[name as keyof typeof loaded], new RegExp(`\\b${exported}\\b`), name);
			}
		}
	});

	it('takes one result for another nowhere, also where a model gives their calls one id', async () => {
		const talk = Array.from({ length: 30 }, (_, index) => [
			user(`Request ${index} ${prose(3_000, index)}`),
			assistant(prose(4_000, 100 + index)),
		]).flat();
		const reading = (id: string): readonly Message[] => [
			assistant('', call(id, 'read', { path: 'a.ts' })),
			result(id, prose(6_000)),
		];
		const standIns = async (first: string, second: string): Promise<readonly string[]> => {
			const read = [...reading(first), ...reading(second), assistant('Read.'), user('Go on')];
			const session = { messages: [...talk, user('Read it'), ...read] };
			const hostMessages = session.messages.flatMap(({ role, content }) =>
				role === 'user' ? [{ role, text: textOf(content), calls: [] }] : [],
			);
			const host = { assistant: 'A', trigger: 'automatic', hostMessages } as const;
			const compacted = await compactSession({ session, ...host });
			return [...(compacted?.results.keys() ?? [])];
		};
		assert.deepEqual(await standIns('a', 'b'), ['a']);
		assert.deepEqual(await standIns('a', 'a'), []);
	});

	it('rewrites what OpenCode sends where that fills the window, and again the same way', async () => {
		const all = longSession();
		const shown: string[] = [];
		const limits = { m: { limit: { context: 20_000 } } };
		const sessions = openCode.sessionsOf(
			{
				session: {
					messages: () => Promise.resolve({ data: all }),
					summarize: () => Promise.resolve({}),
				},
				config: {
					providers: () => Promise.resolve({ data: { providers: [{ id: 'p', models: limits }] } }),
				},
			},
			'opencode',
			(text) => shown.push(text),
		);
		const few = all.slice(0, 2);
		assert.equal(await sessions.messages(few, true), few);
		assert.equal(shown.length, 0);
		const made = await sessions.messages(all, true);
		assert.ok(JSON.stringify(made).length < JSON.stringify(all).length / 2);
		const [first] = made;
		assert.match(first?.parts[0]?.text ?? '', /^\[Handoff[^]*never touch periwinkle/);
		assert.deepEqual(made.at(-1), all.at(-1));
		assert.deepEqual(await sessions.messages(all, true), made);
		assert.equal(shown.length, 1);
	});

	it('compacts at the end of a task of OpenCode whose model asks for it, with its focus', async () => {
		const all = longSession();
		const next = [...all, message('user', 99, [{ type: 'text', text: 'And now?' }])];
		const begun: unknown[] = [];
		const limits = { m: { limit: { context: 500_000 } } };
		const host = {
			session: {
				messages: () => Promise.resolve({ data: all }),
				summarize: (given: unknown) => {
					begun.push(given);
					return Promise.resolve({});
				},
			},
			config: {
				providers: () => Promise.resolve({ data: { providers: [{ id: 'p', models: limits }] } }),
			},
		};
		const atOnce = openCode.sessionsOf(host, 'opencode', () => undefined);
		assert.equal(await atOnce.messages(all, true), all);
		assert.equal(atOnce.ask('s', 'the berths'), true);
		assert.equal(atOnce.ask('s', 'the ferry'), false);
		// The task is not over yet.
		assert.equal(await atOnce.messages(all, true), all);
		assert.match(JSON.stringify(await atOnce.messages(next, true)), /Handoff from/);
		const byModel = openCode.sessionsOf(host, 'opencode', () => undefined);
		await byModel.idle('s');
		assert.deepEqual(begun, []);
		byModel.ask('s', 'the berths');
		await byModel.idle('s');
		await byModel.idle('s');
		const body = { providerID: 'p', modelID: 'm' };
		assert.deepEqual(begun, [{ path: { id: 's' }, body }]);
		assert.match((await byModel.instructions('s')) ?? '', /the berths/);
		assert.doesNotMatch((await byModel.instructions('s')) ?? '', /the berths/);
		for (const summarize of [
			() => Promise.reject(new Error('No model')),
			() => Promise.resolve({ error: 'No model' }),
		]) {
			const session = { ...host.session, summarize };
			const failing = openCode.sessionsOf({ ...host, session }, 'opencode', () => undefined);
			failing.ask('s', 'the berths');
			await failing.idle('s');
			assert.doesNotMatch((await failing.instructions('s')) ?? '', /the berths/);
		}
	});

	it('puts the person’s words behind OpenCode’s summary, and shows so once, when it is new', async () => {
		const summary = message('assistant', 2, [{ type: 'text', text: 'They spoke.' }]);
		const all = [
			message('user', 1, [{ type: 'text', text: 'Never touch periwinkle.md.' }]),
			message('assistant', 1, [{ type: 'text', text: 'I do not.' }]),
			{ ...summary, info: { ...summary.info, summary: true } },
			message('user', 3, [{ type: 'text', text: 'Go on.' }]),
		];
		const host = {
			session: {
				messages: () => Promise.resolve({ data: all }),
				summarize: () => Promise.resolve({}),
			},
			config: { providers: () => Promise.resolve({ data: { providers: [] } }) },
		};
		const later = [...all, message('assistant', 3, [{ type: 'text', text: 'I go on.' }])];
		for (const [sent, count] of [
			[all, 1],
			[later, 0],
		] as const) {
			const shown: string[] = [];
			const sessions = openCode.sessionsOf(host, 'opencode', (text) => shown.push(text));
			const made = await sessions.withWords(sent, false);
			assert.match(JSON.stringify(made.slice(3)), /Never touch periwinkle/);
			await sessions.withWords(sent, false);
			assert.equal(shown.length, count);
		}
	});
});

function message(role: 'user' | 'assistant', turn: number, parts: readonly object[]) {
	const model = { providerID: 'p', modelID: 'm' };
	const info = { id: `${role}-${turn}`, sessionID: 's', role, model, time: { created: turn } };
	return { info, parts: parts.map((part, index) => ({ type: 'text', id: `${index}`, ...part })) };
}

/** 24 turns with a command each. */
function longSession() {
	return Array.from({ length: 24 }, (_, turn) => [
		message('user', turn, [{ type: 'text', text: `Request ${turn}: never touch periwinkle.md.` }]),
		message('assistant', turn, [
			{ type: 'text', text: `Step ${turn}.` },
			{
				type: 'tool',
				tool: 'bash',
				callID: `c${turn}`,
				state: {
					status: 'completed',
					input: { command: `seq ${turn}` },
					output: `${turn} `.repeat(1_500),
				},
			},
		]),
	]).flat();
}
