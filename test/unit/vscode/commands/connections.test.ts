import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { Connections } from '../../../../src/vscode/commands/connections.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

describe('connections of assistants', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
		for (const version of ['1.0.0', '2.0.0']) {
			await machine.write(`precis.precis-${version}/dist/compactors/pi.mjs`, version);
		}
	});
	afterEach(() => machine.remove());

	function connectionsOf(version: string): Connections {
		const extensionUri = { fsPath: machine.path(`precis.precis-${version}`) } as vscode.Uri;
		const storage = machine.path('User', 'globalStorage', 'precis.precis');
		const extension = { extensionUri, id: 'precis.precis', packageJSON: { version } };
		return new Connections(extension, storage, () => machine.environment());
	}

	const launcher = (name: string): string =>
		machine.path('User', 'globalStorage', 'precis.precis', 'bin', name);

	it('start a program of ours whose place stays the same', async () => {
		await machine.write('.gemini/installation_id');
		const connections = connectionsOf('1.0.0');
		const steps = (await connections.find()).map(({ step }) => step);
		assert.deepEqual(
			steps.map(({ kind }) => kind),
			['paste', 'paste'],
		);
		const [server, hooks] = steps.map((step) => (step.kind === 'paste' ? step.text : ''));
		assert.ok(server?.includes(JSON.stringify(launcher('precis'))));
		assert.ok(hooks?.includes(`${launcher('precis')} hook gemini-cli`));
		await connections.preparePlugin();
		assert.equal((await stat(launcher('precis'))).mode & 0o777, 0o700);
	});

	it('start the extension that is there after an update', async () => {
		await connectionsOf('1.0.0').refreshLauncher();
		await assert.rejects(stat(launcher('precis')), { code: 'ENOENT' });
		await connectionsOf('1.0.0').preparePlugin();
		await connectionsOf('2.0.0').refreshLauncher();
		assert.match(await readFile(launcher('precis'), 'utf8'), /precis\.precis-2\.0\.0/);
		const compactor = launcher('../compactors/pi.mjs');
		assert.equal(await readFile(compactor, 'utf8'), '2.0.0');
		const plugin = launcher('../plugin/plugin/plugin.json');
		assert.match(await readFile(plugin, 'utf8'), /2\.0\.0/);
	});
});
