import assert from 'node:assert/strict';
import { chmod, readFile, stat } from 'node:fs/promises';
import { commandText } from '../../../../src/assistants/connecting/clientCommand.ts';
import {
	type Connecting,
	findParts,
	type FoundPart,
	runStep,
} from '../../../../src/assistants/connecting/connections.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

describe('connecting an assistant', function () {
	let machine: Machine;
	let connecting: Connecting;

	before(function () {
		if (process.platform === 'win32') {
			console.log('      Programs of assistants are shell scripts here: skipped');
			this.skip();
		}
	});
	beforeEach(async () => {
		machine = await Machine.make();
		connecting = {
			environment: machine.environment({ variables: { PATH: machine.path('bin') } }),
			storage: machine.path('precis'),
			version: '1.2.3',
			compactor: { folder: machine.path('compactors'), way: 'at-once' },
			programs: {
				server: { command: '/opt/pre cis/precis-mcp', args: [] },
				commandLine: { command: '/opt/pre cis/precis', args: [] },
			},
		};
	});
	afterEach(() => machine.remove());

	/** A program of an assistant; what it was given is in `calls`. */
	async function client(name: string, script: string): Promise<void> {
		const file = await machine.write(
			`bin/${name}`,
			`#!/bin/sh\necho "$@" >> '${machine.path('calls')}'\n${script}\n`,
		);
		await chmod(file, 0o755);
	}

	const calls = async (): Promise<readonly string[]> =>
		(await readFile(machine.path('calls'), 'utf8')).trim().split('\n');

	async function part(label: string): Promise<FoundPart> {
		const found = (await findParts(connecting)).find((each) => each.label === label);
		assert.ok(found !== undefined, label);
		return found;
	}

	/** Runs what connects or disconnects a part. */
	async function run(label: string) {
		const found = await part(label);
		assert.ok(found.step.kind === 'run', found.step.kind);
		return runStep(found, found.step.commands, connecting);
	}

	it('is offered for those that were used here, and for no others', async () => {
		assert.deepEqual(await findParts(connecting), []);
		await machine.write('.gemini/installation_id');
		assert.deepEqual(
			(await findParts(connecting)).map(({ label, isConnected }) => [label, isConnected]),
			[
				['Gemini CLI', false],
				['Gemini CLI: Hooks', false],
			],
		);
	});

	it('is done by its own command, without a shell, and is checked', async () => {
		const file = await machine.write('.gemini/settings.json', '{ "a": 1 }');
		const connected = '{"mcpServers":{"precis":{"command":"x","args":[]}}}';
		await client('gemini', `printf '%s' '${connected}' > '${file}'`);
		const { step } = await part('Gemini CLI');
		assert.ok(step.kind === 'run');
		const [command] = step.commands;
		assert.ok(command !== undefined);
		assert.equal(
			commandText(command, 'linux'),
			`${machine.path('bin/gemini')} mcp add --scope user precis '/opt/pre cis/precis-mcp'`,
		);
		assert.deepEqual(await run('Gemini CLI'), { ok: true, output: '' });
		assert.deepEqual(await calls(), ['mcp add --scope user precis /opt/pre cis/precis-mcp']);
		assert.equal((await part('Gemini CLI')).isConnected, true);
		await client('gemini', `printf '%s' '{}' > '${file}'`);
		assert.equal((await run('Gemini CLI')).ok, true);
		assert.equal((await calls()).at(-1), 'mcp remove --scope user precis');
	});

	it('has not been done where the command only says so, or fails', async () => {
		await machine.write('.codex/config.toml', 'model = "m"\n');
		await client('codex', 'echo Added.');
		assert.deepEqual(await run('Codex'), { ok: false, output: 'Added.' });
		await client('codex', 'echo "no such option" >&2; exit 2');
		const { ok, output } = await run('Codex');
		assert.equal(ok, false);
		assert.match(output, /no such option/);
	});

	it('takes no program from a folder that is not absolute', async () => {
		await machine.write('.gemini/settings.json');
		await client('gemini', '');
		const environment = machine.environment({ variables: { PATH: '.:bin' } });
		connecting = { ...connecting, environment };
		assert.equal((await part('Gemini CLI')).step.kind, 'paste');
	});

	it('is a text to paste where there is no command, and writes nothing', async () => {
		const text = '{\n  // mine\n  "model": "m"\n}\n';
		await machine.write('.local/share/opencode/opencode.db');
		const file = await machine.write('.config/opencode/opencode.jsonc', text);
		const found = await part('OpenCode');
		assert.equal(found.file, file);
		assert.ok(found.step.kind === 'paste');
		assert.deepEqual(JSON.parse(found.step.text), {
			mcp: { precis: { type: 'local', command: ['/opt/pre cis/precis-mcp'], enabled: true } },
		});
		assert.equal(await readFile(file, 'utf8'), text);
		const plugin = await part('OpenCode: Plugin');
		assert.equal(plugin.step.kind, 'paste');
		await assert.rejects(stat(plugin.file), { code: 'ENOENT' });
	});

	it('says where that is which an earlier version wrote', async () => {
		const hook = { hooks: [{ type: 'command', command: '/opt/precis hook gemini-cli' }] };
		await machine.write(
			'.gemini/settings.json',
			JSON.stringify({ a: 1, hooks: { SessionStart: [hook] } }, undefined, 1),
		);
		assert.deepEqual((await part('Gemini CLI: Hooks')).step, { kind: 'take-out', lines: [7] });
		await machine.write('.local/share/kilo/kilo.db');
		await machine.write('.config/kilo/plugin/precis.js', '// Written by Precis, which…\n');
		assert.deepEqual((await part('Kilo: Plugin')).step, { kind: 'delete' });
		await machine.write('.copilot/mcp-config.json', '{"mcpServers":{"precis":{"command":"x"}}}');
		assert.deepEqual((await part('Copilot CLI')).step, { kind: 'take-out', lines: [1] });
	});

	it('of Claude Code’s hooks is a plugin that its own commands take', async () => {
		const settings = await machine.write('.claude/settings.json', '{}');
		const folder = machine.path('precis', 'claude-code-plugin');
		const enabled = {
			enabledPlugins: { 'precis@precis': true },
			extraKnownMarketplaces: { precis: { source: { source: 'directory', path: folder } } },
		};
		await client('claude', `printf '%s' '${JSON.stringify(enabled)}' > '${settings}'`);
		assert.equal((await run('Claude Code: Hooks')).ok, true);
		assert.deepEqual(await calls(), [
			`plugin marketplace add ${folder}`,
			'plugin install precis@precis',
		]);
		const manifest = await readFile(`${folder}/plugin/.claude-plugin/plugin.json`, 'utf8');
		assert.equal((JSON.parse(manifest) as { version: unknown }).version, '1.2.3');
		assert.match(await readFile(`${folder}/plugin/hooks/hooks.json`, 'utf8'), /hook claude-code/);
		assert.equal((await stat(folder)).mode & 0o777, 0o700);
		assert.equal((await part('Claude Code: Hooks')).step.kind, 'run');
	});
});
