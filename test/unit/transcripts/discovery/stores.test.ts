import assert from 'node:assert/strict';
import path from 'node:path';
import type { StoreEnvironment } from '../../../../src/transcripts/discovery/environment.ts';
import { findSessions } from '../../../../src/transcripts/discovery/findSessions.ts';
import { type FoundSessions } from '../../../../src/transcripts/discovery/sessionSearch.ts';
import { storeOf, stores } from '../../../../src/transcripts/discovery/stores.ts';
import { Machine, uncancelled } from './machine.ts';

/** Where each assistant keeps its sessions, on every platform. */

/** What lies in one store: files that are sessions, files that are not, files that tell the project. */
interface Layout {
	readonly sessions: Readonly<Record<string, string>>;
	readonly others?: Readonly<Record<string, string>>;
	/** Of every session; absent: nothing tells. */
	readonly project?: string;
}

const started = (cwd: string): string => `${JSON.stringify({ type: 'start', cwd })}\n`;
const shop = started('/work/shop');
const told = JSON.stringify([
	{ role: 'user', content: 'Hi\n# Current Working Directory (/work/shop) Files\na.ts' },
]);
const database = 'SQLite format 3\0';

/** Below the home folder, the same on all platforms. */
const commandLine: Readonly<Record<string, Layout>> = {
	'claude-code': {
		sessions: { '.claude/projects/-work-shop/0b1c.jsonl': shop },
		others: {
			'.claude/projects/-work-shop/agent-1.jsonl': shop,
			'.claude/projects/-work-shop/0b1c/subagents/agent-2.jsonl': shop,
			'.claude/history.jsonl': shop,
		},
		project: '/work/shop',
	},
	codex: {
		sessions: {
			'.codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-a.jsonl': shop,
			'.codex/archived_sessions/rollout-2025-05-01T10-00-00-b.jsonl': shop,
		},
		others: { '.codex/history.jsonl': shop, '.codex/sessions/2026/05/01/notes.jsonl': shop },
		project: '/work/shop',
	},
	'copilot-cli': {
		sessions: { '.copilot/session-state/0b1c/events.jsonl': shop },
		others: { '.copilot/session-state/0b1c/checkpoints.jsonl': shop },
		project: '/work/shop',
	},
	'gemini-cli': {
		sessions: {
			'.gemini/tmp/shop/chats/session-1.json': '{}',
			'.gemini/tmp/shop/chats/session-2.jsonl': '{}',
		},
		others: {
			'.gemini/tmp/shop/logs.json': '[]',
			'.gemini/tmp/shop/.project_root': '\n /work/shop \n',
		},
		project: '/work/shop',
	},
	'qwen-code': {
		sessions: { '.qwen/projects/-work-shop/chats/a.jsonl': shop },
		others: { '.qwen/projects/-work-shop/subagents/a/agent-1.jsonl': shop },
		project: '/work/shop',
	},
	opencode: { sessions: { '.local/share/opencode/opencode.db': database } },
	pi: {
		sessions: { '.pi/agent/sessions/--work-shop--/2026_a.jsonl': shop },
		project: '/work/shop',
	},
	hermes: {
		sessions: { '.hermes/sessions/session_1.json': '{}', '.hermes/sessions/1.jsonl': '{}' },
		others: { '.hermes/sessions/sessions.json': '{}', '.hermes/state.db': database },
	},
	'cline-sessions': {
		sessions: {
			'.cline/data/sessions/s1/s1.messages.json': '{}',
			'.cline/data/sessions/1795_k7/1795_k7.messages.json': '{}',
		},
		others: {
			'.cline/data/sessions/s1/s1.json': '{"version":1,"cwd":"/work/shop"}',
			'.cline/data/sessions/s1/s1.compaction.json': '{}',
			'.cline/data/sessions/1795_k7/1795_k7.json': '{"version":1,"cwd":"/work/shop"}',
			'.cline/data/sessions/s1/helper__t1.messages.json': '{}',
		},
		project: '/work/shop',
	},
	kilo: { sessions: { '.local/share/kilo/kilo.db': database } },
	continue: {
		sessions: { '.continue/sessions/a.json': '{"workspaceDirectory":"file:///work/shop"}' },
		others: { '.continue/sessions/sessions.json': '[]' },
		project: '/work/shop',
	},
};

