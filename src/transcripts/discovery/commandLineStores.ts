import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { localData, pathsOf } from './environment.ts';
import {
	claudeFolder,
	codexHome,
	copilotFolder,
	dataOf,
	geminiFolder,
	hermesHome,
	named,
	piFolder,
} from './folders.ts';
import { anything, at, beside, jsonString, workingFolder, type SessionStore } from './store.ts';

const jsonLines = /\.jsonl$/;

/** The event of an OpenHands conversation behind the one with its instructions: what the person asked first. */
async function secondEvent(session: string): Promise<string> {
	const beside = path.dirname(session);
	const folder = path.basename(beside) === 'events' ? beside : path.join(beside, 'events');
	const names = await readdir(folder);
	return path.join(folder, names.find((name) => /^(?:event-00001-.*|1)\.json$/.test(name)) ?? '');
}

/** Assistants of the command line, each with the variable that moves its folder. */
export const commandLineStores: readonly SessionStore[] = [
	{
		id: 'claude-code',
		label: 'Claude Code',
		bytesPerToken: 17,
		// What sub-agents said lies a folder deeper, and once lay here as `agent-….jsonl`.
		places: at(claudeFolder, 'projects', anything, /^(?!agent-).*\.jsonl$/),
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'codex',
		label: 'Codex',
		bytesPerToken: 8,
		places(environment) {
			const folder = codexHome(environment);
			const file = /^rollout-.*\.jsonl(?:\.zst)?$/;
			return [
				{ folder, names: ['sessions', /^\d{4}$/, /^\d\d$/, /^\d\d$/, file] },
				{ folder, names: ['archived_sessions', file] },
			];
		},
		project: { pattern: workingFolder },
	},
	{
		id: 'copilot-cli',
		label: 'Copilot CLI',
		bytesPerToken: 15,
		places: at(copilotFolder, 'session-state', anything, 'events.jsonl'),
		project: { pattern: workingFolder },
	},
	{
		id: 'gemini-cli',
		label: 'Gemini CLI',
		places: at(geminiFolder, 'tmp', anything, 'chats', /^session-.*\.jsonl?$/),
		project: { file: beside('..', '.project_root'), pattern: /(?<text>\S[^\r\n]*)/ },
	},
	{
		id: 'qwen-code',
		label: 'Qwen Code',
		places: at(
			named(['QWEN_RUNTIME_DIR', 'QWEN_HOME'], '.qwen'),
			'projects',
			anything,
			'chats',
			jsonLines,
		),
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'kimi',
		label: 'Kimi Code',
		places: at(
			named(['KIMI_CODE_HOME'], '.kimi-code'),
			'sessions',
			anything,
			anything,
			'agents',
			'main',
			'wire.jsonl',
		),
		project: { file: beside('..', '..', 'state.json'), pattern: jsonString('workDir') },
	},
	{
		id: 'opencode',
		label: 'OpenCode',
		places: at(dataOf('opencode'), 'opencode.db'),
		isDatabase: true,
	},
	{
		id: 'pi',
		label: 'Pi',
		bytesPerToken: 6,
		places: at(piFolder, 'sessions', anything, jsonLines),
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'openclaw',
		label: 'OpenClaw',
		places: at(
			named(['OPENCLAW_STATE_DIR'], '.openclaw'),
			'agents',
			anything,
			'sessions',
			jsonLines,
		),
		project: { pattern: workingFolder },
	},
	{
		id: 'droid',
		label: 'Droid',
		places(environment) {
			const folder = pathsOf(environment).join(environment.home, '.factory');
			return [
				{ folder, names: ['sessions', jsonLines] },
				{ folder, names: ['sessions', anything, jsonLines] },
			];
		},
		project: { pattern: workingFolder },
	},
	{
		id: 'cursor-cli',
		label: 'Cursor CLI',
		places: at(named([], '.cursor'), 'chats', anything, anything, 'store.db'),
		project: { file: beside('meta.json'), pattern: workingFolder },
		title: { file: beside('meta.json'), pattern: jsonString('title') },
	},
	{
		id: 'cursor-transcripts',
		label: 'Cursor agent transcripts',
		places: at(
			named([], '.cursor'),
			'projects',
			anything,
			'agent-transcripts',
			anything,
			jsonLines,
		),
	},
	{
		id: 'kiro',
		label: 'Kiro',
		places(environment) {
			const folder = named(['KIRO_HOME'], '.kiro')(environment);
			return [
				{ folder, names: ['sessions', /^(?!cli$)/, anything, 'messages.jsonl'] },
				{ folder, names: ['sessions', 'cli', jsonLines] },
			];
		},
		project: {
			file: (session) =>
				session.replace(/messages\.jsonl$/, 'session.json').replace(/\.jsonl$/, '.json'),
			pattern: /"(?:cwd|workspacePaths)"\s*:\s*(?:\[\s*)?"(?<json>(?:[^"\\]|\\.)+)"/,
		},
	},
	{
		id: 'kiro-cli',
		label: 'Kiro CLI',
		places: (environment) =>
			['kiro-cli', 'amazon-q'].map((name) => ({
				folder: pathsOf(environment).join(localData(environment), name),
				names: ['data.sqlite3'],
			})),
		isDatabase: true,
	},
	{
		id: 'openhands',
		label: 'OpenHands',
		places(environment) {
			const folder = named(['OPENHANDS_PERSISTENCE_DIR'], '.openhands')(environment);
			const state = [anything, 'base_state.json'] as const;
			return [
				{ folder, names: ['conversations', ...state] },
				...['OPENHANDS_CONVERSATIONS_DIR', 'OH_CONVERSATIONS_PATH']
					.filter((name) => environment.variables[name])
					.map((name) => ({ folder: named([name])(environment), names: state })),
				{ folder, names: ['agent-canvas', 'conversations', ...state] },
				// Before version 1 there is no file but those of the events.
				{ folder, names: ['sessions', anything, 'events', '0.json'] },
			];
		},
		project: { pattern: jsonString('working_dir') },
		title: {
			file: secondEvent,
			pattern: /"source"\s*:\s*"user"[^]*?"(?:text|message)"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"/,
		},
	},
	{
		id: 'hermes',
		label: 'Hermes',
		bytesPerToken: 4,
		places: at(hermesHome, 'sessions', /^(?!sessions\.json$).*\.jsonl?$/),
	},
	{
		id: 'aider',
		label: 'aider',
		bytesPerToken: 4,
		places: ({ workspaceFolders }) =>
			workspaceFolders.map((folder) => ({ folder, names: ['.aider.chat.history.md'] })),
		project: 'place',
	},
	{
		id: 'specstory',
		label: 'SpecStory',
		bytesPerToken: 3.7,
		places: ({ workspaceFolders }) =>
			workspaceFolders.map((folder) => ({ folder, names: ['.specstory', 'history', /\.md$/] })),
		project: 'place',
	},
];
