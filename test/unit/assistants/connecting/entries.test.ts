import assert from 'node:assert/strict';
import type { ConfigurationEntry } from '../../../../src/assistants/connecting/entries.ts';
import {
	batchFileLaunch,
	type ServerLaunch,
} from '../../../../src/assistants/connecting/launches.ts';
import { hooksOn, partsOn, servers } from '../../../../src/assistants/connecting/parts.ts';
import { shellCommand } from '../../../../src/assistants/connecting/shellCommand.ts';

const compactor = { folder: '/opt/precis/compactors', way: 'at-once' } as const;

const launch: ServerLaunch = { command: '/opt/pre"cis', args: ['--store', '/a b\\c'] };
const program: ServerLaunch = { command: "/opt/it's here/precis", args: [] };
const nothing = (): undefined => undefined;

/** As an editor on Windows has it written down. */
const batchFile = batchFileLaunch('C:\\Users\\A b (1)\\precis.precis\\bin\\precis.cmd');

function entryOf(label: string, platform: NodeJS.Platform = 'linux'): ConfigurationEntry {
	const found = partsOn(platform).find((each) => each.label === label);
	assert.ok(found !== undefined, label);
	return found.entry;
}

describe('what of ours a configuration file has', () => {
	for (const { label, entry } of servers) {
		it(`is the server that the snippet gives it: ${label}`, () => {
			const text = entry.snippet(launch, compactor) ?? '';
			assert.deepEqual(entry.find(text, nothing)?.starts, [launch]);
			assert.equal(entry.find(text.replaceAll('precis', 'other'), nothing), undefined);
			assert.equal(entry.find('', nothing), undefined);
		});
	}

	for (const { label, entry } of hooksOn('linux')) {
		it(`is the hook or the plugin that the snippet gives it, once: ${label}`, () => {
			const found = entry.find(entry.snippet(program, compactor) ?? '', nothing);
			const [start, ...more] = found?.starts ?? [];
			assert.deepEqual(more, []);
			const line =
				typeof start === 'string' ? start : [start?.command, ...(start?.args ?? [])].join(' ');
			assert.match(line, /^'?\/opt\/it.*s here\/precis'? hook [a-z-]+(?: sessionStart)?$/);
		});
	}

	it('is found among comments and commas, with the line it begins in', () => {
		const text =
			'{\n  // mine\n  "mcp": {\n    "other": {},\n    "precis": {\n      "command": ["a", "b"],\n    },\n  },\n}\n';
		assert.deepEqual(entryOf('OpenCode').find(text, nothing), {
			starts: [{ command: 'a', args: ['b'] }],
			lines: [5],
		});
	});

	it('is found in TOML however that is written', () => {
		const codex = entryOf('Codex');
		for (const [text, lines] of [
			['model = "m"\n\n[mcp_servers.precis]\ncommand = "a" # why\nargs = ["b"]\n', [3]],
			["[mcp_servers.'precis']\ncommand = 'a'\nargs = [\n  'b',\n]\n", [1]],
			['[mcp_servers]\nprecis = { command = "a", args = ["b"] }\n', []],
			['mcp_servers.precis.command = "a"\nmcp_servers.precis.args = ["b"]\n', []],
		] as const) {
			assert.deepEqual(
				codex.find(text, nothing),
				{ starts: [{ command: 'a', args: ['b'] }], lines },
				text,
			);
		}
		assert.equal(codex.find('[mcp_servers.precision]\ncommand = "a"\n', nothing), undefined);
		assert.equal(codex.find('# [mcp_servers.precis]\n', nothing), undefined);
	});

	it('is nothing where a file is not what it should be', () => {
		for (const { label, entry } of partsOn('linux')) {
			for (const text of ['{', '[]', '3', '{"hooks":3,"mcp":3}', '[broken', '{ # no\n}', '\0']) {
				assert.equal(entry.find(text, nothing), undefined, `${label}: ${text}`);
			}
		}
	});

	it('is not guessed where somebody else has written how it starts', () => {
		for (const [label, text] of [
			['Gemini CLI', '{"mcpServers":{"precis":{"url":"https://a.example"}}}'],
			['Codex', '[mcp_servers.precis]\nurl = "https://a.example"\n'],
			['OpenCode', '{"mcp":{"precis":{"command":[]}}}'],
		] as const) {
			assert.deepEqual(entryOf(label).find(text, nothing)?.starts, [], label);
		}
	});

	it('are hooks of ours by their program too, whichever version wrote them', () => {
		const claude = entryOf('Claude Code: Hooks');
		const document = (command: string): string =>
			JSON.stringify({ hooks: { PreCompact: [{ hooks: [{ command }] }] } }, undefined, 1);
		for (const command of ['other-tool', '/opt/notprecis', "'/opt/precis/other'"]) {
			assert.equal(claude.find(document(`${command} hook claude-code`), nothing), undefined);
		}
		for (const command of [
			'"C:/a b/precis.cmd"',
			"/usr/bin/node '/a b/cli.mjs'",
			'node src/cli.ts',
			'precis',
		]) {
			assert.deepEqual(claude.find(document(`${command} hook claude-code`), nothing), {
				starts: [`${command} hook claude-code`],
				lines: [6],
				isByHand: true,
			});
		}
	});

	it('is a plugin of ours that an earlier version wrote', () => {
		const text =
			'// Written by Precis, which also removes it: "precis connect --remove".\nconst program = "a";\nconst args = ["b"];\n';
		assert.deepEqual(entryOf('OpenCode: Plugin').find(text, nothing), {
			starts: [{ command: 'a', args: ['b'] }],
			lines: [1],
			isWholeFile: true,
		});
		assert.equal(
			entryOf('OpenCode: Plugin').find('export const Precis = 1;\n', nothing),
			undefined,
		);
	});
});