/** Below the `User` folder of an editor. */
const inEditors: Readonly<Record<string, Layout>> = {
	'copilot-chat': {
		sessions: {
			'workspaceStorage/1a/chatSessions/a.jsonl': '{}',
			'workspaceStorage/1a/chatSessions/b.json': '{}',
			'workspaceStorage/1a/GitHub.copilot-chat/transcripts/c.jsonl': '{}',
		},
		others: {
			'workspaceStorage/1a/workspace.json': '{ "folder": "file:///work/shop" }',
			'workspaceStorage/1a/state.vscdb': database,
		},
		project: '/work/shop',
	},
	'cline-tasks': {
		sessions: {
			'globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json': told,
		},
		others: { 'globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json': '[]' },
		project: '/work/shop',
	},
	'roo-code': {
		sessions: {
			'globalStorage/rooveterinaryinc.roo-cline/tasks/1/api_conversation_history.json': '[]',
		},
		others: {
			'globalStorage/rooveterinaryinc.roo-cline/tasks/1/history_item.json':
				'{"id":"1","workspace":"/work/shop"}',
			'globalStorage/rooveterinaryinc.roo-cline/tasks/_index.json': '[]',
		},
		project: '/work/shop',
	},
	'kilo-tasks': {
		sessions: { 'globalStorage/kilocode.kilo-code/tasks/1/api_conversation_history.json': told },
		project: '/work/shop',
	},
};

/** Where Cursor keeps its `User` folder, below the home folder. */
const cursorUser = {
	linux: '.config/Cursor/User',
	darwin: 'Library/Application Support/Cursor/User',
	win32: 'AppData/Roaming/Cursor/User',
} as const;

const inCursor: Readonly<Record<string, Layout>> = {
	cursor: {
		sessions: { 'globalStorage/state.vscdb': database },
		others: { 'workspaceStorage/1a/state.vscdb': database },
	},
};

/** Where VS Code keeps its `User` folder, below the home folder. */
const userFolders = {
	linux: ['.config/Code/User', '.config/Cursor/User', '.vscode-server/data/User'],
	darwin: ['Library/Application Support/Code/User', 'Library/Application Support/VSCodium/User'],
	win32: ['AppData/Roaming/Code/User', 'AppData/Roaming/Code - Insiders/User'],
} as const;

