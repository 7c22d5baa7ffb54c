import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writePlugin } from '../../src/assistants/connecting/connections.ts';
import { hooksOn } from '../../src/assistants/connecting/parts.ts';
import { type CommandLineClient, flags } from './client.ts';
import type { ClientStage } from './clientRun.ts';
import { type AtTerminal, scenarios, withJson } from './compactions.ts';

/** The clients that let a plugin answer their compaction, or add to it. */

/** Our command line as a shell starts it. */
export const programWords = [
	process.execPath,
	path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts'),
] as const;
const program = {
	launch: { command: programWords[0], args: [programWords[1]] },
	words: programWords,
};

/** How each client is given the plugin and comes to compact. */
export interface CompactorHost {
	readonly label: string;
	/** @returns The file that the plugin loads. */
	connect(stage: ClientStage, folder: string, way: 'model' | 'at-once'): Promise<string>;
	/** Who may write: by default the client's model, and Precis at once. */
	readonly ways?: readonly ('model' | 'at-once')[];
	/** Commands in each turn that fill such a context. */
	readonly commands: number;
	/** Where it takes its command to compact. */
	readonly terminal?: AtTerminal;
	/** Its command asks its model, whoever else writes. */
	readonly commandAsksModel?: true;
	/** A model's error in place of a summary ends its turn, without Precis as well. */
	readonly stopsAtError?: true;
	/** Whether the client sends the whole conversation and retries if its model returns an empty summary. */
	readonly asksAgain?: true;
	/** Words behind its command are the focus. */
	readonly takesFocus?: true;
	/** How a session goes on where its model may ask for a compaction. */
	readonly conversing?: Pick<AtTerminal, 'args' | 'ready'>;
	/** What its session's file has of a compaction, where Precis may begin one between tasks. */
	readonly stored?: string;
	/** Has its summary prepared in the background, which it otherwise does where its vendor has turned that on. */
	preparing?(client: CommandLineClient): CommandLineClient;
	/** With a context that is soon full. */
	automatic(client: CommandLineClient): CommandLineClient;
	/** As the model counts, where the client's settings cannot make its context smaller. */
	readonly charactersOfToken?: number;
	/** What the client sends without Precis as well, and providers take. */
	readonly ownViolation?: RegExp;
}

const piTerminal = {
	args: (session: string) => [
		...(session === '' ? [] : ['--continue']),
		...flags('--model fake/fake-model'),
	],
	ready: '(auto)',
	compact: '/compact',
	done: 'Compacted from',
};

/** What is typed while it still compacts waits. */
const openCodeTerminal = {
	args: () => ['--continue'],
	ready: 'commands',
	compact: '/compact',
	done: '',
};

const cline = scenarios.find(({ label }) => label === 'Cline') ?? assert.fail();

/** All of them. */
export const compactorHosts: readonly CompactorHost[] = [
	{
		label: 'Claude Code',
		commands: 24,
		asksAgain: true,
		takesFocus: true,
		stored: 'compact_boundary',
		conversing: {
			args: (session) => [
				...(session === '' ? [] : ['--resume', path.basename(session, '.jsonl')]),
				...flags('--model claude-sonnet-4-5 --allowed-tools Bash,mcp__precis-compactor'),
			],
			ready: 'mode on',
		},
		async connect(stage, folder, way) {
			const plugin = path.join(stage.place.home, 'plugin');
			const installation = { program, compactors: folder, plugin, way };
			const { environment } = await stage.places();
			await writePlugin('claude-code', { environment, installation, version: '1.0.0' });
			await stage.run(['plugin', 'validate', path.join(plugin, 'plugin')]);
			await stage.run(['plugin', 'marketplace', 'add', plugin]);
			await stage.run(['plugin', 'install', 'precis@precis']);
			return path.join(plugin, 'plugin', 'hooks', 'compactor.js');
		},
		preparing: (client) => ({
			...client,
			env: (place) => ({
				...client.env(place),
				CLAUDE_CODE_GB_DISK_CACHE_WHEN_TELEMETRY_OFF: '1',
			}),
			files: (place) =>
				withJson('.claude.json', { cachedGrowthBookFeatures: { tengu_sepia_moth: true } })(
					client.files(place),
				),
		}),
		automatic: (client) => ({
			...client,
			env: (place) => ({
				...client.env(place),
				CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '50',
				CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
			}),
		}),
	},
	{
		label: 'Pi',
		commands: 24,
		takesFocus: true,
		stored: '"type":"compaction"',
		terminal: piTerminal,
		conversing: piTerminal,
		connect: (stage, folder, way) =>
			pasteFile(stage, folder, way, ['Pi: Extension', '.pi/agent/extensions', 'pi.mjs']),
		automatic: (client) => ({
			...client,
			files: (place) => ({
				...client.files(place),
				'.pi/agent/settings.json': JSON.stringify({
					compaction: { reserveTokens: 50_000, keepRecentTokens: 2_000 },
				}),
			}),
		}),
	},
	{
		label: 'Cline',
		ways: ['model'],
		commands: 18,
		...(cline.terminal === undefined ? {} : { terminal: cline.terminal }),
		connect: (stage, folder, way) =>
			pasteFile(stage, folder, way, ['Cline: Plugin', '.cline/plugins', 'cline.mjs']),
		automatic: (client) => client,
		charactersOfToken: 1,
		// Its second summary, and the request behind it.
		ownViolation: /^two user messages in a row/,
	},
	...['OpenCode', 'Kilo'].map(
		(label): CompactorHost => ({
			label,
			commands: 12,
			terminal: openCodeTerminal,
			commandAsksModel: true,
			stopsAtError: true,
			...(label === 'Kilo' ? { asksAgain: true } : {}),
			conversing: openCodeTerminal,
			connect: (stage, folder, way) =>
				pasteFile(stage, folder, way, [
					`${label}: Plugin`,
					`.config/${label.toLowerCase()}/plugin`,
					'open-code.mjs',
				]),
			automatic: (client) => ({
				...client,
				files: (place) =>
					Object.fromEntries(
						Object.entries(client.files(place)).map(([name, text]) => [
							name,
							text.replace('"context":100000,"output":8000', '"context":50000,"output":8000'),
						]),
					),
			}),
		}),
	),
];

/** Puts the plugin where the client looks. @returns The file that it loads. */
async function pasteFile(
	stage: ClientStage,
	folder: string,
	way: 'model' | 'at-once',
	[label, plugins, bundle]: readonly [label: string, plugins: string, bundle: string],
): Promise<string> {
	const part = hooksOn(process.platform).find((each) => each.label === label);
	assert.ok(part !== undefined, label);
	const { home } = stage.place;
	const compactors = path.join(home, 'compactors');
	await cp(folder, compactors, { recursive: true });
	await mkdir(path.join(home, plugins), { recursive: true });
	const text = part.entry.snippet({ program, compactors, plugin: '', way });
	await writeFile(path.join(home, plugins, 'precis.js'), text);
	return path.join(compactors, bundle);
}