describe('hooks and plugins of assistants', () => {
	it('run at the compaction, and before it where that is known', () => {
		const { hooks } = JSON.parse(
			entryOf('Claude Code: Hooks').snippet(program, compactor) ?? '',
		) as {
			readonly hooks: Readonly<Record<string, readonly { readonly matcher?: string }[]>>;
		};
		assert.deepEqual(Object.keys(hooks), ['SessionStart', 'PreCompact']);
		assert.equal(hooks['SessionStart']?.[0]?.matcher, 'compact');
	});

	it('are one line of a shell, whatever the path', () => {
		assert.equal(
			shellCommand(program, ['hook', 'codex'], 'linux'),
			String.raw`'/opt/it'\''s here/precis' hook codex`,
		);
		assert.equal(
			shellCommand({ command: '/usr/bin/node', args: ['/a b/cli.mjs'] }, ['hook'], 'darwin'),
			"/usr/bin/node '/a b/cli.mjs' hook",
		);
	});

	it('are left out where bash and cmd.exe would read their path in two ways', () => {
		for (const folder of ['100%', '$HOME', 'a`b', 'a!b', 'a^b']) {
			const odd = { command: `C:\\${folder}\\precis.exe`, args: [] };
			assert.equal(shellCommand(odd, ['hook'], 'win32'), undefined, folder);
			assert.equal(entryOf('Claude Code: Hooks', 'win32').snippet(odd, compactor), undefined);
		}
	});

	it('pass paths to plugins as they are', () => {
		const text = entryOf('OpenCode: Plugin', 'win32').snippet(batchFile, compactor) ?? '';
		assert.ok(text.includes(JSON.stringify(batchFile.args.at(-1))), text);
		assert.ok(text.includes('"hook","opencode"'));
	});

	it('are plugins that load', async () => {
		for (const label of ['OpenCode: Plugin', 'Kilo: Plugin', 'Cline: Plugin', 'Pi: Extension']) {
			const source = entryOf(label).snippet(program, compactor) ?? '';
			const loaded = (await import(
				`data:text/javascript,${encodeURIComponent(source)}`
			)) as Readonly<Record<string, unknown>>;
			assert.ok(Object.keys(loaded).length > 0, label);
		}
	});

	it('of Pi has a session read before its compaction, and tells behind it what came of that', async () => {
		// Says what it was handed.
		const echo = 'process.stdin.pipe(process.stdout)';
		const echoes = { command: process.execPath, args: ['-e', echo] };
		const source = entryOf('Pi: Extension').snippet(echoes, compactor) ?? '';
		const { default: extension } = (await import(
			`data:text/javascript,${encodeURIComponent(source)}`
		)) as { readonly default: (pi: object) => void };
		const handlers = new Map<string, (event: object, context: object) => Promise<void> | void>();
		const sent: unknown[] = [];
		extension({
			on: (event: string, handler: () => void) => void handlers.set(event, handler),
			sendMessage: ({ content }: { readonly content: string }) => sent.push(JSON.parse(content)),
		});
		const notices: string[] = [];
		const context = {
			sessionManager: { getSessionFile: () => '/sessions/one.jsonl' },
			ui: { notify: (text: string) => notices.push(text) },
		};
		assert.deepEqual([...handlers.keys()], ['session_before_compact', 'session_compact']);
		// The compactor is not there: Pi goes on, and the person is told once.
		const event = { signal: new AbortController().signal };
		for (let time = 0; time < 2; time += 1) {
			assert.equal(await handlers.get('session_before_compact')?.(event, context), undefined);
		}
		assert.equal(notices.length, 1);
		await handlers.get('session_compact')?.({ fromExtension: true }, context);
		await handlers.get('session_compact')?.({ fromExtension: false }, context);
		assert.deepEqual(sent, [
			{
				hook_event_name: 'SessionStart',
				source: 'compact',
				transcript_path: '/sessions/one.jsonl',
			},
		]);
	});
});
