import path from 'node:path';
import { type ConfigurationEntry, jsonAt, type jsonHooks, jsonLine } from './entries.ts';
import type { CompactorLaunch } from './launches.ts';

/**
 * Our hooks as a plugin of Claude Code, in a folder of ours that is a marketplace with this one plugin: Claude Code
 * takes it from there with its own commands, and takes it out again without a trace.
 */

/** What plugin and marketplace are called. */
export const claudePluginName = 'precis';

const hooksFile = ['plugin', 'hooks', 'hooks.json'] as const;

/**
 * Files of the folder, by path in it.
 * @param hooks What runs where an organisation does not allow modules, as an {@link ConfigurationEntry} has it.
 * @param bundle The compactor; absent: it is not there.
 * @param version Of Precis.
 */
export function claudePluginFiles(
	hooks: string | undefined,
	bundle: string | undefined,
	way: CompactorLaunch['way'],
	version: string,
): ReadonlyMap<string, string> | undefined {
	const name = claudePluginName;
	const description = 'Compacts without losing what you said, and finds what a compaction dropped.';
	const marketplace = {
		name,
		owner: { name: 'Precis' },
		plugins: [{ name, source: './plugin', description }],
	};
	return hooks === undefined
		? undefined
		: new Map([
				[path.join('.claude-plugin', 'marketplace.json'), JSON.stringify(marketplace)],
				[
					path.join('plugin', '.claude-plugin', 'plugin.json'),
					JSON.stringify({ name, version, description, author: { name: 'Precis' } }),
				],
				...(bundle === undefined
					? ([[path.join(...hooksFile), hooks]] as const)
					: ([
							[
								path.join(...hooksFile),
								JSON.stringify({ ...(JSON.parse(hooks) as object), modules: ['./precis.js'] }),
							],
							[path.join('plugin', 'hooks', 'precis.js'), moduleText(way)],
							[path.join('plugin', 'hooks', 'compactor.js'), bundle],
						] as const)),
			]);
}

/** The module: Claude Code reads off its text what it calls. */
function moduleText(way: CompactorLaunch['way']): string {
	return `// Written by Precis. Who writes the summary: 'model' is Claude Code's own, 'at-once' is Precis, without a request.
import { atOnce, instructionsFor, withWords } from './compactor.js';

const way = ${JSON.stringify(way)};
const seconds = 10;
/** Bytes that Claude Code reads at once, at most. */
const piece = 4_000_000;

let hasFailed = false;

/** The lines of a file. */
async function linesOf($, path) {
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

/** Whatever hangs or throws, Claude Code goes on without it. */
async function attempt(work, onFailure) {
	const late = new Promise((_resolve, reject) => {
		setTimeout(() => reject(new Error('It took too long.')), seconds * 1_000);
	});
	try {
		return await Promise.race([work(), late]);
	} catch (error) {
		if (!hasFailed) {
			hasFailed = true;
			onFailure(String(error?.message ?? error));
		}
		return undefined;
	}
}

/** Claude Code calls it when it loads the plugin. */
export const register = (on) => {
	on('session.compact', async ($, e, next) => {
		const failed = (cause) => $.ui.log('Claude Code compacts by itself, because Precis failed: ' + cause);
		const session = await attempt(async () => {
			const { transcriptPath } = await $.session.info();
			const { context } = await $.session.usage();
			const tools = await $.tool.list();
			const path =
				e.agentId === undefined
					? transcriptPath
					: transcriptPath.replace(/[.]jsonl$/, '/subagents/agent-' + e.agentId + '.jsonl');
			const hasRecall = tools.some(({ name }) => name.endsWith('read_messages'));
			return { path, text: await linesOf($, path), hasRecall, window: context?.window };
		}, failed);
		if (session === undefined) {
			return next(e);
		}
		if (way === 'at-once') {
			const made = await attempt(() => atOnce(e, session), failed);
			if (made === undefined) {
				return next(e);
			}
			$.ui.log(made.told);
			return { messages: made.messages };
		}
		const instructions = await attempt(() => instructionsFor(e, session), failed);
		const own = await next(instructions === undefined ? e : { ...e, instructions });
		const made =
			own.messages === undefined
				? undefined
				: await attempt(() => withWords(e, own.messages, session), failed);
		if (made === undefined) {
			return own;
		}
		$.ui.log(made.told);
		return { ...own, messages: made.messages };
	}).catch(() => undefined);
};
`;
}

/** The plugin in Claude Code's settings, or the hooks that earlier versions of Precis wrote there. */
export function claudePluginOr(hooks: ReturnType<typeof jsonHooks>): ConfigurationEntry {
	const id = `${claudePluginName}@${claudePluginName}`;
	const place = ['extraKnownMarketplaces', claudePluginName, 'source', 'path'] as const;
	return {
		find(text, read) {
			const written = hooks.find(text, read);
			if (written !== undefined || jsonAt(text, ['enabledPlugins', id]) !== true) {
				return written;
			}
			const folder = jsonAt(text, place);
			const own = typeof folder === 'string' ? read(path.join(folder, ...hooksFile)) : undefined;
			const starts = own === undefined ? [] : (hooks.find(own, read)?.starts ?? []);
			const places = [
				['enabledPlugins', id],
				['extraKnownMarketplaces', claudePluginName],
			];
			return { starts, lines: places.flatMap((each) => jsonLine(text, each) ?? []) };
		},
		snippet: hooks.snippet,
	};
}
