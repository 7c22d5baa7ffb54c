import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import {
	commandText,
	type Connecting,
	deleteUnusedPlugin,
	findParts,
	type FoundPart,
	runStep,
} from '../../../../src/assistants/connecting/connections.ts';
import type { ConfigurationEntry } from '../../../../src/assistants/connecting/entries.ts';
import { hooksOn, partsOn, servers } from '../../../../src/assistants/connecting/parts.ts';
import { variablesFor } from '../../../../src/transcripts/discovery/environment.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

const command = "/opt/it's pre cis/precis";
const installation = {
	program: { launch: { command, args: ['a"b', 'c\\d'] }, words: [command] },
	compactors: '/opt/precis/compactors',
	plugin: '/opt/precis/plugin',
	way: 'at-once',
} as const;
const launch = { command, args: ['a"b', 'c\\d', 'mcp'] };

function entryOf(label: string): ConfigurationEntry {
	const found = partsOn('linux').find((each) => each.label === label);
	assert.ok(found !== undefined, label);
	return found.entry;
}

describe('what of ours a configuration file has', () => {
	it('is what the snippet gives it, and how that is started', () => {
		for (const { label, entry, takesPlugin } of servers) {
			const text = entry.snippet(installation);
			assert.deepEqual(entry.find(text), takesPlugin === undefined ? { launch } : {}, label);
			assert.equal(entry.find(text.replaceAll('precis', 'other')), undefined, label);
		}
		for (const { label, entry } of hooksOn('linux')) {
			assert.ok(entry.find(entry.snippet(installation)) !== undefined, label);
		}
	});

	it('is found however a document is written', () => {
		for (const [label, text] of [
			['OpenCode', '{\n  // mine\n  "mcp": {\n "precis": { "command": ["a", "b"], }, }, }\n'],
			['Codex', '[mcp_servers.precis]\ncommand = "a" # why\nargs = ["b"]\n'],
			['Codex', "[mcp_servers.'precis']\ncommand = 'a'\nargs = [\n  'b',\n]\n"],
			['Codex', 'mcp_servers.precis.command = "a"\nmcp_servers.precis.args = ["b"]\n'],
		] as const) {
			const expected = { launch: { command: 'a', args: ['b'] } };
			assert.deepEqual(entryOf(label).find(text), expected, text);
		}
	});

	it('is nothing where a file is not what it should be, and not guessed where it is written otherwise', () => {
		for (const { label, entry } of partsOn('linux')) {
			for (const text of ['', '[]', '3', '{"hooks":3,"mcp":3}']) {
				if (label !== 'Codex' || text === '') {
					assert.equal(entry.find(text), undefined, `${label}: ${text}`);
				}
			}
		}
		for (const [label, text] of [
			['Gemini CLI', '{"mcpServers":{"precis":{"url":"https://a.example"}}}'],
			['Codex', '[mcp_servers.precis]\nurl = "https://a.example"\n'],
			['OpenCode', '{"mcp":{"precis":{"command":[]}}}'],
		] as const) {
			assert.deepEqual(entryOf(label).find(text), {}, label);
		}
	});

	it('is unknown where a document is damaged', () => {
		for (const label of ['OpenCode', 'Claude Code: Plugin', 'Copilot CLI', 'Qwen Code: Hooks']) {
			const { find } = entryOf(label);
			for (const text of ['{', '[broken', '\0', '{"mcp": {"precis": {"command": ["a"', '{} }']) {
				assert.throws(() => find(text), `${label}: ${text}`);
			}
			assert.equal(find('\uFEFF{ /* mine */ "a": [1,], }'), undefined, label);
		}
	});

	it('are hooks of ours by their program', () => {
		const claude = entryOf('Claude Code: Plugin');
		const find = (program: string) => {
			const hook = { command: `${program} hook claude-code` };
			return claude.find(JSON.stringify({ hooks: { PreCompact: [{ hooks: [hook] }] } }));
		};
		for (const other of ['other-tool', '/opt/notprecis', "'/opt/precis/other'"]) {
			assert.equal(find(other), undefined);
		}
		for (const own of ['"C:/a b/precis.cmd"', "/usr/bin/node '/a b/cli.mjs'", 'precis']) {
			assert.deepEqual(find(own), { isByHand: true });
		}
	});
});

