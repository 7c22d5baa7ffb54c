import path from 'node:path';
import { type Entry, jsonAt, type jsonHooks, jsonLine } from './entries.ts';
import type { ServerLaunch } from './launches.ts';

/**
 * Our hooks as a plugin of Claude Code, in a folder of ours that is a marketplace with this one plugin: Claude Code
 * takes it from there with its own commands, and takes it out again without a trace.
 */

/** What plugin and marketplace are called. */
export const claudePluginName = 'precis';

const hooksFile = ['plugin', 'hooks', 'hooks.json'] as const;

/** Files of the folder, by path in it. @param hooks The hooks as an {@link Entry} has them. @param version Of Precis. */
export function claudePluginFiles(
	{ snippet }: Pick<Entry, 'snippet'>,
	program: ServerLaunch,
	version: string,
): ReadonlyMap<string, string> | undefined {
	const hooks = snippet(program);
	const name = claudePluginName;
	const description = 'Adds what a compaction of Claude Code would lose.';
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
					JSON.stringify({ name, version, description }),
				],
				[path.join(...hooksFile), hooks],
			]);
}

/** The plugin in Claude Code's settings, or the hooks that earlier versions of Precis wrote there. */
export function claudePluginOr(hooks: ReturnType<typeof jsonHooks>): Entry {
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
