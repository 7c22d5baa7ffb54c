import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { openStore } from '../../../src/conversations/store/openStore.ts';
import { diagnose, type Diagnosis } from '../../../src/mcp/doctor.ts';
import { serverOptions } from '../../../src/mcp/serverOptions.ts';
import { claudeCodeSession, Machine, uncancelled } from '../transcripts/discovery/machine.ts';

describe('precis doctor', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
		await machine.write('shop/package.json');
	});
	afterEach(() => machine.remove());

	async function diagnosed(...args: readonly string[]): Promise<Diagnosis> {
		const options = await serverOptions({
			args,
			directory: machine.path('shop'),
			variables: {},
			platform: 'linux',
			home: machine.home,
		});
		assert.ok(options !== 'help');
		return diagnose(options.places, uncancelled);
	}

	function keep(folder: string, ...workspaces: readonly string[]): void {
		const { store } = openStore(folder, { now: Date.now });
		for (const name of workspaces) {
			const workspace = pathToFileURL(machine.path(name)).href;
			store.create({ title: '', source: 'test', workspace });
		}
		store.close();
	}

	it('says which store is read, and which others there are', async () => {
		const own = machine.path('.local', 'share', 'precis');
		assert.deepEqual((await diagnosed()).stores, [{ folder: own, isRead: true }]);
		const stable = machine.path('.config', 'Code', 'User', 'globalStorage', 'precis.precis');
		const remote = machine.path('.vscode-server', 'data', 'User', 'globalStorage', 'precis.precis');
		keep(stable, 'shop', 'bank');
		keep(remote, 'shop');
		const found = (conversations: number) => ({ kind: 'readable', conversations, ofFolders: 1 });
		assert.deepEqual((await diagnosed('--store', remote)).stores, [
			{ folder: remote, isRead: true, found: found(1) },
			{ folder: stable, isRead: false, found: found(2) },
		]);
	});

	it('counts the sessions of the folder', async () => {
		for (const [name, cwd] of [
			['a', 'shop'],
			['b', 'bank'],
		] as const) {
			const text = claudeCodeSession('Hi', machine.path(cwd));
			await machine.write(`.claude/projects/${cwd}/${name}.jsonl`, text);
		}
		assert.deepEqual((await diagnosed()).sessions, [
			{ assistant: 'Claude Code', count: 1, newest: 'claude-code:a' },
		]);
	});

	it('says which assistants are there, and which are connected', async () => {
		await machine.write('.codex/config.toml', '[mcp_servers.precis]\ncommand = "x"\n');
		await machine.write('.qwen/settings.json', '{}');
		const states = new Map(
			(await diagnosed()).assistants.map(({ label, state }) => [label, state]),
		);
		assert.deepEqual(
			['Codex', 'Qwen Code', 'Kilo'].map((label) => states.get(label)),
			['connected', 'not-connected', 'not-found'],
		);
	});
});
