import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { partsOn } from '../../../../src/assistants/connecting/parts.ts';
import {
	launcherFor,
	type Launcher,
	pluginLauncher,
	type Program,
	shellLine,
} from '../../../../src/assistants/connecting/programs.ts';
import { cmdStartedWith, commandLineOf, powerShellReads } from '../../../support/windowsShells.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

/** A program that tells how it was started. */
const program =
	'console.log(JSON.stringify([import.meta.dirname, process.env.PRECIS_STORE, ...process.argv.slice(2)]));\n';

describe('the launcher', function () {
	let machine: Machine;
	let launcher: Launcher;

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(async () => {
		machine = await Machine.make();
		await machine.write("ex't/precis.precis-1.0.0/dist/cli.mjs", program);
		launcher = await written();
	});
	afterEach(() => machine.remove());

	async function written(runtime = process.execPath): Promise<Launcher> {
		const made = launcherFor({
			platform: process.platform,
			extension: machine.path("ex't", 'precis.precis-1.0.0'),
			extensionId: 'precis.precis',
			runtime,
			storage: machine.path('User dir', 'globalStorage', 'precis.precis'),
		});
		await mkdir(path.dirname(made.path), { recursive: true });
		await writeFile(made.path, made.text);
		await chmod(made.path, 0o700);
		return made;
	}

	async function start(word = 'mcp', PATH = '/usr/bin:/bin') {
		const { command, args } = launcher.program.launch;
		const child = spawn(command, [...args, word], { env: { PATH } });
		let out = '';
		let error = '';
		child.stdout.on('data', (text: Buffer) => (out += text.toString()));
		child.stderr.on('data', (text: Buffer) => (error += text.toString()));
		const [code] = (await once(child, 'close')) as [number | null];
		return { code, error, started: out === '' ? [] : (JSON.parse(out) as readonly string[]) };
	}

	it('starts the command line with the store of its editor, and what it is given', async () => {
		assert.deepEqual((await start()).started, [
			machine.path("ex't", 'precis.precis-1.0.0', 'dist'),
			machine.path('User dir', 'globalStorage', 'precis.precis'),
			'mcp',
		]);
	});

	it('starts the newest version where the one that wrote it is gone', async () => {
		const folder = machine.path("ex't");
		const older = await machine.write("ex't/precis.precis-1.1.0/dist/cli.mjs", program);
		await utimes(older, 1_000, 1_000);
		await rename(
			path.join(folder, 'precis.precis-1.0.0'),
			path.join(folder, 'precis.precis-1.2.0'),
		);
		const [where] = (await start()).started;
		assert.equal(where, path.join(folder, 'precis.precis-1.2.0', 'dist'));
	});

	it('says what to do where the extension is gone, and lets an assistant go on', async () => {
		await rm(machine.path("ex't"), { recursive: true });
		for (const [word, code] of [
			['mcp', 1],
			['hook', 0],
		] as const) {
			const ended = await start(word);
			assert.equal(ended.code, code);
			assert.match(ended.error, /Install it again/);
		}
	});

	it('takes Node.js where the editor has moved, and says what to do where there is none', async () => {
		launcher = await written('/nowhere/code');
		const both = `${path.dirname(process.execPath)}:/usr/bin:/bin`;
		assert.equal((await start('mcp', both)).code, 0);
		await machine.write('bin/ls');
		const { code, error } = await start('mcp', machine.path('bin'));
		assert.equal(code, 1);
		assert.match(error, /Start VS Code/);
	});

	it('of a plugin says in one line that Precis is gone, and how to remove the plugin', async () => {
		const moved = machine.path('moved', 'precis');
		const words = [process.execPath, moved];
		const { text } = pluginLauncher({ launch: { command: '', args: [] }, words }, 'linux');
		const file = await machine.write('plugin/bin/precis', text);
		await chmod(file, 0o700);
		launcher = { path: file, text, program: { launch: { command: file, args: [] }, words } };
		const { code, error } = await start('hook');
		assert.equal(code, 1);
		assert.match(error, /^[^\n]*moved\/precis[^\n]*precis@precis[^\n]*\n$/);
		assert.ok(!error.includes('claude'), 'other assistants load it too');
		await machine.write('moved/precis', 'console.log(JSON.stringify(process.argv.slice(2)));');
		assert.deepEqual((await start('hook')).started, ['hook']);
	});
});

