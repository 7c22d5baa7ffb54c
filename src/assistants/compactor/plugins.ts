import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownCompactTool } from '../../conversations/recall/ownTool.ts';

/** Plugins of assistants: a few lines each, for users to paste. They load the compactors. */

/** The compactors that plugins load inside the assistant. */
export interface CompactorLaunch {
	/** Folder of the bundles; its path does not change. */
	readonly compactors: string;
	/** Who writes: the assistant's own model with Precis' additions, or Precis without a model. */
	readonly way: 'model' | 'at-once';
}

/** The beginning of each of our plugins. */
export const pluginMark = '// Written by Precis';

/** Common to all plugins. Claude Code's have only plain JavaScript. */
function opening(way: CompactorLaunch['way'], how: string): string {
	return `${pluginMark}. ${how}

// Who writes the summary: 'model' is the assistant's own, 'at-once' is Precis, without a request.
const way = ${JSON.stringify(way)};

let hasFailed = false;
let hangs = false;

/** If Precis is missing, throws or hangs, the assistant continues without it. The user is notified once. */
async function attempt(work, tell, seconds = 10) {
	const late = {};
	let timer;
	const waited = new Promise((resolve) => {
		timer = setTimeout(() => resolve(late), seconds * 1_000);
	});
	try {
		const made = hangs ? undefined : await Promise.race([work(), waited]);
		if (made === late) {
			hangs = true;
			throw new Error('No result within ' + seconds + ' s.');
		}
		return made;
	} catch (error) {
		if (!hasFailed) {
			hasFailed = true;
			await tell('Precis failed; the session is compacted without it: ' + String(error?.message ?? error));
		}
		return undefined;
	} finally {
		// A pending timer would keep the process alive.
		clearTimeout(timer);
	}
}
`;
}

/** For assistants that redraw a compacted conversation, which removes lines shown before. */
const drawing = `/** Delay until the compacted conversation has been drawn, milliseconds. */
const drawnAfter = 1_000;
`;

/** @param bundle Loaded on demand: it may have been deleted. */
function fileOpening({ compactors, way }: CompactorLaunch, bundle: string): string {
	const url = pathToFileURL(path.join(compactors, bundle)).href;
	return `${opening(way, 'To disconnect it, delete this file.')}
const compactor = ${JSON.stringify(url)};
`;
}

/** For Pi: compacts inside it, also between tasks if that pays off or the model requests it. */
export function piExtension(launch: CompactorLaunch): string {
	const { inputSchema: parameters, ...tool } = ownCompactTool;
	const definition = JSON.stringify({ ...tool, label: 'Precis: Compact', parameters });
	return `${fileOpening(launch, 'pi.mjs')}
${drawing}
export default function precis(pi) {
	// The focus of the next summary, after the model has reported that a task is done.
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
			// Without a terminal, Pi exits after its answer.
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
				// Nobody waits for a compaction that Precis started.
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
	/** After an answer: schedules a compaction if it pays off. */
	const rest = async (context) => {
		const { idleMoments } = await import(compactor);
		idle ??= idleMoments(way, isResumed);
		const isWanted = pi.getSettings?.().compaction?.enabled !== false;
		const moment = isWanted ? await idle.momentIn(context, pi.getAllTools()) : undefined;
		if (moment !== undefined && context.isIdle()) {
			timer = setTimeout(() => start(context), moment);
		}
	};
	pi.on('agent_settled', ({ aborted }, context) => {
		const asked = focus;
		focus = undefined;
		if (aborted === true) {
			return;
		}
		const { ui } = context;
		if (asked !== undefined) {
			start(context, asked);
		} else if (context.hasUI) {
			return attempt(() => rest(context), (message) => ui.notify(message, 'warning'));
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
		// The context throws once the session has ended or was replaced.
		const { ui } = context;
		failure = undefined;
		return attempt(
			async () => {
				const { compact } = await import(compactor);
				const hasRecall = pi.getAllTools().some(({ name }) => name.endsWith('read_messages'));
				const made = await compact(event, context, { way, hasRecall, isBetweenTasks: isOurs });
				if (made !== undefined) {
					const line = 'Precis: the handoff has your words, and the latest messages stay. To go back, choose a message from before it with /tree.';
					setTimeout(() => ui.notify(line, 'info'), drawnAfter);
				}
				return made;
			},
			(message) => {
				failure = event.signal.aborted ? undefined : message;
			},
			// A model may take minutes.
			way === 'model' ? ${patience} : 10,
		);
	});
}
`;
}

