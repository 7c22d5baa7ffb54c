import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import { hooksOn } from '../../../../src/assistants/connecting/parts.ts';
import { diagnose, diagnosisText, type Diagnosis } from '../../../../src/assistants/mcp/doctor.ts';
import { serverOptions } from '../../../../src/assistants/mcp/serverOptions.ts';
import { claudeCodeSession, Machine, uncancelled } from '../../transcripts/discovery/machine.ts';

const compactor = { folder: '/opt/precis/compactors', way: 'at-once' } as const;

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
		await machine.write('.codex/config.toml', '[mcp_servers.precis]\ncommand = "/nowhere/x"\n');
		await machine.write('.qwen/settings.json', '{}');
		const states = new Map(
			(await diagnosed()).assistants.map(({ label, state }) => [label, state]),
		);
		assert.deepEqual(
			['Codex', 'Qwen Code', 'Kilo'].map((label) => states.get(label)),
			['connected', 'not-connected', 'not-found'],
		);
	});

	it('says of what is connected whether it works, and what to do where it does not', async function () {
		this.timeout(60_000);
		const cli = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'src', 'cli.ts');
		const program = { command: process.execPath, args: [cli] };
		const hooks = hooksOn('linux').find(({ label }) => label === 'Claude Code: Hooks');
		await machine.write('.claude/settings.json', hooks?.entry.snippet(program, compactor));
		const server = { command: process.execPath, args: [cli, 'mcp'] };
		await machine.write('.qwen/settings.json', JSON.stringify({ mcpServers: { precis: server } }));
		await machine.write('.codex/config.toml', '[mcp_servers.precis]\ncommand = "/nowhere/x"\n');
		await machine.write('.gemini/settings.json', '{"mcpServers":{"precis":{"url":"https://a"}}}');
		const diagnosis = await diagnosed();
		const states = new Map(
			diagnosis.assistants.map(({ label, working, remedy }) => [
				label,
				[working?.kind === 'fails' ? working.reason : working?.kind, remedy !== undefined],
			]),
		);
		assert.deepEqual(
			['Claude Code: Hooks', 'Qwen Code', 'Codex', 'Gemini CLI', 'Kilo'].map((label) =>
				states.get(label),
			),
			[
				['works', false],
				['works', false],
				['not-started', true],
				['not-understood', true],
				[undefined, false],
			],
		);
		const text = diagnosisText(diagnosis);
		assert.match(text, /Qwen Code: connected and works/);
		assert.match(text, /Codex: connected \(.*\n +Does not work: .*\n.*precis connect codex/);
	});
});
