import { folderOf, pathsOf, sharedData, type StoreEnvironment } from './environment.ts';
import { anything, beside, jsonString, workingFolder, type SessionStore } from './store.ts';

const jsonLines = /\.jsonl$/;

/** Hermes follows the platform on Windows, and nowhere else. */
function hermesHome(environment: StoreEnvironment): string {
	const { platform, variables } = environment;
	const local = variables['LOCALAPPDATA'];
	return variables['HERMES_HOME'] === undefined && platform === 'win32' && local !== undefined
		? pathsOf(environment).join(local, 'hermes')
		: folderOf(environment, ['HERMES_HOME'], '.hermes');
}

/** Assistants of the command line, each with the variable that moves its folder. */
export const commandLineStores: readonly SessionStore[] = [
	{
		id: 'claude-code',
		label: 'Claude Code',
		bytesPerToken: 17,
		places: (environment) => [
			{
				folder: folderOf(environment, ['CLAUDE_CONFIG_DIR'], '.claude'),
				// What sub-agents said lies a folder deeper, and once lay here as `agent-….jsonl`.
				names: ['projects', anything, /^(?!agent-).*\.jsonl$/],
			},
		],
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'codex',
		label: 'Codex',
		bytesPerToken: 8,
		places(environment) {
			const folder = folderOf(environment, ['CODEX_HOME'], '.codex');
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
		places: (environment) => [
			{
				folder: folderOf(environment, ['COPILOT_HOME'], '.copilot'),
				names: ['session-state', anything, 'events.jsonl'],
			},
		],
		project: { pattern: workingFolder },
	},
	{
		id: 'gemini-cli',
		label: 'Gemini CLI',
		places: (environment) => [
			{
				folder: pathsOf(environment).join(folderOf(environment, ['GEMINI_CLI_HOME']), '.gemini'),
				names: ['tmp', anything, 'chats', /^session-.*\.jsonl?$/],
			},
		],
		project: { file: beside('..', '.project_root'), pattern: /(?<text>\S[^\r\n]*)/ },
	},
	{
		id: 'qwen-code',
		label: 'Qwen Code',
		places: (environment) => [
			{
				folder: folderOf(environment, ['QWEN_RUNTIME_DIR', 'QWEN_HOME'], '.qwen'),
				names: ['projects', anything, 'chats', jsonLines],
			},
		],
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'kimi',
		label: 'Kimi Code',
		places: (environment) => [
			{
				folder: folderOf(environment, ['KIMI_CODE_HOME'], '.kimi-code'),
				names: ['sessions', anything, anything, 'agents', 'main', 'wire.jsonl'],
			},
		],
		project: { file: beside('..', '..', 'state.json'), pattern: jsonString('workDir') },
	},
	{
		id: 'opencode',
		label: 'OpenCode',
		places: (environment) => [
			{
				folder: pathsOf(environment).join(sharedData(environment), 'opencode'),
				names: ['opencode.db'],
			},
		],
		isDatabase: true,
	},
	{
		id: 'pi',
		label: 'Pi',
		bytesPerToken: 6,
		places: (environment) => [
			{
				folder: folderOf(environment, ['PI_CODING_AGENT_DIR'], '.pi', 'agent'),
				names: ['sessions', anything, jsonLines],
			},
		],
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'openclaw',
		label: 'OpenClaw',
		places: (environment) => [
			{
				folder: folderOf(environment, ['OPENCLAW_STATE_DIR'], '.openclaw'),
				names: ['agents', anything, 'sessions', jsonLines],
			},
		],
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
		id: 'hermes',
		label: 'Hermes',
		bytesPerToken: 4,
		places: (environment) => [
			{ folder: hermesHome(environment), names: ['sessions', /^(?!sessions\.json$).*\.jsonl?$/] },
		],
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
