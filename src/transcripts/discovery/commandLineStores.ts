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
import { anything, at, beside, workingFolder, type SessionStore } from './store.ts';

const jsonLines = /\.jsonl$/;

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
		id: 'hermes',
		label: 'Hermes',
		bytesPerToken: 4,
		places: at(hermesHome, 'sessions', /^(?!sessions\.json$).*\.jsonl?$/),
	},
];