describe('stores of assistants', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	/** Lays out a store and looks for its sessions. */
	async function assertFound(
		id: string,
		below: string,
		{ sessions, others = {}, project }: Layout,
		environment: StoreEnvironment,
	): Promise<void> {
		for (const [file, content] of Object.entries({ ...sessions, ...others })) {
			await machine.write(path.join(below, file), content);
		}
		const found = await findSessions(storeOf(id), environment, uncancelled);
		assert.deepEqual(found.unreadable, []);
		const expected = Object.keys(sessions).map((file) => [machine.path(below, file), project]);
		assert.deepEqual(projects(found), Object.fromEntries(expected));
	}

	for (const platform of ['linux', 'darwin', 'win32'] as const) {
		for (const [id, layout] of Object.entries(commandLine)) {
			it(`of ${id} are in the home folder, ${platform}`, async () => {
				await assertFound(id, '', layout, machine.environment({ platform }));
			});
		}
		for (const [id, layout] of Object.entries(inCursor)) {
			it(`of ${id} are in its own folder and in no other editor's, ${platform}`, async () => {
				await machine.write(`${userFolders[platform][0]}/globalStorage/state.vscdb`, database);
				await assertFound(id, cursorUser[platform], layout, machine.environment({ platform }));
			});
		}
		for (const user of userFolders[platform]) {
			for (const [id, layout] of Object.entries(inEditors)) {
				it(`of ${id} are in ${user}, ${platform}`, async () => {
					await assertFound(id, user, layout, machine.environment({ platform }));
				});
			}
		}
	}

	it('are all held to a layout', () => {
		const laidOut = { ...commandLine, ...inCursor, ...inEditors };
		assert.deepEqual(Object.keys(laidOut).sort(), stores.map(({ id }) => id).sort());
	});

	it('follow the editor this runs in, wherever its folder is', async () => {
		const environment = machine.environment({ userFolder: machine.path('portable/User') });
		await assertFound('roo-code', 'portable/User', inEditors['roo-code'] as Layout, environment);
	});

	for (const [id, variable, below, file] of [
		['claude-code', 'CLAUDE_CONFIG_DIR', 'claude', 'projects/p/a.jsonl'],
		['codex', 'CODEX_HOME', 'codex', 'archived_sessions/rollout-a.jsonl.zst'],
		['copilot-cli', 'COPILOT_HOME', 'copilot', 'session-state/a/events.jsonl'],
		['gemini-cli', 'GEMINI_CLI_HOME', 'gemini', '.gemini/tmp/p/chats/session-a.json'],
		['qwen-code', 'QWEN_HOME', 'qwen', 'projects/p/chats/a.jsonl'],
		['opencode', 'XDG_DATA_HOME', 'data', 'opencode/opencode.db'],
		['pi', 'PI_CODING_AGENT_DIR', 'pi', 'sessions/p/a.jsonl'],
		['hermes', 'HERMES_HOME', 'hermes', 'sessions/a.jsonl'],
		['cline-sessions', 'CLINE_DIR', 'cline', 'data/sessions/a/a.messages.json'],
		['cline-sessions', 'CLINE_DATA_DIR', 'cline', 'sessions/a/a.messages.json'],
		['cline-sessions', 'CLINE_SESSION_DATA_DIR', 'cline', 'a/a.messages.json'],
		['cline-tasks', 'CLINE_DATA_DIR', 'cline', 'tasks/1/api_conversation_history.json'],
		['continue', 'CONTINUE_GLOBAL_DIR', 'continue', 'sessions/a.json'],
	] as const) {
		it(`of ${id} are where ${variable} says`, async () => {
			const moved = machine.path('moved', below);
			const environment = machine.environment({ variables: { [variable]: moved } });
			await assertFound(id, `moved/${below}`, { sessions: { [file]: '{}' } }, environment);
		});
	}

	it('follow APPDATA and LOCALAPPDATA on Windows, XDG_CONFIG_HOME elsewhere', async () => {
		const layout = {
			sessions: { 'globalStorage/kilocode.kilo-code/tasks/1/api_conversation_history.json': '[]' },
		};
		const windows = { APPDATA: machine.path('roaming'), LOCALAPPDATA: machine.path('local') };
		await assertFound(
			'kilo-tasks',
			'roaming/Code/User',
			layout,
			machine.environment({ platform: 'win32', variables: windows }),
		);
		const hermes = { sessions: { 'sessions/a.jsonl': '{}' } };
		await assertFound(
			'hermes',
			'local/hermes',
			hermes,
			machine.environment({ platform: 'win32', variables: windows }),
		);
		const variables = { XDG_CONFIG_HOME: machine.path('config') };
		await assertFound('kilo-tasks', 'config/Code/User', layout, machine.environment({ variables }));
	});

	it('tell the workspace of a chat, also where it is a file or elsewhere', async () => {
		const user = '.config/Code/User/workspaceStorage';
		await machine.write(`${user}/1/chatSessions/a.json`);
		await machine.write(
			`${user}/1/workspace.json`,
			'{"workspace":"file:///work/all.code-workspace"}',
		);
		await machine.write(`${user}/2/chatSessions/b.json`);
		await machine.write(`${user}/2/workspace.json`, '{"folder":"vscode-remote://wsl/work/shop"}');
		const empty = await machine.write(
			'.config/Code/User/globalStorage/emptyWindowChatSessions/c.jsonl',
		);
		const found = await findSessions(storeOf('copilot-chat'), machine.environment(), uncancelled);
		assert.deepEqual(projects(found), {
			[machine.path(user, '1/chatSessions/a.json')]: '/work/all.code-workspace',
			[machine.path(user, '2/chatSessions/b.json')]: 'vscode-remote://wsl/work/shop',
			[empty]: undefined,
		});
	});
});

/** Paths of what was found with the projects. */
function projects({ sessions }: FoundSessions): Readonly<Record<string, string | undefined>> {
	return Object.fromEntries(sessions.map((session) => [session.path, session.project]));
}
