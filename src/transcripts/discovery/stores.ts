import path from 'node:path';
import { pathsOf, userFolders, type StoreEnvironment } from './environment.ts';
import {
	claudeFolder,
	clineData,
	clineSessions,
	codexHome,
	copilotFolder,
	dataOf,
	geminiFolder,
	hermesHome,
	named,
	piFolder,
	type Folder,
} from './folders.ts';

/** Files by the names on the path from a folder. */
export interface PathPattern {
	readonly folder: string;
	/** Literal names or patterns; the last one is the file's name. */
	readonly names: readonly (string | RegExp)[];
}

/** Finds information in the beginning of a session, or of a related file. */
export interface TextRule {
	/** Has a group `json` (the inside of a JSON string) or `text`. */
	readonly pattern: RegExp;
	/** The file to read; absent: the session. @param session Its path. */
	readonly file?: (session: string) => string;
	/** All sessions of a folder share the information, so that reading one of them is enough. */
	readonly isOfFolder?: true;
}

/** Where one assistant stores its sessions. */
export interface SessionStore {
	readonly id: string;
	/** Display name of the assistant. */
	readonly label: string;
	/** The files that are sessions, in folders that may not exist. */
	places(environment: StoreEnvironment): readonly PathPattern[];
	/** Finds the path or URI of the project. Absent: unknown, or a file has several projects. */
	readonly project?: TextRule;
	/** Finds the title of sessions whose beginning contains no title for a reader. */
	readonly title?: TextRule;
	/** One file has all sessions of the assistant, and so has no title and no project of its own. */
	readonly isDatabase?: true;
}

const anyName = /^/;
const jsonLines = /\.jsonl$/;

/** One folder of an assistant, with the names on the path to its sessions. */
function at(folder: Folder, ...names: PathPattern['names']): SessionStore['places'] {
	return (environment) => [{ folder: folder(environment), names }];
}

/** Matches the first value of one of these keys, in JSON that may be incomplete. */
function jsonString(...keys: readonly string[]): RegExp {
	return new RegExp(String.raw`"(?:${keys.join('|')})"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"`);
}

/** Most assistants write the folder in the first line of a session. */
const workingFolder = jsonString('cwd');

/** A file at a known path relative to a session. */
function relativeFile(...steps: readonly string[]): (session: string) => string {
	return (session) => path.join(path.dirname(session), ...steps);
}

/** Cline and its forks describe the environment to the model in the first message. */
const folderInPrompt = /Current (?:Working|Workspace) Directory \((?<json>[^\n]+?)\) Files/;

const taskFile = ['tasks', anyName, 'api_conversation_history.json'] as const;

/** The tasks that an extension stores, in every editor. */
function extensionTasks(extension: string): SessionStore['places'] {
	return (environment) =>
		userFolders(environment).map((user) => ({
			folder: pathsOf(environment).join(user, 'globalStorage', extension),
			names: taskFile,
		}));
}

/** The settings of the workspace whose storage contains a file. */
function workspaceFile(session: string): string {
	const storage = /^.*[\\/]workspaceStorage[\\/][^\\/]+/.exec(session)?.[0];
	return path.join(storage ?? path.dirname(session), 'workspace.json');
}

/** Every assistant whose sessions are found automatically. Hermes' database is left out: no reader opens it. */
export const stores: readonly SessionStore[] = [
	{
		id: 'claude-code',
		label: 'Claude Code',
		// Sub-agents' messages are one folder deeper, and in old versions here as `agent-….jsonl`.
		places: at(claudeFolder, 'projects', anyName, /^(?!agent-).*\.jsonl$/),
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'codex',
		label: 'Codex',
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
		label: 'GitHub Copilot',
		places: at(copilotFolder, 'session-state', anyName, 'events.jsonl'),
		project: { pattern: workingFolder },
	},
	{
		id: 'gemini-cli',
		label: 'Gemini CLI',
		places: at(geminiFolder, 'tmp', anyName, 'chats', /^session-.*\.jsonl?$/),
		project: { file: relativeFile('..', '.project_root'), pattern: /(?<text>\S[^\r\n]*)/ },
	},
	{
		id: 'qwen-code',
		label: 'Qwen Code',
		places: at(
			named(['QWEN_RUNTIME_DIR', 'QWEN_HOME'], '.qwen'),
			'projects',
			anyName,
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
		places: at(piFolder, 'sessions', anyName, jsonLines),
		project: { pattern: workingFolder, isOfFolder: true },
	},
	{
		id: 'hermes',
		label: 'Hermes',
		places: at(hermesHome, 'sessions', /^(?!sessions\.json$).*\.jsonl?$/),
	},
	{
		id: 'copilot-chat',
		label: 'Copilot Chat',
		places: (environment) =>
			userFolders(environment).flatMap((folder) => {
				const file = /\.jsonl?$/;
				const workspace = ['workspaceStorage', anyName] as const;
				return [
					{ folder, names: [...workspace, 'chatSessions', file] },
					{ folder, names: [...workspace, 'GitHub.copilot-chat', 'transcripts', file] },
					{ folder, names: ['globalStorage', 'emptyWindowChatSessions', file] },
					{ folder, names: ['globalStorage', 'transferredChatSessions', file] },
				];
			}),
		project: { file: workspaceFile, pattern: jsonString('folder', 'workspace') },
		// The first line of a session contains everything: too long to be read for the title.
		title: { pattern: jsonString('customTitle', 'text') },
	},
	{
		id: 'cline-tasks',
		label: 'Cline',
		places: (environment) => [
			...extensionTasks('saoudrizwan.claude-dev')(environment),
			...at(clineData, ...taskFile)(environment),
		],
		project: { pattern: folderInPrompt },
	},
	{
		id: 'cline-sessions',
		label: 'Cline',
		// Sub-agents and teams write to the same folder under other names; the name of a session may begin with its time.
		places: at(clineSessions, anyName, /^(?:\d+_)?[^_]*\.messages\.json$/),
		project: {
			file: (session) => session.replace(/\.messages\.json$/, '.json'),
			pattern: workingFolder,
		},
	},
	{
		id: 'roo-code',
		label: 'Roo Code',
		places: extensionTasks('rooveterinaryinc.roo-cline'),
		project: { file: relativeFile('history_item.json'), pattern: jsonString('workspace') },
	},
	{
		id: 'kilo-tasks',
		label: 'Kilo Code',
		places: extensionTasks('kilocode.kilo-code'),
		project: { pattern: folderInPrompt },
	},
	{
		id: 'kilo',
		label: 'Kilo Code',
		places: at(dataOf('kilo'), 'kilo.db'),
		isDatabase: true,
	},
	{
		id: 'cursor',
		label: 'Cursor',
		// Databases of workspaces contain only conversations from before 2025, which users open manually.
		places: (environment) =>
			userFolders(environment)
				.filter((user) => /[\\/]Cursor[\\/]User$/.test(user))
				.map((folder) => ({ folder, names: ['globalStorage', 'state.vscdb'] })),
		isDatabase: true,
	},
	{
		id: 'continue',
		label: 'Continue',
		places: at(
			named(['CONTINUE_GLOBAL_DIR'], '.continue'),
			'sessions',
			/^(?!sessions\.json$).*\.json$/,
		),
		project: { pattern: jsonString('workspaceDirectory') },
	},
];

/** The store of an id. @throws If there is none. */
export function storeOf(id: string): SessionStore {
	const store = stores.find((one) => one.id === id);
	if (store === undefined) {
		throw new Error(`There is no session store "${id}".`);
	}
	return store;
}
