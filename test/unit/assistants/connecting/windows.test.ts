import assert from 'node:assert/strict';
import { hookClients } from '../../../../src/assistants/hook/clients.ts';
import {
	commandLineLauncherFor,
	launcherFor,
	type Launcher,
} from '../../../../src/assistants/connecting/launcher.ts';
import type { ServerLaunch } from '../../../../src/assistants/connecting/launches.ts';
import { partsOn } from '../../../../src/assistants/connecting/parts.ts';
import {
	variablesFor,
	type StoreEnvironment,
} from '../../../../src/transcripts/discovery/environment.ts';
import {
	bashReads,
	cmdReads,
	cmdStartedWith,
	commandLineOf,
	powerShellReads,
} from '../../../support/windowsShells.ts';

const compactor = { folder: '/opt/precis/compactors', way: 'at-once' } as const;

/** What `connect` gives on Windows, and where it goes. No shell of Windows runs here: how they read lines is modelled. */

function machine(variables: Readonly<Record<string, string>> = {}): StoreEnvironment {
	return {
		home: 'C:\\Users\\ada',
		platform: 'win32',
		pathRules: 'win32',
		variables: variablesFor('win32', variables),
		userFolder: 'C:\\Users\\ada\\AppData\\Roaming\\Code\\User',
		workspaceFolders: [],
	};
}

function fileOf(label: string, environment = machine()): string {
	const found = partsOn('win32').find((each) => each.label === label);
	assert.ok(found !== undefined, label);
	return found.files(environment)[0];
}

