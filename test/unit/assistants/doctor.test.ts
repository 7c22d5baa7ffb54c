import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { diagnose, diagnosisText, type Diagnosis } from '../../../src/assistants/doctor.ts';
import { pluginMark } from '../../../src/assistants/compactor/plugins.ts';
import { placesOf } from '../../../src/assistants/places.ts';
import { openStore } from '../../../src/conversations/store/openStore.ts';
import { claudeCodeSession, Machine, uncancelled } from '../transcripts/discovery/machine.ts';

describe('precis doctor', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
		await machine.write('shop/package.json');
	});
	afterEach(() => machine.remove());

	async function diagnosed(store?: string): Promise<Diagnosis> {
		const directory = machine.path('shop');
		const variables = { PATH: machine.path('bin') };
		const around = { directory, variables, platform: 'linux', home: machine.home } as const;
		return diagnose(await placesOf({ store }, around), uncancelled);
	}

	function keep(folder: string, ...workspaces: readonly string[]): void {
		const { store } = openStore(folder, { now: Date.now });
		for (const name of workspaces) {
			const workspace = pathToFileURL(machine.path(name)).href;
			store.create({ title: '', source: 'test', workspace });
		}
		store.close();
	}

	it('says which store is read, which others there are, and which sessions', async () => {
		const own = machine.path('.local', 'share', 'precis');
		assert.deepEqual((await diagnosed()).stores, [{ folder: own, isRead: true }]);
		const stable = machine.path('.config', 'Code', 'User', 'globalStorage', 'precis.precis');
		const remote = machine.path('.vscode-server', 'data', 'User', 'globalStorage', 'precis.precis');
		keep(stable, 'shop', 'bank');
		keep(remote, 'shop');
		for (const cwd of ['shop', 'bank']) {
			const text = claudeCodeSession('Hi', machine.path(cwd));
			await machine.write(`.claude/projects/${cwd}/${cwd}.jsonl`, text);
		}
		const { stores, sessions } = await diagnosed(remote);
		assert.deepEqual(stores, [
			{ folder: remote, isRead: true, conversations: 1, ofFolders: 1 },
			{ folder: stable, isRead: false, conversations: 2, ofFolders: 1 },
		]);
		assert.deepEqual(sessions, [
			{ assistant: 'Claude Code', count: 1, newest: 'claude-code:shop' },
		]);
	});

	it('reads a store that is given by its path from the working directory', async () => {
		const [store] = (await diagnosed('../kept')).stores;
		assert.equal(store?.folder, machine.path('kept'));
	});

	it('says who is connected, and which servers do not start', async () => {
		const cli = path.resolve(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts');
		const server = { command: process.execPath, args: [cli, 'mcp'] };
		await machine.write('.qwen/settings.json', JSON.stringify({ mcpServers: { precis: server } }));
		await machine.write('.codex/config.toml', '[mcp_servers.precis]\ncommand = "/nowhere/x"\n');
		await machine.write('.gemini/settings.json', '{}');
		// Was never started.
		await chmod(await machine.write('bin/copilot', '#!/bin/sh\n'), 0o755);
		// Cannot be read, and hides nobody else.
		await machine.write('.cursor/mcp.json/file', '');
		const diagnosis = await diagnosed();
		const states = ['Qwen Code', 'Codex', 'Gemini CLI', 'Kilo', 'Cursor', 'Copilot CLI'].map(
			(label) => {
				const found = diagnosis.assistants.find((each) => each.label === label);
				return [found?.state, found?.problem !== undefined];
			},
		);
		assert.deepEqual(states, [
			['connected', false],
			['connected', true],
			['not-connected', false],
			['not-found', false],
			['not-readable', true],
			['not-connected', false],
		]);
		assert.match(
			diagnosisText(diagnosis),
			/Codex: connected \(.*\n +Its server does not start: .*\n.*precis connect codex/,
		);
	});

	it('says which plugins cannot load what they need', async () => {
		await machine.write('compactors/pi.mjs', 'export const compact = () => undefined;');
		const plugin = (bundle: string) =>
			`${pluginMark}\nconst compactor = "${pathToFileURL(machine.path('compactors', bundle)).href}";\n`;
		await machine.write('.pi/agent/extensions/precis.js', plugin('pi.mjs'));
		await machine.write('.config/kilo/plugin/precis.js', plugin('open-code.mjs'));
		// Claude Code loads the plugin from the folder of its list.
		const source = { source: 'directory', path: machine.path('list') };
		const settings = {
			extraKnownMarketplaces: { precis: { source } },
			enabledPlugins: { 'precis@precis': true },
		};
		await machine.write('.claude/settings.json', JSON.stringify(settings));
		const module = "import { gone } from './compactor.mjs'; export const register = gone;";
		await machine.write('list/plugin/hooks/precis.js', module);
		await machine.write('list/plugin/hooks/compactor.mjs', 'export const other = 1;');
		const diagnosis = await diagnosed();
		const problems = ['Pi: Extension', 'Kilo: Plugin', 'Claude Code: Plugin'].map(
			(part) => diagnosis.assistants.find(({ label }) => label === part)?.problem ?? '',
		);
		assert.equal(problems[0], '');
		assert.match(problems[1] ?? '', /open-code\.mjs/);
		assert.match(problems[2] ?? '', /gone/);
		assert.match(
			diagnosisText(diagnosis),
			/Claude Code: Plugin: .*\n +Its plugin cannot be loaded: /,
		);
	});
});