describe('the files of assistants', () => {
	const fileOf = (label: string, variables: Readonly<Record<string, string>> = {}) =>
		partsOn('win32')
			.find((each) => each.label === label)
			?.files({
				home: 'C:\\Users\\ada',
				platform: 'win32',
				pathRules: 'win32',
				variables: variablesFor('win32', variables),
				userFolder: 'C:\\Users\\ada\\AppData\\Roaming\\Code\\User',
				workspaceFolders: [],
			})[0];

	it('are in the folder of the user, none in %APPDATA%', () => {
		for (const { label } of partsOn('win32')) {
			const file = fileOf(label, { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' });
			assert.match(file ?? '', /^C:\\Users\\ada\\\.\w/, label);
		}
		assert.equal(fileOf('Kilo: Plugin'), 'C:\\Users\\ada\\.config\\kilo\\plugin\\precis.js');
	});

	it('move with the variable of their assistant, whatever the case of its name', () => {
		assert.equal(fileOf('Codex', { Codex_Home: 'D:/codex' }), 'D:\\codex\\config.toml');
		assert.equal(
			fileOf('Claude Code: Plugin', { CLAUDE_CONFIG_DIR: '~\\claude' }),
			'C:\\Users\\ada\\claude\\settings.json',
		);
	});
});

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
		await machine.write('compactors/claude-code.mjs');
		const words = ['/opt/pre cis/precis'];
		connecting = {
			environment: machine.environment({ variables: { PATH: machine.path('bin') } }),
			version: '1.2.3',
			installation: {
				program: { launch: { command: '/opt/pre cis/precis', args: [] }, words },
				compactors: machine.path('compactors'),
				plugin: machine.path('precis', 'plugin'),
				way: 'at-once',
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

	it('is offered before the first start of an assistant that has a command for it, as are its others', async () => {
		await client('claude', 'exit 0');
		await client('codex', 'exit 0');
		assert.deepEqual(
			(await findParts(connecting)).map(({ label, step }) => [label, step.kind]),
			[
				['Claude Code', 'run'],
				['Claude Code: Plugin', 'run'],
				['Codex', 'run'],
				['Codex: Hooks', 'paste'],
			],
		);
	});

	it('is offered for the others where one configuration cannot be read', async () => {
		await machine.write('.gemini/installation_id');
		await mkdir(machine.path('.cursor/mcp.json'), { recursive: true });
		await machine.write('.codex/config.toml', 'broken\n[mcp_servers.precis]\ncommand = "a"\n');
		const found = await findParts(connecting);
		const unreadable = found.filter(({ step }) => step.kind === 'mend');
		assert.deepEqual(unreadable.map(({ label }) => label).sort(), ['Codex', 'Cursor']);
		assert.ok(found.some(({ label, step }) => label === 'Gemini CLI' && step.kind !== 'mend'));
	});

	it('is done by its own command, without a shell, and is checked', async () => {
		const file = await machine.write('.gemini/settings.json', '{ "a": 1 }');
		const connected = '{"mcpServers":{"precis":{"command":"x","args":[]}}}';
		await client('gemini', `printf '%s' '${connected}' > '${file}'`);
		const { step } = await part('Gemini CLI');
		assert.ok(step.kind === 'run');
		const [own] = step.commands;
		assert.ok(own !== undefined);
		assert.equal(
			commandText(own, 'linux'),
			`${machine.path('bin/gemini')} mcp add --scope user precis '/opt/pre cis/precis' mcp`,
		);
		assert.deepEqual(await run('Gemini CLI'), { ok: true, output: '' });
		assert.deepEqual(await calls(), ['mcp add --scope user precis /opt/pre cis/precis mcp']);
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

	it('of Copilot CLI is a portable plugin with a skill and a server, which starts from its folder', async () => {
		const settings = await machine.write('.copilot/settings.json', '{}');
		const enabled = JSON.stringify({ enabledPlugins: { 'precis@precis': true } });
		await client('copilot', `printf '%s' '${enabled}' > '${settings}'`);
		assert.equal((await run('Copilot CLI')).ok, true);
		const plugin = machine.path('precis', 'plugin', 'plugin');
		const json = async (file: string) =>
			JSON.parse(await readFile(`${plugin}/${file}`, 'utf8')) as Record<string, unknown>;
		const schemas = 'https://agent-plugins.org/schemas/1.0.0';
		const manifest = await json('plugin.json');
		assert.equal(manifest['$schema'], `${schemas}/plugin.schema.json`);
		assert.equal(manifest['version'], '1.2.3');
		const command = './bin/precis';
		assert.deepEqual(await json('mcp.json'), {
			$schema: `${schemas}/mcp.schema.json`,
			mcpServers: { precis: { type: 'stdio', command, args: ['mcp', '--client-folders'] } },
		});
		const [skill] = await readdir(`${plugin}/skills`);
		const instructions = await readFile(`${plugin}/skills/${skill ?? ''}/SKILL.md`, 'utf8');
		assert.match(
			instructions,
			new RegExp(`^---\nname: ${skill ?? ''}\ndescription: .{20,1024}\n---`),
		);
		assert.ok(((await stat(`${plugin}/bin/precis`)).mode & 0o100) > 0);
		assert.match(
			await readFile(`${plugin}/bin/precis`, 'utf8'),
			/exec '\/opt\/pre cis\/precis' "\$@"/,
		);
		// Claude Code's own files are not there: what it installed says who writes.
		await assert.rejects(stat(`${plugin}/hooks`), { code: 'ENOENT' });
	});

	it('is a text to paste where there is no command, and writes nothing', async () => {
		const text = '{\n  // mine\n  "model": "m"\n}\n';
		await machine.write('.local/share/opencode/opencode.db');
		const file = await machine.write('.config/opencode/opencode.jsonc', text);
		const found = await part('OpenCode');
		assert.equal(found.file, file);
		assert.ok(found.step.kind === 'paste');
		assert.deepEqual(JSON.parse(found.step.text), {
			mcp: { precis: { type: 'local', command: ['/opt/pre cis/precis', 'mcp'], enabled: true } },
		});
		assert.equal(await readFile(file, 'utf8'), text);
		const plugin = await part('OpenCode: Plugin');
		assert.equal(plugin.step.kind, 'paste');
		await assert.rejects(stat(plugin.file), { code: 'ENOENT' });
	});

	it('is undone by hand where no command does it', async () => {
		const hook = { hooks: [{ type: 'command', command: '/opt/precis hook gemini-cli' }] };
		await machine.write(
			'.gemini/settings.json',
			JSON.stringify({ hooks: { SessionStart: [hook] } }),
		);
		assert.deepEqual((await part('Gemini CLI: Hooks')).step, { kind: 'take-out' });
		await machine.write('.local/share/kilo/kilo.db');
		await machine.write('.config/kilo/plugin/precis.js', '// Written by Precis, which…\n');
		assert.deepEqual((await part('Kilo: Plugin')).step, { kind: 'delete' });
	});

	it('of Pi is undone with the file that Pi has installed, whichever program of ours wrote it', async () => {
		await client('pi', 'exit 0');
		const other = machine.path('editor', 'plugin', 'precis-pi.js');
		for (const source of [
			other,
			'../../editor/plugin/precis-pi.js',
			'~/editor/plugin/precis-pi.js',
		]) {
			for (const listed of [source, { source, extensions: ['*'] }]) {
				await machine.write(
					'.pi/agent/settings.json',
					JSON.stringify({ packages: ['npm:a', listed] }),
				);
				assert.deepEqual((await part('Pi: Extension')).step, {
					kind: 'run',
					commands: [{ command: machine.path('bin', 'pi'), args: ['remove', other] }],
				});
			}
		}
	});

	it('keeps the plugin while settings are damaged, and says which', async () => {
		const plugin = await machine.write('precis/plugin/precis-pi.js', '// Written by Precis\n');
		const file = await machine.write('.pi/agent/settings.json', '{ "packages": [');
		const { step } = await part('Pi: Extension');
		assert.ok(step.kind === 'mend', step.kind);
		assert.ok(step.cause.includes(file), step.cause);
		assert.equal(await deleteUnusedPlugin(connecting), false);
		await stat(plugin);
		await machine.write('.pi/agent/settings.json', '{ "packages": [] }');
		assert.equal(await deleteUnusedPlugin(connecting), true);
	});

	it('of Claude Code’s hooks is a plugin that its own commands take', async () => {
		const settings = await machine.write('.claude/settings.json', '{}');
		const folder = machine.path('precis', 'plugin');
		const enabled = JSON.stringify({ enabledPlugins: { 'precis@precis': true } });
		await client('claude', `printf '%s' '${enabled}' > '${settings}'`);
		assert.equal((await run('Claude Code: Plugin')).ok, true);
		assert.deepEqual(await calls(), [
			`plugin marketplace add ${folder}`,
			'plugin install precis@precis',
		]);
		const manifest = await readFile(`${folder}/plugin/.claude-plugin/plugin.json`, 'utf8');
		assert.equal((JSON.parse(manifest) as { version: unknown }).version, '1.2.3');
		// Claude Code shows the line that starts a hook: it has no path of the machine.
		const hooks = await readFile(`${folder}/plugin/hooks/hooks.json`, 'utf8');
		assert.ok(!hooks.includes(machine.path()), hooks);
		const [, launcher] = /\$CLAUDE_PLUGIN_ROOT(\S+)\\" hook claude-code/.exec(hooks) ?? [];
		assert.ok(launcher !== undefined, hooks);
		assert.equal((await stat(`${folder}/plugin${launcher}`)).mode & 0o777, 0o700);
		assert.equal((await stat(folder)).mode & 0o777, 0o700);
		assert.equal((await part('Claude Code: Plugin')).step.kind, 'run');
	});
});