/**
 * For OpenCode and its fork Kilo: adds to the prompt of its own compaction, and to its result, or compacts what is sent
 * before that would begin. @param name Of the session store, as in handles.
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
	const tell = (message) => show(message, 'warning', 'warn');
	const inform = (message) => show(message, 'info', 'info');
	const withSessions = (work) =>
		attempt(async () => {
			loading ??= import(compactor).then(({ sessionsOf }) => sessionsOf(client, ${JSON.stringify(name)}, inform));
			return work(await loading);
		}, tell);
	// A process that exits with the answer would forget the request.
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
			const made = await withSessions(async (sessions) => {
				const { data: tools = [] } = await client.tool.ids();
				const hasRecall = tools.some((tool) => tool.endsWith('read_messages'));
				// At once as well: its own command always asks its model.
				const sent = way === 'at-once' ? await sessions.messages(messages, hasRecall) : messages;
				return sessions.withWords(sent, hasRecall);
			});
			if (made !== undefined) {
				messages.splice(0, messages.length, ...made);
			}
		},
	};
};
`;
}

/** Additional parts of the plugin for Claude Code. */
export interface ClaudePlugin {
	/** The manifest of the portable plugin. */
	readonly manifest: object;
	/** Hooks for organisations that do not allow modules, in the format of the settings. */
	readonly hooks: string;
	/** The compactor. */
	readonly bundle: string;
	/** The command for returning to before a compaction, as a line for the user's shell. */
	readonly undo: string;
	readonly way: CompactorLaunch['way'];
}

/** Files by path in the folder of the plugin, besides the portable ones, which others read. */
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

/** Claude Code's name for our plugin besides the server, whose name it would otherwise have. */
const claudeName = 'precis-compactor';

/** For a model that writes a summary, seconds. */
const patience = 300;