describe('the files of assistants on Windows', () => {
	const files = {
		'Claude Code': '.claude.json',
		'Claude Code: Hooks': '.claude\\settings.json',
		Cline: '.cline\\data\\settings\\cline_mcp_settings.json',
		'Cline: Plugin': '.cline\\plugins\\precis.js',
		Codex: '.codex\\config.toml',
		'Codex: Hooks': '.codex\\hooks.json',
		'Copilot CLI': '.copilot\\mcp-config.json',
		'Copilot CLI: Hooks': '.copilot\\hooks\\precis.json',
		Cursor: '.cursor\\mcp.json',
		'Gemini CLI': '.gemini\\settings.json',
		'Gemini CLI: Hooks': '.gemini\\settings.json',
		Kilo: '.config\\kilo\\kilo.json',
		'Kilo: Plugin': '.config\\kilo\\plugin\\precis.js',
		OpenCode: '.config\\opencode\\opencode.json',
		'OpenCode: Plugin': '.config\\opencode\\plugin\\precis.js',
		Pi: '.pi\\agent\\mcp.json',
		'Pi: Extension': '.pi\\agent\\extensions\\precis.js',
		'Qwen Code': '.qwen\\settings.json',
		'Qwen Code: Hooks': '.qwen\\settings.json',
	};

	it('are in the folder of the user, none in %APPDATA%', () => {
		const all = partsOn('win32').map(({ label }) => label);
		assert.deepEqual(all.toSorted(), Object.keys(files).toSorted());
		for (const [label, file] of Object.entries(files)) {
			const environment = machine({ APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' });
			assert.equal(fileOf(label, environment), `C:\\Users\\ada\\${file}`, label);
		}
	});

	it('move with the variable of their assistant, whatever the case of its name', () => {
		assert.equal(fileOf('Codex', machine({ Codex_Home: 'D:/codex' })), 'D:\\codex\\config.toml');
		assert.equal(
			fileOf('Claude Code: Hooks', machine({ CLAUDE_CONFIG_DIR: '~\\claude' })),
			'C:\\Users\\ada\\claude\\settings.json',
		);
	});

	it('of sessions whose name a hook is told are in the same folders', () => {
		const fileFor = (name: string): string | undefined =>
			hookClients.find((each) => each.name === name)?.sessionFile?.('s1', machine());
		assert.deepEqual(['cline-sessions', 'copilot-cli', 'kilo', 'opencode'].map(fileFor), [
			'C:\\Users\\ada\\.cline\\data\\sessions\\s1\\s1.messages.json',
			'C:\\Users\\ada\\.copilot\\session-state\\s1\\events.jsonl',
			'C:\\Users\\ada\\.local\\share\\kilo\\kilo.db',
			'C:\\Users\\ada\\.local\\share\\opencode\\opencode.db',
		]);
	});
});

describe('a program of ours on Windows', () => {
	/** Names of a person's folder that Windows allows, and shells read each in their own way. */
	const users = [
		'ada',
		'Ada L',
		'Tom & Jerry',
		'Tom&Jerry',
		'A b (1)',
		'A(1)',
		"O'Neil",
		'a,b=c;d',
	];

	function launcherOf(user: string, made: typeof launcherFor): Launcher {
		return made({
			platform: 'win32',
			extension: `C:\\Users\\${user}\\.vscode\\extensions\\precis.precis-1.0.0`,
			extensionId: 'precis.precis',
			runtime: 'C:\\Program Files\\Microsoft VS Code\\Code.exe',
			storage: `C:\\Users\\${user}\\AppData\\Roaming\\Code\\User\\globalStorage\\precis.precis`,
		});
	}

	function commandOf(label: string, program: ServerLaunch, key = 'command'): string {
		const entry = partsOn('win32').find((each) => each.label === label)?.entry;
		const text = entry?.snippet(program, compactor);
		assert.ok(text !== undefined, label);
		assert.ok(entry?.find(text, () => undefined) !== undefined, label);
		const found = new RegExp(`"${key}": (?<json>".*")`).exec(text)?.groups?.['json'];
		return JSON.parse(found ?? '""') as string;
	}

	const withSlashes = (file: string): string => file.replaceAll('\\', '/');

	for (const user of users) {
		it(`is started as a server from the folder of ${user}`, () => {
			const { launch, path } = launcherOf(user, launcherFor);
			assert.equal(launch.command, 'cmd');
			assert.deepEqual(cmdStartedWith(commandLineOf(launch.args)), [path]);
			assert.equal(
				path,
				`C:\\Users\\${user}\\AppData\\Roaming\\Code\\User\\globalStorage\\precis.precis\\bin\\precis-mcp.cmd`,
			);
		});

		it(`is run by plugins and hooks from the folder of ${user}`, () => {
			const { launch, path } = launcherOf(user, commandLineLauncherFor);
			const plugin = commandLineOf([...launch.args, 'hook', 'opencode']);
			assert.deepEqual(cmdStartedWith(plugin), [path, 'hook', 'opencode']);
			for (const [label, name, key] of [
				['Gemini CLI: Hooks', ['gemini-cli'], 'command'],
				['Qwen Code: Hooks', ['qwen-code'], 'command'],
				['Copilot CLI: Hooks', ['copilot-cli', 'sessionStart'], 'powershell'],
			] as const) {
				const line = commandOf(label, launch, key);
				assert.deepEqual(powerShellReads(line), [path, 'hook', ...name], label);
			}
			const codex = powerShellReads(commandOf('Codex: Hooks', launch));
			assert.deepEqual(codex.map(withSlashes), [withSlashes(path), 'hook', 'codex']);
			const claude = commandOf('Claude Code: Hooks', launch);
			for (const words of [cmdReads(claude), bashReads(claude)]) {
				assert.deepEqual(words, [withSlashes(path), 'hook', 'claude-code']);
			}
		});
	}

	it('is run by Codex from a plain folder without PowerShell too', () => {
		const { launch, path } = launcherOf('ada', commandLineLauncherFor);
		const line = commandOf('Codex: Hooks', launch);
		const words = cmdStartedWith(commandLineOf(['/c', line]));
		assert.deepEqual(words, [withSlashes(path), 'hook', 'codex']);
	});

	it('is run by PowerShell from folders with typographic quotation marks and signs of variables', () => {
		for (const user of ['Ada’s', '‘Ada‛', '100%', '$HOME', 'a`b', '%TEMP%']) {
			const { launch, path } = launcherOf(user, commandLineLauncherFor);
			const line = commandOf('Gemini CLI: Hooks', launch);
			assert.deepEqual(powerShellReads(line), [path, 'hook', 'gemini-cli'], user);
		}
	});

	it('has Qwen Code take PowerShell, whatever shell it would take', () => {
		const { launch } = launcherOf('ada', commandLineLauncherFor);
		assert.equal(commandOf('Qwen Code: Hooks', launch, 'shell'), 'powershell');
	});

	it('is Node with a script where the package was installed', () => {
		const launch: ServerLaunch = {
			command: 'C:\\Program Files\\nodejs\\node.exe',
			args: ['C:\\Users\\Ada L\\AppData\\Roaming\\npm\\node_modules\\precis\\dist\\cli.mjs'],
		};
		const words = [launch.command, ...launch.args];
		assert.deepEqual(powerShellReads(commandOf('Codex: Hooks', launch)), [
			...words,
			'hook',
			'codex',
		]);
		const claude = commandOf('Claude Code: Hooks', launch);
		assert.deepEqual(bashReads(claude), [...words.map(withSlashes), 'hook', 'claude-code']);
		assert.deepEqual(cmdReads(claude), bashReads(claude));
	});
});