/** No shell of Windows runs here: how they read lines is modelled. */
describe('a program of ours on Windows', () => {
	function launcherOf(user: string): Launcher {
		return launcherFor({
			platform: 'win32',
			extension: `C:\\Users\\${user}\\.vscode\\extensions\\precis.precis-1.0.0`,
			extensionId: 'precis.precis',
			runtime: 'C:\\Program Files\\Microsoft VS Code\\Code.exe',
			storage: `C:\\Users\\${user}\\AppData\\Roaming\\Code\\User\\globalStorage\\precis.precis`,
		});
	}

	function lineOf(label: string, given: Program, key = 'command'): string {
		const entry = partsOn('win32').find((each) => each.label === label)?.entry;
		const text =
			entry?.snippet({ program: given, compactors: 'C:\\c', plugin: 'C:\\p', way: 'model' }) ?? '';
		assert.ok(entry?.find(text) !== undefined, label);
		const found = new RegExp(`"${key}": (?<json>".*")`).exec(text)?.groups?.['json'];
		return JSON.parse(found ?? '""') as string;
	}

	const withSlashes = (words: readonly string[]): readonly string[] =>
		words.map((word) => word.replaceAll('\\', '/'));

	/** Names of a person's folder that Windows allows, and shells read each in their own way. */
	for (const user of ['ada', 'Ada L', 'Tom & Jerry', 'Tom&Jerry', 'A b (1)', "O'Neil", 'a,b=c;d']) {
		it(`is started from the folder of ${user}`, () => {
			const { program: given, path: file } = launcherOf(user);
			assert.deepEqual(cmdStartedWith(commandLineOf([...given.launch.args, 'mcp'])), [file, 'mcp']);
			for (const [label, name, key] of [
				['Claude Code: Plugin', ['claude-code'], 'command'],
				['Codex: Hooks', ['codex'], 'command'],
				['Gemini CLI: Hooks', ['gemini-cli'], 'command'],
				['Qwen Code: Hooks', ['qwen-code'], 'command'],
				['Copilot CLI: Hooks', ['copilot-cli', 'sessionStart'], 'powershell'],
			] as const) {
				const read = powerShellReads(lineOf(label, given, key));
				assert.deepEqual(withSlashes(read), withSlashes([file, 'hook', ...name]), label);
			}
		});
	}

	it('is run by PowerShell from folders with typographic quotation marks and signs of variables', () => {
		for (const user of ['Ada’s', '‘Ada‛', '100%', '$HOME', 'a`b', '%TEMP%']) {
			const { program: given, path: file } = launcherOf(user);
			for (const [label, name] of [
				['Claude Code: Plugin', 'claude-code'],
				['Gemini CLI: Hooks', 'gemini-cli'],
			] as const) {
				const read = powerShellReads(lineOf(label, given));
				assert.deepEqual(read, withSlashes([file, 'hook', name]), user);
			}
		}
	});

	it('is run by PowerShell where the assistant has another shell for hooks', () => {
		const { program: given } = launcherOf('ada');
		for (const label of ['Claude Code: Plugin', 'Qwen Code: Hooks']) {
			assert.equal(lineOf(label, given, 'shell'), 'powershell', label);
		}
	});

	it('is run without quotation marks where that goes: some assistants have cmd.exe in place of PowerShell', () => {
		const { program: given, path: file } = launcherOf('ada');
		const words = cmdStartedWith(commandLineOf(['/c', lineOf('Codex: Hooks', given)]));
		assert.deepEqual(words, withSlashes([file, 'hook', 'codex']));
	});

	it('is Node with a script where the package was installed', () => {
		const words = ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Users\\Ada L\\cli.mjs'];
		const [command = '', ...args] = words;
		const given = { launch: { command, args }, words };
		const codex = powerShellReads(lineOf('Codex: Hooks', given));
		assert.deepEqual(codex, withSlashes([...words, 'hook', 'codex']));
	});

	it('is a batch file whose paths are no variables, and UTF-8 where they are more than ASCII', () => {
		const percent = launcherOf('100%').text;
		assert.match(percent, /^set "PRECIS_STORE=C:\\Users\\100%%\\AppData/m);
		assert.doesNotMatch(percent, /chcp/);
		// `call` would read the two signs again, as none.
		const plugin = pluginLauncher(launcherOf('100%').program, 'win32').text;
		assert.match(plugin, /\n@"C:\\Users\\100%%\\AppData\\[^"%]+" %\*\r\n$/);
		assert.match(launcherOf('Müller').text, /^[ -~\r\n]*chcp\.com" 65001 [^]*Müller/);
	});
});

describe('a line of a POSIX shell', () => {
	it('has each word whole', () => {
		assert.equal(
			shellLine(["/opt/it's here/precis", 'hook', 'codex'], 'posix'),
			String.raw`'/opt/it'\''s here/precis' hook codex`,
		);
	});
});
