import path from 'node:path';
import { pathsOf, userFolders, type StoreEnvironment } from './environment.ts';
import { clineData, clineSessions, dataOf, named } from './folders.ts';
import { anything, at, beside, jsonString, workingFolder, type SessionStore } from './store.ts';
import type { PathPattern } from './walk.ts';

/** What Cline and its descendants tell the model of its surroundings, with the first message. */
const toldFolder = /Current (?:Working|Workspace) Directory \((?<json>[^\n]+?)\) Files/;

const taskFile = ['tasks', anything, 'api_conversation_history.json'] as const;

/** What an extension keeps, in every editor. */
function extensionTasks(environment: StoreEnvironment, extension: string): readonly PathPattern[] {
	return userFolders(environment).map((user) => ({
		folder: pathsOf(environment).join(user, 'globalStorage', extension),
		names: taskFile,
	}));
}

/** The settings of the workspace whose storage a file lies in. */
function workspaceFile(session: string): string {
	const storage = /^.*[\\/]workspaceStorage[\\/][^\\/]+/.exec(session)?.[0];
	return path.join(storage ?? path.dirname(session), 'workspace.json');
}

/** Assistants that live in editors. */
export const editorStores: readonly SessionStore[] = [
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
		// A session begins with a line that has all of it: too long to be read for its title.
		title: { pattern: jsonString('customTitle', 'text') },
	},
	{
		id: 'cline-tasks',
		label: 'Cline',
		places: (environment) => [
			...extensionTasks(environment, 'saoudrizwan.claude-dev'),
			{ folder: clineData(environment), names: taskFile },
		],
		project: { pattern: toldFolder },
	},
	{
		id: 'cline-sessions',
		label: 'Cline',
		bytesPerToken: 4.8,
		// Sub-agents and teams write beside it, under names of their own; a session's begins with its time.
		places: at(clineSessions, anything, /^(?:\d+_)?[^_]*\.messages\.json$/),
		project: {
			file: (session) => session.replace(/\.messages\.json$/, '.json'),
			pattern: workingFolder,
		},
	},
	{
		id: 'roo-code',
		label: 'Roo Code',
		bytesPerToken: 3.8,
		places: (environment) => extensionTasks(environment, 'rooveterinaryinc.roo-cline'),
		project: { file: beside('history_item.json'), pattern: jsonString('workspace') },
	},
	{
		id: 'kilo-tasks',
		label: 'Kilo Code',
		places: (environment) => extensionTasks(environment, 'kilocode.kilo-code'),
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
		// Those of workspaces have conversations of versions before 2025 alone: they are opened by hand.
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
