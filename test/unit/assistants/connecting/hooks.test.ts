import assert from 'node:assert/strict';
import { batchFileLaunch } from '../../../../src/assistants/connecting/batchFile.ts';
import { connectableHooks } from '../../../../src/assistants/connecting/hooks.ts';
import { shellCommand } from '../../../../src/assistants/connecting/shellCommand.ts';
import type { ServerLaunch, ServerList } from '../../../../src/assistants/connecting/serverList.ts';

const program: ServerLaunch = { command: "/opt/it's here/precis", args: [] };

/** As an editor on Windows has it written down. */
const batchFile = batchFileLaunch('C:\\Users\\A b (1)\\precis.precis\\bin\\precis.cmd');

function listOf(label: string, platform: NodeJS.Platform = 'linux'): ServerList {
	const found = connectableHooks(platform).find((each) => each.label === label);
	assert.ok(found !== undefined, label);
	return found.list;
}

function added(list: ServerList, text: string, launch = program): string {
	const changed = list.add(text, launch);
	assert.ok(changed !== undefined);
	return changed;
}

describe('hooks and plugins of assistants', () => {
	for (const { label, list } of connectableHooks('linux')) {
		it(`are written once, and are gone without them: ${label}`, () => {
			const text = added(list, '');
			assert.ok(list.has(text));
			assert.equal(added(list, text), text);
			const removed = list.remove(text);
			assert.ok(removed === '' || JSON.stringify(JSON.parse(removed ?? '')) === '{}', removed);
		});
	}

	it('stand beside hooks of others, comments and all', () => {
		const list = listOf('Claude Code: Hooks');
		const others = {
			PreCompact: [{ hooks: [{ type: 'command', command: 'backup' }] }],
			Stop: [],
		};
		const before = `{\n  // mine\n  "model": "opus",\n  "hooks": ${JSON.stringify(others)}\n}\n`;
		const text = added(list, before);
		assert.match(text, /\/\/ mine\n {2}"model"/);
		assert.match(text, /backup[^]*hook claude-code/);
		const { hooks } = JSON.parse((list.remove(text) ?? '').replace('// mine', '')) as {
			readonly hooks: unknown;
		};
		assert.deepEqual(hooks, others);
	});

	/** A document as people write it. */
	const theirs = `{
  "hooks": {
    // Why I do this.
    "PreCompact": [
      { "hooks": [{ "type": "command", "command": "backup" }] } // mine
    ],
    "Stop": [] /* for now */
  }
}
`;

	it('leave all that others wrote as it is, byte by byte', () => {
		for (const list of [listOf('Claude Code: Hooks'), listOf('Gemini CLI: Hooks')]) {
			const text = added(list, theirs);
			assert.match(text, /\/\/ Why I do this\.\n {4}"PreCompact"/);
			assert.equal(added(list, text), text);
			assert.equal(list.remove(text), theirs);
		}
	});

	it('leave a hook of the person in the same group', () => {
		const list = listOf('Claude Code: Hooks');
		const own = '{ "type": "command", "command": "/opt/precis hook claude-code" }';
		const other = '{ "type": "command", "command": "backup" }';
		const group = (...hooks: readonly string[]) =>
			`{"hooks":{"PreCompact":[{"matcher":"auto","hooks":[${hooks.join(',')}]}]}}`;
		assert.equal(list.remove(group(own, other)), group(other));
		assert.equal(list.remove(group(other, own)), group(other));
		assert.match(added(list, group(own, other)), /backup/);
	});

	it('leave a comment a comment, and the document whole', () => {
		const list = listOf('Claude Code: Hooks');
		const own = '{"hooks":[{"command":"precis hook claude-code"}]}';
		const removed = list.remove(`{"hooks":{"PreCompact":[ // mine\n${own}]}}`);
		assert.equal(removed, '{"hooks":{"PreCompact":[ // mine\n]}}');
	});

	it('are ours by their program too', () => {
		const list = listOf('Claude Code: Hooks');
		const document = (command: string) =>
			JSON.stringify({ hooks: { PreCompact: [{ hooks: [{ command }] }] } });
		for (const command of ['other-tool', '/opt/notprecis', "'/opt/precis/other'"]) {
			const text = document(`${command} hook claude-code`);
			assert.ok(!list.has(text), command);
			assert.equal(list.remove(text), text);
		}
		for (const command of [
			'"C:/a b/precis.cmd"',
			"/usr/bin/node '/a b/cli.mjs'",
			'node src/cli.ts',
			'precis',
		]) {
			assert.ok(list.has(document(`${command} hook claude-code`)), command);
		}
	});

	it('run at the compaction, and before it where that is known', () => {
		const { hooks } = JSON.parse(added(listOf('Claude Code: Hooks'), '')) as {
			readonly hooks: Readonly<Record<string, readonly { readonly matcher?: string }[]>>;
		};
		assert.deepEqual(Object.keys(hooks), ['SessionStart', 'PreCompact']);
		assert.equal(hooks['SessionStart']?.[0]?.matcher, 'compact');
	});

	it('are left out of files that are not understood, or somebody else wrote', () => {
		for (const text of ['{', '[]', '{"hooks": 3}', '{"hooks": []}']) {
			assert.equal(listOf('Codex: Hooks').add(text, program), undefined, text);
			assert.equal(listOf('Codex: Hooks').has(text), false);
			assert.equal(listOf('Codex: Hooks').remove(text), undefined);
		}
		const text = '{"hooks":{"PreCompact":{"mine":1}}}';
		assert.equal(listOf('Codex: Hooks').add(text, program), undefined);
		const plugin = 'export const Precis = 1;\n';
		assert.equal(listOf('OpenCode: Plugin').add(plugin, program), undefined);
		assert.equal(listOf('OpenCode: Plugin').remove(plugin), undefined);
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
			const launch = { command: `C:\\${folder}\\precis.exe`, args: [] };
			assert.equal(shellCommand(launch, ['hook'], 'win32'), undefined, folder);
			assert.equal(listOf('Claude Code: Hooks', 'win32').add('', launch), undefined);
		}
	});

	it('pass paths to plugins as they are', () => {
		const text = added(listOf('OpenCode: Plugin', 'win32'), '', batchFile);
		assert.ok(text.includes(JSON.stringify(batchFile.args.at(-1))), text);
		assert.ok(text.includes('"hook","opencode"'));
	});

	it('are plugins that load', async () => {
		for (const label of ['OpenCode: Plugin', 'Kilo: Plugin', 'Cline: Plugin', 'Pi: Extension']) {
			const source = added(listOf(label), '');
			const loaded = (await import(
				`data:text/javascript,${encodeURIComponent(source)}`
			)) as Readonly<Record<string, unknown>>;
			assert.ok(Object.keys(loaded).length > 0, label);
		}
	});

	it('of Pi has a session read before its compaction, and tells behind it what came of that', async () => {
		// Says what it was handed.
		const echo = 'process.stdin.pipe(process.stdout)';
		const launch = { command: process.execPath, args: ['-e', echo] };
		const source = listOf('Pi: Extension').add('', launch) ?? '';
		const { default: extension } = (await import(
			`data:text/javascript,${encodeURIComponent(source)}`
		)) as { readonly default: (pi: object) => void };
		const handlers = new Map<string, (event: object, context: object) => Promise<void> | void>();
		const sent: unknown[] = [];
		extension({
			on: (event: string, handler: () => void) => void handlers.set(event, handler),
			sendMessage: ({ content }: { readonly content: string }) => sent.push(JSON.parse(content)),
		});
		const context = { sessionManager: { getSessionFile: () => '/sessions/one.jsonl' } };
		assert.deepEqual([...handlers.keys()], ['session_before_compact', 'session_compact']);
		// Its summary is written meanwhile: nothing of it waits.
		assert.equal(handlers.get('session_before_compact')?.({}, context), undefined);
		await handlers.get('session_compact')?.({}, context);
		assert.deepEqual(sent, [
			{
				hook_event_name: 'SessionStart',
				source: 'compact',
				transcript_path: '/sessions/one.jsonl',
			},
		]);
	});
});
