import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownCompactTool } from '../../conversations/recall/ownTool.ts';

/** Plugins for assistants, which users paste. They load the compactors. */

/** The compactors that plugins load inside the assistant. */
export interface CompactorLaunch {
	/** Folder of the bundles; its path does not change. */
	readonly compactors: string;
	/** Who writes summaries: the assistant's model, with additions by Precis; or Precis, without a model. */
	readonly way: 'model' | 'at-once';
}

/** The beginning of each of our plugins. */
export const pluginMark = '// Written by Precis';

/** The beginning of every plugin. Claude Code's plugins have only plain JavaScript, without Node. */
function opening(way: CompactorLaunch['way'], how: string): string {
	return `${pluginMark}. ${how}

// Who writes the summary: 'model' is the assistant's own model, 'at-once' is Precis without a model.
const way = ${JSON.stringify(way)};

let hasFailed = false;
let hangs = false;

/** If Precis is missing, throws or hangs, the assistant continues without it. The user is notified once. */
async function attempt(work, notify, seconds = 10) {
	const timedOut = {};
	let timer;
	const deadline = new Promise((resolve) => {
		timer = setTimeout(() => resolve(timedOut), seconds * 1_000);
	});
	try {
		const result = hangs ? undefined : await Promise.race([work(), deadline]);
		if (result === timedOut) {
			hangs = true;
			throw new Error('No result within ' + seconds + ' s.');
		}
		return result;
	} catch (error) {
		if (!hasFailed) {
			hasFailed = true;
			await notify('Precis failed; the session is compacted without it: ' + String(error?.message ?? error));
		}
		return undefined;
	} finally {
		// A pending timer would keep the process alive.
		clearTimeout(timer);
	}
}
`;
}

/** For assistants that redraw a compacted conversation, which removes earlier lines. */
const drawing = `/** Delay until the compacted conversation has been drawn, milliseconds. */
const drawnAfter = 1_000;
`;

/** The beginning of a plugin in its own file. @param bundle Loaded on demand, because it may have been deleted. */
function fileOpening(
	{ compactors, way }: CompactorLaunch,
	bundle: string,
	undo = 'delete this file',
): string {
	const url = pathToFileURL(path.join(compactors, bundle)).href;
	return `${opening(way, `To disconnect it, ${undo}.`)}
const compactor = ${JSON.stringify(url)};
`;
}

/**
 * Pi's extension: compacts inside Pi, also between tasks if that pays off or the model requests it.
 * @param isInstalled Whether Pi has recorded the path of the file.
 */
