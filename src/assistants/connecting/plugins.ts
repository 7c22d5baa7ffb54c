import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parsedJson } from '../../messages/json.ts';
import { startsFrom } from './entries.ts';
import type { CompactorLaunch, ServerLaunch, Start } from './launches.ts';

/** Plugins of assistants that run no commands: a few lines each that ask `precis hook`. */

/** What every plugin of ours begins with, those that earlier versions wrote included. */
export const pluginMark = '// Written by Precis';

const opening = `${pluginMark}. To disconnect it, delete this file.`;

/** Asks the program; whatever goes wrong, the assistant goes on. Milliseconds. */
function asking({ command, args }: ServerLaunch, name: string): string {
	return `import { execFile } from 'node:child_process';

const program = ${JSON.stringify(command)};
const args = ${JSON.stringify([...args, 'hook', name])};

function ask(input) {
	return new Promise((resolve) => {
		const child = execFile(program, args, { timeout: 15_000, windowsHide: true }, (_error, text) =>
			resolve(String(text ?? '').trim()),
		);
		child.stdin?.on('error', () => {});
		child.stdin?.end(JSON.stringify(input));
	});
}
`;
}

/** Plugins load it when they need it, and go on where it is gone. */
function bundleIn(folder: string, name: string): string {
	return pathToFileURL(path.join(folder, name)).href;
}

/** How a plugin starts the program. */
export function pluginStarts(text: string): readonly Start[] {
	const { program, args } =
		/^const program = (?<program>".*");\nconst args = (?<args>\[.*\]);$/m.exec(text)?.groups ?? {};
	// Not where somebody has changed the file.
	return startsFrom(parsedJson(program ?? ''), parsedJson(args ?? ''));
}

/**
 * For OpenCode, and for Kilo, which is made of it: adds to the prompt of its own compaction, or compacts what is sent
 * before that would begin. @param name As in `precis hook NAME`.
 */
export function openCodePlugin(
	launch: ServerLaunch,
	name: string,
	{ folder, way }: CompactorLaunch,
): string {
	return `${opening}
${asking(launch, name)}
// Who writes the summary: 'model' is the assistant's own, 'at-once' is Precis, without a request.
const way = ${JSON.stringify(way)};
const compactor = ${JSON.stringify(bundleIn(folder, 'open-code.mjs'))};

/** What is loaded. */
export const Precis = async ({ client }) => {
	let sessions;
	let hasFailed = false;
	return {
		'experimental.session.compacting': async ({ sessionID }, output) => {
			const told = await ask({ hook_event_name: 'PreCompact', session_id: sessionID });
			if (told !== '') {
				output.context.push(told);
			}
		},
		'experimental.chat.messages.transform': async (_input, { messages }) => {
			try {
				if (sessions === undefined) {
					const { Compactor } = await import(compactor);
					sessions = new Compactor(client, ${JSON.stringify(name)});
				}
				const { data: tools = [] } = await client.tool.ids();
				const hasRecall = tools.some((tool) => tool.endsWith('read_messages'));
				const made =
					way === 'at-once'
						? await sessions.messages(messages, hasRecall)
						: await sessions.withWords(messages, hasRecall);
				messages.splice(0, messages.length, ...made);
			} catch (error) {
				if (!hasFailed) {
					hasFailed = true;
					const message = 'Precis failed, and the session is compacted without it: ' + error.message;
					await client.app.log({ body: { service: 'precis', level: 'warn', message } }).catch(() => undefined);
				}
			}
		},
	};
};
`;
}

/** For Cline: adds to the summary that its compaction sends. The same summary gets the same text. */
export function clinePlugin(launch: ServerLaunch): string {
	return `${opening}
${asking(launch, 'cline-sessions')}
const told = new Map();

function reminder(session, summary) {
	if (!told.has(summary)) {
		told.set(summary, ask({ hook_event_name: 'SessionStart', source: 'compact', session_id: session }));
	}
	return told.get(summary);
}

async function withReminder(message, session) {
	const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
	const summary = parts?.find?.((part) => part.type === 'text' && part.text.startsWith('Context summary:'));
	if (message.role !== 'user' || summary === undefined) {
		return message;
	}
	const text = await reminder(session, summary.text);
	return text === '' ? message : { ...message, content: [...parts, { type: 'text', text }] };
}

const plugin = {
	name: 'precis',
	manifest: { capabilities: ['messageBuilders'] },
	setup(api, context) {
		api.registerMessageBuilder({
			name: 'precis',
			build: (messages) =>
				Promise.all(messages.map((message) => withReminder(message, context?.session?.sessionId))),
		});
	},
};
export default plugin;
export { plugin };
`;
}

/** For Pi: compacts inside it; where that fails, adds a message behind Pi's own compaction. */
export function piExtension(launch: ServerLaunch, { folder, way }: CompactorLaunch): string {
	return `${opening}
${asking(launch, 'pi')}
// Who writes the summary: 'model' is Pi's own, 'at-once' is Precis, without a request.
const way = ${JSON.stringify(way)};
const compactor = ${JSON.stringify(bundleIn(folder, 'pi.mjs'))};

export default function precis(pi) {
	let hasFailed = false;
	pi.on('session_before_compact', async (event, context) => {
		try {
			const { compact } = await import(compactor);
			const hasRecall = pi.getAllTools().some(({ name }) => name.endsWith('read_messages'));
			const made = await compact(event, context, { way, hasRecall });
			if (made !== undefined) {
				return made;
			}
		} catch (error) {
			if (!hasFailed && !event.signal.aborted) {
				hasFailed = true;
				context.ui.notify('Pi compacts by itself, because Precis failed: ' + error.message, 'warning');
			}
		}
		const transcript = context.sessionManager.getSessionFile();
		void ask({ hook_event_name: 'PreCompact', transcript_path: transcript });
	});
	pi.on('session_compact', async (event, context) => {
		if (event.fromExtension) {
			return;
		}
		const transcript = context.sessionManager.getSessionFile();
		const told = await ask({ hook_event_name: 'SessionStart', source: 'compact', transcript_path: transcript });
		if (told !== '') {
			pi.sendMessage({ customType: 'precis', content: told, display: false });
		}
	});
}
`;
}
