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
	/** A literal name, or a pattern; the last one is the file's. */
	readonly names: readonly (string | RegExp)[];
}

/** Information in the beginning of a session, or of a related file. */
export interface TextRule {
	/** Has a group `json` (the inside of a JSON string) or `text`. */
	readonly pattern: RegExp;
	/** The file to read; absent: the session. @param session Its path. */
	readonly file?: (session: string) => string;
	/** Whether sessions in one folder share it, so that reading one is enough. */
	readonly isOfFolder?: true;
}

/** Where one assistant stores its sessions. */
export interface SessionStore {
	readonly id: string;
	/** Display name of the assistant. */
	readonly label: string;
	/** Folders, which may not exist, and which of their files are sessions. */
	places(environment: StoreEnvironment): readonly PathPattern[];
	/** A path or a URI. Absent: unknown, or the file has several. */
	readonly project?: TextRule;
	/** For sessions whose beginning contains no title for a reader. */
	readonly title?: TextRule;
	/** Whether one file has all sessions of the assistant, and so neither one title nor one length. */
	readonly isDatabase?: true;
}

const anything = /^/;
const jsonLines = /\.jsonl$/;

/** One folder of an assistant, with the names on the path to its sessions. */
function at(folder: Folder, ...names: PathPattern['names']): SessionStore['places'] {
	return (environment) => [{ folder: folder(environment), names }];
}

/** Finds the value of the first of these keys, in JSON that may be incomplete. */
function jsonString(...keys: readonly string[]): RegExp {
	return new RegExp(String.raw`"(?:${keys.join('|')})"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"`);
}

/** The folder that most assistants name in the first line of a session. */
const workingFolder = jsonString('cwd');

/** A file at a known path relative to a session. */
function beside(...steps: readonly string[]): (session: string) => string {
	return (session) => path.join(path.dirname(session), ...steps);
}

/** The environment that Cline and its forks describe to the model in the first message. */
const toldFolder = /Current (?:Working|Workspace) Directory \((?<json>[^\n]+?)\) Files/;

const taskFile = ['tasks', anything, 'api_conversation_history.json'] as const;

/** The tasks of an extension, in every editor. */
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
		places: at(claudeFolder, 'projects', anything, /^(?!agent-).*\.jsonl$/),
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
		label: 'Copilot CLI',
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
		places: at(piFolder, 'sessions', anything, jsonLines),
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
				const workspace = ['workspaceStorage', anything] as const;
				return [
					{ folder, names: [...workspace, 'chatSessions', file] },
					{ folder, names: [...workspace, 'GitHub.copilot-chat', 'transcripts', file] },
					{ folder, names: ['globalStorage', 'emptyWindowChatSessions', file] },
					{ folder, names: ['globalStorage', 'transferredChatSessions', file] },
				];
			}),
		project: { file: workspaceFile, pattern: jsonString('folder', 'workspace') },
		// A session begins with a line that contains everything: too long to be read for its title.
		title: { pattern: jsonString('customTitle', 'text') },
	},
	{
		id: 'cline-tasks',
		label: 'Cline',
		places: (environment) => [
			...extensionTasks('saoudrizwan.claude-dev')(environment),
			...at(clineData, ...taskFile)(environment),
		],
		project: { pattern: toldFolder },
	},
	{
		id: 'cline-sessions',
		label: 'Cline',
		// Sub-agents and teams write to the same folder, under other names; a session's name begins with its time.
		places: at(clineSessions, anything, /^(?:\d+_)?[^_]*\.messages\.json$/),
		project: {
			file: (session) => session.replace(/\.messages\.json$/, '.json'),
			pattern: workingFolder,
		},
	},
	{
		id: 'roo-code',
		label: 'Roo Code',
		places: extensionTasks('rooveterinaryinc.roo-cline'),
		project: { file: beside('history_item.json'), pattern: jsonString('workspace') },
	},
	{
		id: 'kilo-tasks',
		label: 'Kilo Code',
		places: extensionTasks('kilocode.kilo-code'),
		project: { pattern: toldFolder },
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
		// Databases of workspaces only have conversations of versions before 2025: users open them manually.
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

/** @throws If there is none of that name. */
export function storeOf(id: string): SessionStore {
	const store = stores.find((one) => one.id === id);
	if (store === undefined) {
		throw new Error(`There is no store of the name "${id}".`);
	}
	return store;
}