export function piExtension(launch: CompactorLaunch, isInstalled = false): string {
	const { inputSchema: parameters, ...tool } = ownCompactTool;
	const definition = JSON.stringify({ ...tool, label: 'Precis: Compact', parameters });
	const undo = isInstalled ? 'run "precis connect --remove pi"' : undefined;
	return `${fileOpening(launch, 'pi.mjs', undo)}
${drawing}
export default function precis(pi) {
	// The focus of the next summary, if the model has requested one because a task is done.
	let focus;
	let isResumed = false;
	let idle;
	let timer;
	// Whether the running compaction was started by this plugin.
	let isOurs = false;
	// Why Precis left the running compaction to Pi.
	let failure;
	pi.registerTool({
		...${definition},
		async execute(_id, given, _signal, _onUpdate, { hasUI }) {
			// Without a terminal, Pi exits after the answer.
			const isAccepted = hasUI && focus === undefined;
			focus = isAccepted ? given.focus : focus;
			const text = (isAccepted ? 'Accepted: the conversation is compacted when your answer ends.' : 'Not accepted: it was requested already, or Pi exits after your answer.') + ' Finish your answer now.';
			return { content: [{ type: 'text', text }], details: {} };
		},
	});
	const start = (context, customInstructions) => {
		const { ui } = context;
		const end = () => (isOurs = false);
		isOurs = true;
		context.compact({
			customInstructions,
			onComplete: end,
			onError: ({ message }) => {
				end();
				// Precis' own compactions fail silently: the user did not expect them.
				if (customInstructions !== undefined) {
					ui.notify('The compaction that the model requested failed: ' + message, 'warning');
				}
			},
		});
	};
	pi.on('session_start', (_event, { sessionManager }) => {
		isResumed = sessionManager.getBranch().some(({ type }) => type === 'message');
	});
	for (const event of ['agent_start', 'session_tree', 'session_before_compact', 'session_shutdown']) {
		pi.on(event, () => clearTimeout(timer));
	}
	/** Schedules a compaction after an answer, if it pays off. */
	const schedule = async (context) => {
		const { idleCompaction } = await import(compactor);
		idle ??= idleCompaction(way, isResumed);
		const isWanted = pi.getSettings?.().compaction?.enabled !== false;
		const delay = isWanted ? await idle.delayFor(context, pi.getAllTools()) : undefined;
		if (delay !== undefined && context.isIdle()) {
			timer = setTimeout(() => start(context), delay);
		}
	};
	pi.on('agent_settled', ({ aborted }, context) => {
		const requested = focus;
		focus = undefined;
		if (aborted === true) {
			return;
		}
		const { ui } = context;
		if (requested !== undefined) {
			start(context, requested);
		} else if (context.hasUI) {
			return attempt(() => schedule(context), (message) => ui.notify(message, 'warning'));
		}
	});
	pi.on('session_compact', ({ compactionEntry, reason }, { ui }) => {
		const message = failure;
		if (message !== undefined) {
			setTimeout(() => ui.notify(message, 'warning'), drawnAfter);
		}
		idle?.compacted(compactionEntry, reason === 'manual' && !isOurs ? 'manual' : 'automatic');
	});
	pi.on('session_before_compact', (event, context) => {
		// The context throws after the session has ended or was replaced.
		const { ui } = context;
		failure = undefined;
		return attempt(
			async () => {
				const { compact } = await import(compactor);
				const hasRecall = pi.getAllTools().some(({ name }) => name.endsWith('read_messages'));
				const compaction = await compact(event, context, { way, hasRecall, isBetweenTasks: isOurs });
				if (compaction !== undefined) {
					const line = 'Precis: the handoff has your words, and the latest messages stay. To go back, choose a message from before it with /tree.';
					setTimeout(() => ui.notify(line, 'info'), drawnAfter);
				}
				return compaction;
			},
			(message) => {
				failure = event.signal.aborted ? undefined : message;
			},
			// A model may take minutes.
			way === 'model' ? ${modelSeconds} : 10,
		);
	});
}
`;
}

/**
 * The plugin for OpenCode and its fork Kilo: adds to the prompt and the result of their own compaction, or compacts what
 * is sent before their own would begin. @param name Name of the session store, as in handles.
 */
export function openCodePlugin(name: string, launch: CompactorLaunch): string {
	return `${fileOpening(launch, 'open-code.mjs')}
/** OpenCode's entry point. */
export const Precis = async ({ client }) => {
	let loading;
	// Without a terminal there is only the log.
	const show = (message, variant, level) =>
		Promise.all([
			client.app.log({ body: { service: 'precis', level, message } }),
			client.tui.showToast({ body: { message, variant } }),
		]).catch(() => undefined);
	const warn = (message) => show(message, 'warning', 'warn');
	const inform = (message) => show(message, 'info', 'info');
	const withSessions = (work) =>
		attempt(async () => {
			loading ??= import(compactor).then(({ sessionsOf }) => sessionsOf(client, ${JSON.stringify(name)}, inform));
			return work(await loading);
		}, warn);
	// 'run' exits after the answer, and would lose the request.
	const endsWithAnswer = process.argv.includes('run');
	return {
		tool: {
			${ownCompactTool.name}: {
				description: ${JSON.stringify(ownCompactTool.description)},
				args: ${JSON.stringify(ownCompactTool.inputSchema.properties)},
				async execute({ focus }, { sessionID }) {
					const isAccepted = !endsWithAnswer && (await withSessions((sessions) => sessions.ask(sessionID, focus)));
					return (isAccepted ? 'Accepted: the conversation is compacted after your answer.' : 'Not accepted: it was requested already, or the program exits after your answer.') + ' Finish your answer now.';
				},
			},
		},
		event: async ({ event }) => {
			if (way === 'model' && event.type === 'session.idle') {
				await withSessions((sessions) => sessions.idle(event.properties.sessionID));
			}
		},
		'experimental.session.compacting': async ({ sessionID }, output) => {
			const instructions = await withSessions((sessions) => sessions.instructions(sessionID));
			if (instructions !== undefined) {
				output.context.push(instructions);
			}
		},
		'experimental.chat.messages.transform': async (_input, { messages }) => {
			const replaced = await withSessions(async (sessions) => {
				const { data: tools = [] } = await client.tool.ids();
				const hasRecall = tools.some((tool) => tool.endsWith('read_messages'));
				// Also with 'at-once': the command /compact always uses the model.
				const sent = way === 'at-once' ? await sessions.messages(messages, hasRecall) : messages;
				return sessions.withWords(sent, hasRecall);
			});
			if (replaced !== undefined) {
				messages.splice(0, messages.length, ...replaced);
			}
		},
	};
};
`;
}

