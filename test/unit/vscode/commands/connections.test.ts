import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { findParts } from '../../../../src/assistants/connecting/connections.ts';
import { Connections } from '../../../../src/vscode/commands/connections.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

describe('connections of assistants', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
		for (const version of ['1.0.0', '2.0.0']) {
			const bundles = `precis.precis-${version}/dist/compactors`;
			await machine.write(`${bundles}/pi.mjs`, version);
			await machine.write(`${bundles}/claude-code.mjs`, `claude ${version}`);
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
		const steps = (await findParts(connections.connecting())).map(({ step }) => step);
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
		await machine.write(
			'User/globalStorage/precis.precis/plugin/plugin/skills/find-earlier-messages/SKILL.md',
			'Of an earlier version.',
		);
		await connectionsOf('2.0.0').refreshLauncher();
		assert.match(await readFile(launcher('precis'), 'utf8'), /precis\.precis-2\.0\.0/);
		const compactor = launcher('../compactors/pi.mjs');
		assert.equal(await readFile(compactor, 'utf8'), '2.0.0');
		const plugin = (file: string): string => launcher(`../plugin/plugin/${file}`);
		assert.match(await readFile(plugin('plugin.json'), 'utf8'), /2\.0\.0/);
		assert.match(
			await readFile(plugin('skills/find-earlier-messages/SKILL.md'), 'utf8'),
			/search_conversation/,
		);
	});

	it('bring what Claude Code installs up to date as well', async () => {
		await machine.write('.claude/settings.json', '{}');
		const found = await findParts(connectionsOf('1.0.0').connecting());
		const hooks = found.find(({ label }) => label === 'Claude Code: Plugin');
		assert.ok(hooks !== undefined);
		await connectionsOf('1.0.0').prepareFor(hooks);
		await connectionsOf('2.0.0').refreshLauncher();
		const plugin = (file: string): string => launcher(`../plugin/plugin/${file}`);
		assert.match(await readFile(plugin('.claude-plugin/plugin.json'), 'utf8'), /2\.0\.0/);
		assert.equal(await readFile(plugin('hooks/compactor.js'), 'utf8'), 'claude 2.0.0');
	});

	it('bring what Pi installs up to date as well, and nothing that is not there', async () => {
		const extension = 'User/globalStorage/precis.precis/plugin/precis-pi.js';
		await machine.write('.pi/agent/settings.json', '{}');
		await connectionsOf('1.0.0').preparePlugin();
		await connectionsOf('2.0.0').refreshLauncher();
		await assert.rejects(stat(machine.path(extension)), { code: 'ENOENT' });
		const found = await findParts(connectionsOf('2.0.0').connecting());
		const pi = found.find(({ label }) => label === 'Pi: Extension');
		assert.ok(pi !== undefined);
		await connectionsOf('2.0.0').prepareFor(pi);
		const written = await readFile(machine.path(extension), 'utf8');
		assert.match(written, /precis connect --remove pi/, 'Pi would look for the file otherwise');
		await machine.write(extension, 'Of an earlier version.');
		await connectionsOf('1.0.0').refreshLauncher();
		assert.equal(await readFile(machine.path(extension), 'utf8'), written);
	});
});
