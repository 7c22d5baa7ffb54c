import { ownName } from './entries.ts';
import { pluginLauncher, type Program } from './programs.ts';

/**
 * Our plugin in the portable form (agent-plugins.org), with a skill and the server. VS Code and GitHub Copilot load it
 * from its folder. For Claude Code, the same folder has additional files.
 */

const about = {
	name: ownName,
	description: 'Compacts without losing what you said, and finds what a compaction dropped.',
	author: { name: 'Precis' },
};

/** The plugin's manifest. @param version The version of Precis. */
export function pluginManifest(version: string): object {
	return { ...about, version };
}

/** A file of the plugin. */
interface PluginFile {
	/** Path within its folder. */
	readonly file: string;
	readonly text: string;
	readonly isProgram?: true;
}

const schema = (kind: string): string =>
	`https://agent-plugins.org/schemas/1.0.0/${kind}.schema.json`;

const skill = 'find-earlier-messages';

const instructions = `---
name: ${skill}
description: Finds what was said, done or decided earlier in this conversation and is no longer in the context, for example after a compaction. Use it when something is missing, before you ask the user again or redo work.
---

1. Call \`search_conversation\` with a few distinctive words of the missing message. It returns messages by number.
2. Call \`read_messages\` with such a number, or a range of numbers, to read them in full.
3. If there is no hit, try other words, or call \`read_messages\` without a number for an outline.

Say which message a fact comes from, as \`#41\`. If nothing is found, say so.
`;

/** The plugin's files in the portable format. */
export function agentPluginFiles(
	version: string,
	program: Program,
	platform: NodeJS.Platform,
): readonly PluginFile[] {
	const launcher = pluginLauncher(program, platform);
	// The assistant starts the server in the plugin's folder, not in the user's project.
	const server = {
		type: 'stdio',
		command: `./${launcher.file}`,
		args: ['mcp', '--client-folders'],
	};
	return [
		{
			file: 'plugin.json',
			text: JSON.stringify({ $schema: schema('plugin'), ...pluginManifest(version) }),
		},
		{
			file: 'mcp.json',
			text: JSON.stringify({ $schema: schema('mcp'), mcpServers: { [ownName]: server } }),
		},
		{ file: `skills/${skill}/SKILL.md`, text: instructions },
		{ ...launcher, isProgram: true },
	];
}

/** The plugin's folder, relative to the marketplace's folder. */
export const pluginFolder = 'plugin';

const { name, description, author } = about;

/** The list from which some assistants install the plugin. */
export const marketplace: PluginFile = {
	file: '.claude-plugin/marketplace.json',
	text: JSON.stringify({
		name,
		owner: author,
		plugins: [{ name, source: `./${pluginFolder}`, description }],
	}),
};