/** The inputs of the plugin for Claude Code. */
export interface ClaudePlugin {
	/** The manifest of the portable plugin. */
	readonly manifest: object;
	/** Hooks in the format of the settings, for organisations that do not allow modules. */
	readonly hooks: string;
	/** Text of the compactor's module. */
	readonly bundle: string;
	/** The command that undoes a compaction, as a line for the user's shell. */
	readonly undo: string;
	readonly way: CompactorLaunch['way'];
}

/** Claude Code's files in the folder of the plugin, in addition to the portable ones. */
export function claudePluginFiles({
	manifest,
	hooks,
	bundle,
	undo,
	way,
}: ClaudePlugin): readonly (readonly [file: string, text: string])[] {
	const modules = { ...(JSON.parse(hooks) as object), modules: ['./precis.js'] };
	return [
		['.claude-plugin/plugin.json', JSON.stringify({ ...manifest, name: claudeName })],
		['hooks/hooks.json', JSON.stringify(modules)],
		['hooks/precis.js', claudeModule(way, undo)],
		['hooks/compactor.js', bundle],
	];
}

/** Our plugin's name in Claude Code, where it must differ from the server's. */
const claudeName = 'precis-compactor';

/** Time limit for a model that writes a summary, seconds. */
const modelSeconds = 300;

