import assert from 'node:assert/strict';
import { lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import type * as vscode from 'vscode';
import type { FoundAssistant } from '../../../../src/assistants/connecting/changes.ts';
import { Connections } from '../../../../src/vscode/api/connections.ts';
import { at } from '../../../support/logs.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

describe('connections of assistants', () => {
	let machine: Machine;
	let connections: Connections;
	beforeEach(async () => {
		machine = await Machine.make();
		connections = connectionsOf('1.0.0');
	});
	afterEach(() => machine.remove());

	function connectionsOf(version: string): Connections {
		const extensionUri = { fsPath: machine.path(`precis.precis-${version}`) } as vscode.Uri;
		const storage = machine.path('User', 'globalStorage', 'precis.precis');
		return new Connections({ extensionUri, id: 'precis.precis' }, storage, () =>
			machine.environment(),
		);
	}

	const launcher = () =>
		machine.path('User', 'globalStorage', 'precis.precis', 'bin', 'precis-mcp');

	/** The only assistant of the machine: its server, and behind that its hooks. */
	async function both(): Promise<readonly [server: FoundAssistant, hooks: FoundAssistant]> {
		const found = await connections.find();
		assert.deepEqual(
			found.map(({ label, part }) => [label, part]),
			[
				['Gemini CLI', 'server'],
				['Gemini CLI: Hooks', 'hooks'],
			],
		);
		return [at(found, 0), at(found, 1)];
	}

	const gemini = async (): Promise<FoundAssistant> => (await both())[0];

	it('are offered for assistants that were used here, and for no others', async () => {
		assert.deepEqual(await connections.find(), []);
		await machine.write('.gemini/installation_id');
		const { isConnected, text, file } = await gemini();
		assert.deepEqual(
			[isConnected, text, file],
			[false, undefined, machine.path('.gemini/settings.json')],
		);
	});

	it('are made for hooks with a launcher of the command line', async () => {
		const file = await machine.write('.gemini/settings.json', '{\n  "a": 1\n}\n');
		const [, hooks] = await both();
		assert.ok(await connections.change(hooks));
		const written = await readFile(file, 'utf8');
		const program = machine.path('User', 'globalStorage', 'precis.precis', 'bin', 'precis');
		assert.ok(written.includes(`"command": "${program} hook gemini-cli"`), written);
		assert.equal((await stat(program)).mode & 0o777, 0o700);
		const [server, connected] = await both();
		assert.deepEqual([server.isConnected, connected.isConnected], [false, true]);
		assert.ok(await connections.change(connected));
		assert.equal(await readFile(file, 'utf8'), '{\n  "a": 1\n}\n');
	});

	it('write a plugin of its own, and take the file away', async () => {
		await machine.write('.local/share/opencode/opencode.db');
		const plugin = async (): Promise<FoundAssistant> => at(await connections.find(), 1);
		const found = await plugin();
		assert.equal(found.label, 'OpenCode: Plugin');
		assert.ok(await connections.change(found));
		assert.equal(await readFile(found.file, 'utf8'), found.changed);
		assert.ok(await connections.takeBack(found));
		await assert.rejects(stat(found.file));
		assert.ok(await connections.change(await plugin()));
		const connected = await plugin();
		assert.ok(await connections.change(connected));
		await assert.rejects(stat(found.file));
		assert.ok(await connections.takeBack(connected));
		assert.equal(await readFile(found.file, 'utf8'), found.changed);
	});

	it('are made as shown, with the launcher, and taken back', async () => {
		const file = await machine.write('.gemini/settings.json', '{\n  "a": 1\n}\n');
		const before = await gemini();
		assert.ok(await connections.change(before));
		assert.equal(await readFile(file, 'utf8'), before.changed);
		assert.match(await readFile(file, 'utf8'), /precis-mcp/);
		assert.equal((await stat(launcher())).mode & 0o777, 0o700);
		assert.ok((await gemini()).isConnected);
		assert.ok(await connections.takeBack(before));
		assert.equal(await readFile(file, 'utf8'), '{\n  "a": 1\n}\n');
	});

	it('are ended as shown', async () => {
		const file = await machine.write('.gemini/settings.json', '{}');
		await connections.change(await gemini());
		assert.ok(await connections.change(await gemini()));
		assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { mcpServers: {} });
	});

	it('make a file that was not there, and remove it again', async () => {
		await machine.write('.gemini/installation_id');
		const before = await gemini();
		assert.ok(await connections.change(before));
		assert.equal((await stat(before.file)).mode & 0o777, 0o600);
		assert.ok(await connections.takeBack(before));
		await assert.rejects(stat(before.file), { code: 'ENOENT' });
	});

	it('leave a file alone that has changed since it was shown', async () => {
		const file = await machine.write('.gemini/settings.json', '{}');
		const before = await gemini();
		await writeFile(file, '{"b":2}');
		assert.equal(await connections.change(before), false);
		assert.equal(await connections.takeBack(before), false);
		assert.equal(await readFile(file, 'utf8'), '{"b":2}');
	});

	it('leave a file alone that is not understood', async () => {
		await machine.write('.gemini/settings.json', '{ # mine\n}');
		const found = await gemini();
		assert.equal(found.changed, undefined);
		assert.equal(await connections.change(found), false);
	});

	it('write through a link', async () => {
		const real = await machine.write('dotfiles/gemini.json', '{}');
		await machine.write('.gemini/installation_id');
		await symlink(real, machine.path('.gemini/settings.json'));
		assert.ok(await connections.change(await gemini()));
		assert.match(await readFile(real, 'utf8'), /precis/);
		assert.ok((await lstat(machine.path('.gemini/settings.json'))).isSymbolicLink());
	});

	it('start the extension that is there after an update', async () => {
		await connections.refreshLauncher();
		await assert.rejects(stat(launcher()), { code: 'ENOENT' });
		await machine.write('.gemini/settings.json', '{}');
		await connections.change(await gemini());
		await connectionsOf('2.0.0').refreshLauncher();
		assert.match(await readFile(launcher(), 'utf8'), /precis\.precis-2\.0\.0/);
	});
});
