import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
	commandLineLauncherFor,
	launcherFor,
	type Launcher,
} from '../../../../src/assistants/connecting/launcher.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

/** A server that tells how it was started. */
const server = 'console.log(JSON.stringify([import.meta.dirname, ...process.argv.slice(2)]));\n';

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
		await machine.write("ex't/precis.precis-1.0.0/dist/mcp.mjs", server);
		launcher = await written();
	});
	afterEach(() => machine.remove());

	async function written(runtime = process.execPath, launcherOf = launcherFor): Promise<Launcher> {
		const made = launcherOf({
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

	async function start(PATH = '/usr/bin:/bin') {
		const { command, args } = launcher.launch;
		const child = spawn(command, [...args, 'more'], { env: { PATH } });
		let out = '';
		let error = '';
		child.stdout.on('data', (text: Buffer) => (out += text.toString()));
		child.stderr.on('data', (text: Buffer) => (error += text.toString()));
		const [code] = (await once(child, 'close')) as [number | null];
		return { code, error, started: out === '' ? [] : (JSON.parse(out) as readonly string[]) };
	}

	it('starts the server with the store of its editor, and what it is given', async () => {
		const storage = machine.path('User dir', 'globalStorage', 'precis.precis');
		assert.deepEqual((await start()).started, [
			machine.path("ex't", 'precis.precis-1.0.0', 'dist'),
			'--store',
			storage,
			'--user-folder',
			machine.path('User dir'),
			'more',
		]);
	});

	it('starts the newest version where the one that wrote it is gone', async () => {
		const folder = machine.path("ex't");
		const older = await machine.write("ex't/precis.precis-1.1.0/dist/mcp.mjs", server);
		await utimes(older, 1_000, 1_000);
		await rename(
			path.join(folder, 'precis.precis-1.0.0'),
			path.join(folder, 'precis.precis-1.2.0'),
		);
		const [where] = (await start()).started;
		assert.equal(where, path.join(folder, 'precis.precis-1.2.0', 'dist'));
	});

	it('says what to do where the extension is gone', async () => {
		await rm(machine.path("ex't"), { recursive: true });
		const { code, error } = await start();
		assert.equal(code, 1);
		assert.match(error, /Install it again/);
	});

	it('takes Node.js where the editor has moved, and says what to do where there is none', async () => {
		launcher = await written('/nowhere/code');
		assert.equal((await start(`${path.dirname(process.execPath)}:/usr/bin:/bin`)).code, 0);
		await machine.write('bin/ls');
		const { code, error } = await start(machine.path('bin'));
		assert.equal(code, 1);
		assert.match(error, /Start VS Code/);
	});

	it('starts the command line, and lets an assistant go on where that is gone', async () => {
		await machine.write(
			"ex't/precis.precis-1.0.0/dist/cli.mjs",
			'console.log(JSON.stringify([process.env.PRECIS_STORE, ...process.argv.slice(2)]));\n',
		);
		launcher = await written(process.execPath, commandLineLauncherFor);
		assert.deepEqual((await start()).started, [
			machine.path('User dir', 'globalStorage', 'precis.precis'),
			'more',
		]);
		await rm(machine.path("ex't"), { recursive: true });
		const { code, error } = await start();
		assert.equal(code, 0);
		assert.match(error, /remove its hooks/);
	});

	it('is a batch file on Windows', () => {
		const { launch, text } = launcherFor({
			platform: 'win32',
			extension: 'C:\\Users\\100%\\ext\\precis.precis-1.0.0',
			extensionId: 'precis.precis',
			runtime: 'C:\\Code.exe',
			storage: 'C:\\Users\\100%\\Code\\User\\globalStorage\\precis.precis',
		});
		assert.equal(launch.command, 'cmd');
		assert.match(
			text,
			/^set "PROGRAM=C:\\Users\\100%%\\ext\\precis\.precis-1\.0\.0\\dist\\mcp\.mjs"\r$/m,
		);
		assert.match(text, /--user-folder "C:\\Users\\100%%\\Code\\User"/);
		assert.doesNotMatch(text, /chcp/);
	});

	it('has Windows read paths as UTF-8 where they are more than ASCII', () => {
		const { text } = launcherFor({
			platform: 'win32',
			extension: 'C:\\Users\\Müller\\ext\\precis.precis-1.0.0',
			extensionId: 'precis.precis',
			runtime: 'C:\\Code.exe',
			storage: 'C:\\Users\\Müller\\Code\\User\\globalStorage\\precis.precis',
		});
		assert.match(text, /^[ -~\r\n]*chcp\.com" 65001 [^]*Müller/);
	});
});