/** The module of Claude Code's plugin. Claude Code finds the APIs that it calls in its text. */
function claudeModule(way: CompactorLaunch['way'], undo: string): string {
	// Models do not search for a deferred tool.
	const tool = { ...ownCompactTool, isDeferred: false };
	const toolName = `mcp__${claudeName}__${ownCompactTool.name}`;
	return `${opening(way, 'To disconnect it, uninstall the plugin.')}
import { betweenTasks, compactWithBuiltIn, instructionsFor, requestsIn, withWords } from './compactor.js';

const undo = ${JSON.stringify(undo)};

/** Number of bytes that are read at a time; Claude Code limits it. */
const piece = 4_000_000;

/** The text of a file. */
async function textOf($, path) {
	const { size } = await $.fs.stat(path);
	let text = '';
	for (let offset = 0; offset < size; ) {
		const part = await $.fs.read(path, { offset, length: piece });
		const lines = offset + piece < size ? part.slice(0, part.lastIndexOf('\\n') + 1) : part;
		if (lines === '') {
			throw new Error('A line of the session is too long.');
		}
		text += lines;
		offset += new TextEncoder().encode(lines).length;
	}
	return text;
}

${drawing}
/** Delay until the hooks of a turn have ended, milliseconds. */
const endedAfter = 500;

let idle;
let timer;
let isResumed = false;
// Whether the running command was started by this plugin.
let isOurs = false;
// The focus of the next summary, if the model has requested one because a task is done.
let focus;
// Agents whose next summary Claude Code has prepared, with our instructions. Passing instructions again would discard it.
const prepared = new Set();
// How the latest summary begins. If no message begins so, the user has gone back to before it.
let summary;

function notifier($) {
	return (message) => void setTimeout(() => $.ui.log(message), drawnAfter);
}

/** Compacts, if nothing runs. */
async function compact($, notify, instructions) {
	const agents = await $.agent.list();
	try {
		if (agents.some(({ status }) => status === 'running')) {
			throw new Error('an agent is at work.');
		}
		isOurs = true;
		// Claude Code does not show a plugin the compactions that it starts with $.session.compact().
		await $.command.run({ command: 'compact', args: instructions ?? '' });
	} catch (error) {
		// Precis' own compactions fail silently: the user did not expect them.
		if (instructions !== undefined) {
			notify('The compaction that the model requested failed: ' + error.message);
		}
	} finally {
		isOurs = false;
	}
}

/** Schedules a compaction after an answer, if it pays off. */
async function schedule($, notify) {
	const { context } = await $.session.usage({ breakdown: 'summary' });
	const { tokens, window, breakdown } = context;
	if (tokens === undefined || breakdown?.isAutoCompactEnabled !== true) {
		return;
	}
	const used = breakdown.categories.filter(({ kind, name }) => kind === 'used' && name !== 'Messages');
	const fixed = used.reduce((sum, row) => sum + row.tokens, 0);
	const session = { tokens, fixed, window, model: breakdown.model };
	idle ??= betweenTasks(way);
	if (isResumed) {
		isResumed = false;
		idle.restored(session);
	}
	const { transcriptPath } = await $.session.info();
	const requests = async () => requestsIn(await textOf($, transcriptPath));
	const delay = await idle.delayFor(session, requests, await $.clock.now());
	if (delay === undefined) {
		return;
	}
	if (summary !== undefined && !(await $.session.messages()).some(({ text }) => text.startsWith(summary))) {
		summary = undefined;
		idle.restored(session);
		return;
	}
	timer = $.clock.after(delay, () => void attempt(() => compact($, notify), notify, ${modelSeconds}));
}

/** Claude Code calls it when it loads the plugin. */
export const register = (on) => {
	on('session.start', async ($, e, next) => {
		const started = await next(e);
		// Without a terminal, Claude Code compacts only when its window is full.
		if (e.isInteractive) {
			await attempt(async () => {
				isResumed = (await $.session.messages()).length > 0;
				await $.tool.register(${JSON.stringify(tool)});
			}, notifier($));
		}
		return started;
	});
	on('tool.call', { tool: ${JSON.stringify(toolName)} }, ($, e) => {
		const isAccepted = e.agentId === undefined && focus === undefined;
		focus = isAccepted ? e.focus : focus;
		return { result: (isAccepted ? 'Accepted: the conversation is compacted when your answer ends.' : 'Not accepted: it was requested already, or by a sub-agent.') + ' Finish your answer now.' };
	});
	on('turn.start', ($, e, next) => {
		if (e.agentId === undefined) {
			timer?.cancel();
			focus = undefined;
		}
		return next(e);
	});
	on('turn.complete', async ($, e, next) => {
		const completed = await next(e);
		const requested = focus;
		if (e.agentId === undefined && (await $.session.surfaces()).length > 0) {
			focus = undefined;
			const notify = notifier($);
			const follow = () => (e.reason !== 'answer' ? undefined : requested === undefined ? schedule($, notify) : compact($, notify, requested));
			timer = $.clock.after(endedAfter, () => void attempt(follow, notify, ${modelSeconds}));
		}
		return completed;
	});
	// In full, it would look like a message that the user typed.
	on('ui.render', { component: 'UserMessage', surface: 'terminal', props: { text: /^\\[(?:Handoff from|Precis: the words)/ } }, ($, e, next) =>
		next(e.props.isExpanded ? e : { ...e, props: { ...e.props, text: 'Added by Precis: your words and the state of the work (ctrl+o to see all)' } }),
	);
	on('session.end', ($, e, next) => {
		timer?.cancel();
		summary = undefined;
		return next(e);
	});
	on('session.compact', async ($, e, next) => {
		timer?.cancel();
		const notify = notifier($);
		const session = await attempt(async () => {
			const { transcriptPath } = await $.session.info();
			const { context } = await $.session.usage();
			const tools = await $.tool.list();
			const path =
				e.agentId === undefined
					? transcriptPath
					: transcriptPath.replace(/[.]jsonl$/, '/subagents/agent-' + e.agentId + '.jsonl');
			// Sub-agents' sessions have no handle.
			const hasRecall = e.agentId === undefined && tools.some(({ name }) => name.endsWith('read_messages'));
			return {
				path,
				text: await textOf($, path),
				hasRecall,
				window: context?.window,
				tokens: context?.tokens,
				undo: e.agentId === undefined ? undo : undefined,
			};
		}, notify);
		if (session === undefined) {
			return next(e);
		}
		const result = await compacted(e, next, session, notify);
		if (e.agentId === undefined && e.trigger !== 'precompute' && result?.messages !== undefined) {
			idle?.compacted(session.tokens ?? 0, e.trigger === 'manual' && !isOurs ? 'manual' : 'automatic');
			summary = result.messages[0]?.text.slice(0, 200);
		}
		return result;
	}).catch(() => undefined);
};

/** Claude Code's answer to its own event. */
async function compacted(e, next, session, notify) {
	if (way === 'at-once') {
		const result = await attempt(() => compactWithBuiltIn(e, { ...session, isBetweenTasks: isOurs }), notify);
		if (result === undefined) {
			return next(e);
		}
		if (e.trigger !== 'precompute') {
			notify(result.notice);
		}
		return { messages: result.messages };
	}
	const isPrepared = prepared.delete(e.agentId) && e.instructions === undefined;
	const instructions = isPrepared ? undefined : await attempt(() => instructionsFor(e, session), notify);
	const own = await next(instructions === undefined ? e : { ...e, instructions });
	if (e.trigger === 'precompute') {
		// Additions are made when the prepared summary is used.
		if (own.messages !== undefined) {
			prepared.add(e.agentId);
		}
		return own;
	}
	const result = own.messages === undefined ? undefined : await attempt(() => withWords(own.messages, session), notify);
	if (result === undefined) {
		return own;
	}
	notify(result.notice);
	return { ...own, messages: result.messages };
}
`;
}