/** Claude Code derives the called APIs from the text. */
function claudeModule(way: CompactorLaunch['way'], undo: string): string {
	// Models do not search for deferred tools like this one.
	const tool = { ...ownCompactTool, isDeferred: false };
	const toolName = `mcp__${claudeName}__${ownCompactTool.name}`;
	return `${opening(way, 'To disconnect it, uninstall the plugin.')}
import { betweenTasks, compactWithBuiltIn, instructionsFor, requestsIn, withWords } from './compactor.js';

const undo = ${JSON.stringify(undo)};

/** Maximum bytes that Claude Code reads at once. */
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
/** A turn has ended when its hooks have, milliseconds. */
const endedAfter = 500;

let idle;
let timer;
let isResumed = false;
// Whether the running command was started by this plugin.
let isOurs = false;
// The focus of the next summary, after the model has reported that a task is done.
let focus;
// Agents whose next summary Claude Code has prepared, with our instructions. It discards one that is requested with any, even the same.
const prepared = new Set();
// How the latest summary begins: if it is no longer there, the user has returned to before it.
let summary;

function speaking($) {
	return (message) => void setTimeout(() => $.ui.log(message), drawnAfter);
}

/** Compacts, if nothing runs. */
async function compact($, tell, instructions) {
	const agents = await $.agent.list();
	try {
		if (agents.some(({ status }) => status === 'running')) {
			throw new Error('an agent is at work.');
		}
		isOurs = true;
		// Claude Code does not show a plugin the compactions that it starts with $.session.compact().
		await $.command.run({ command: 'compact', args: instructions ?? '' });
	} catch (error) {
		// Nobody waits for a compaction that Precis started.
		if (instructions !== undefined) {
			tell('The compaction that the model requested failed: ' + error.message);
		}
	} finally {
		isOurs = false;
	}
}

/** After an answer: schedules a compaction if it pays off. */
async function rest($, tell) {
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
	const moment = await idle.momentIn(session, requests, await $.clock.now());
	if (moment === undefined) {
		return;
	}
	if (summary !== undefined && !(await $.session.messages()).some(({ text }) => text.startsWith(summary))) {
		summary = undefined;
		idle.restored(session);
		return;
	}
	timer = $.clock.after(moment, () => void attempt(() => compact($, tell), tell, ${patience}));
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
			}, speaking($));
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
		const asked = focus;
		if (e.agentId === undefined && (await $.session.surfaces()).length > 0) {
			focus = undefined;
			const tell = speaking($);
			const follow = () => (e.reason !== 'answer' ? undefined : asked === undefined ? rest($, tell) : compact($, tell, asked));
			timer = $.clock.after(endedAfter, () => void attempt(follow, tell, ${patience}));
		}
		return completed;
	});
	// Drawn in full, it would look like something the user had typed.
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
		const tell = speaking($);
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
		}, tell);
		if (session === undefined) {
			return next(e);
		}
		const made = await compacted(e, next, session, tell);
		if (e.agentId === undefined && e.trigger !== 'precompute' && made?.messages !== undefined) {
			idle?.compacted(session.tokens ?? 0, e.trigger === 'manual' && !isOurs ? 'manual' : 'automatic');
			summary = made.messages[0]?.text.slice(0, 200);
		}
		return made;
	}).catch(() => undefined);
};

/** Claude Code's answer to its own event. */
async function compacted(e, next, session, tell) {
	if (way === 'at-once') {
		const made = await attempt(() => compactWithBuiltIn(e, { ...session, isBetweenTasks: isOurs }), tell);
		if (made === undefined) {
			return next(e);
		}
		if (e.trigger !== 'precompute') {
			tell(made.notice);
		}
		return { messages: made.messages };
	}
	const isPrepared = prepared.delete(e.agentId) && e.instructions === undefined;
	const instructions = isPrepared ? undefined : await attempt(() => instructionsFor(e, session), tell);
	const own = await next(instructions === undefined ? e : { ...e, instructions });
	if (e.trigger === 'precompute') {
		// What is added to the summary is added when it is used.
		if (own.messages !== undefined) {
			prepared.add(e.agentId);
		}
		return own;
	}
	const made = own.messages === undefined ? undefined : await attempt(() => withWords(own.messages, session), tell);
	if (made === undefined) {
		return own;
	}
	tell(made.notice);
	return { ...own, messages: made.messages };
}
`;
}

/** For Cline: adds to the summary that its compaction sends. The same summary gets the same text. */
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

async function withWords(message, next, session, tell) {
	const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
	const summary = parts?.find?.((part) => part.type === 'text' && part.text.startsWith('Context summary:'))?.text;
	if (message.role !== 'user' || summary === undefined || session === undefined) {
		return message;
	}
	const compaction = JSON.stringify([session, summary, next?.content]);
	if (!appendices.has(compaction)) {
		appendices.set(compaction, attempt(() => appendixOf(session), tell));
	}
	const text = await appendices.get(compaction);
	return text === undefined ? message : { ...message, content: [...parts, { type: 'text', text }] };
}

const plugin = {
	name: 'precis',
	manifest: { capabilities: ['messageBuilders'] },
	setup(api, context) {
		const tell = (message) => context?.logger?.log?.(message);
		api.registerMessageBuilder({
			name: 'precis',
			build: (messages) =>
				Promise.all(
					messages.map((message, index) =>
						withWords(message, messages[index + 1], context?.session?.sessionId, tell),
					),
				),
		});
	},
};
export default plugin;
export { plugin };
`;
}