/** Cline's plugin: adds to the summary that Cline's compaction sends. The same summary gets the same text. */
export function clinePlugin(launch: CompactorLaunch): string {
	return `${fileOpening(launch, 'cline.mjs')}
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { CLINE_DIR, CLINE_DATA_DIR, CLINE_SESSION_DATA_DIR } = process.env;
const data = CLINE_DATA_DIR ?? join(CLINE_DIR ?? join(homedir(), '.cline'), 'data');
const appendices = new Map();

async function appendixOf(id) {
	const { wordsFor } = await import(compactor);
	const file = join(CLINE_SESSION_DATA_DIR ?? join(data, 'sessions'), id, id + '.messages.json');
	const servers = await readFile(join(data, 'settings', 'cline_mcp_settings.json'), 'utf8').catch(() => '');
	return wordsFor(file, await readFile(file, 'utf8'), servers.includes('"precis"'));
}

async function withWords(message, next, session, notify) {
	const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
	const summary = parts?.find?.((part) => part.type === 'text' && part.text.startsWith('Context summary:'))?.text;
	if (message.role !== 'user' || summary === undefined || session === undefined) {
		return message;
	}
	const compaction = JSON.stringify([session, summary, next?.content]);
	if (!appendices.has(compaction)) {
		appendices.set(compaction, attempt(() => appendixOf(session), notify));
	}
	const text = await appendices.get(compaction);
	return text === undefined ? message : { ...message, content: [...parts, { type: 'text', text }] };
}

const plugin = {
	name: 'precis',
	manifest: { capabilities: ['messageBuilders'] },
	setup(api, context) {
		const notify = (message) => context?.logger?.log?.(message);
		api.registerMessageBuilder({
			name: 'precis',
			build: (messages) =>
				Promise.all(
					messages.map((message, index) =>
						withWords(message, messages[index + 1], context?.session?.sessionId, notify),
					),
				),
		});
	},
};
export default plugin;
export { plugin };
`;
}
