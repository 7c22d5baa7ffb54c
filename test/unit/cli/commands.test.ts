import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLineProgram, runCommandLine } from '../../support/commandLine.ts';
import { claudeCodeSession, Machine } from '../transcripts/discovery/machine.ts';

describe('the commands of the command line', () => {
	let machine: Machine;

	beforeEach(async () => {
		machine = await Machine.make();
		const session = claudeCodeSession('Round the total of the cart.', machine.path('shop'));
		await machine.write('.claude/projects/shop/5f0c.jsonl', session);
		await machine.write('shop/package.json');
	});
	afterEach(() => machine.remove());

	const environment = () => ({
		PATH: [machine.path('bin'), process.env['PATH']].join(path.delimiter),
		HOME: machine.home,
		USERPROFILE: machine.home,
	});
	const precis = (...args: readonly string[]) =>
		runCommandLine(args, { cwd: machine.path('shop'), env: environment() });

	it('list, search and read the sessions of the folder', async () => {
		const listed = await precis('sessions', '--json');
		const { conversations } = JSON.parse(listed.out) as {
			readonly conversations: readonly {
				readonly conversation: string;
				readonly calling: boolean;
			}[];
		};
		assert.deepEqual(
			conversations.map(({ conversation, calling }) => [conversation, calling]),
			[['claude-code:5f0c', false]],
		);
		assert.match((await precis('search', 'total', 'cart')).out, /Round the total/);
		const read = await precis('recall', '1', '--conversation', 'claude-code:5f0c');
		assert.equal(read.code, 0);
		assert.match(read.out, /Round the total of the cart/);
	});

	it('copy what a session of Claude Code had before a compaction, and leave the session as it is', async () => {
		const boundary = `${JSON.stringify({ type: 'system', subtype: 'compact_boundary' })}\n`;
		const turn = (words: string): string => claudeCodeSession(words, machine.path('shop'));
		// A tool may have printed the same words.
		const [first, second] = [turn('One: "subtype":"compact_boundary"'), turn('Two')];
		const whole = `${first}\n${boundary}${second}\n${boundary}${turn('Three')}`;
		const file = await machine.write('.claude/projects/shop/5f0c.jsonl', whole);
		const store = machine.path('store');
		const copyOf = async (...args: readonly string[]) => {
			const { code, out } = await precis('undo', '--store', store, ...args);
			assert.equal(code, 0);
			const [, copy = ''] = /^claude --resume (\S+) --fork-session\n$/.exec(out) ?? [];
			return readFile(copy, 'utf8');
		};
		assert.equal(await copyOf(), `${first}\n${boundary}${second}\n`);
		assert.equal(await copyOf('--steps', '2', 'claude-code:5f0c'), `${first}\n`);
		assert.equal(await readFile(file, 'utf8'), whole);
		const copies = (await readdir(store, { recursive: true })).filter((each) =>
			each.endsWith('.jsonl'),
		);
		assert.equal(
			copies.length,
			2,
			'a command that was printed before is still about the same copy',
		);
		assert.equal((await precis('undo', '--steps', '3')).code, 2);
	});

	it('say why nothing can be undone, and what else there is', async () => {
		assert.equal((await precis('undo')).code, 2, 'not compacted');
		const unknown = await precis('undo', 'claude-code:nobody');
		assert.deepEqual([unknown.code, unknown.out], [2, '']);
		assert.match(unknown.error, /precis sessions/);
		assert.equal((await precis('undo', '--steps', '0')).code, 1);
		const codex = [
			{ type: 'session_meta', payload: { id: 'c0de', cwd: machine.path('shop') } },
			{
				type: 'response_item',
				payload: {
					type: 'message',
					role: 'user',
					content: [{ type: 'input_text', text: 'Round it.' }],
				},
			},
		].map((line) => `${JSON.stringify(line)}\n`);
		const name = 'rollout-2026-01-01T00-00-00-c0de.jsonl';
		await machine.write(`.codex/sessions/2026/01/01/${name}`, codex.join(''));
		const other = await precis('undo', 'codex:c0de');
		assert.deepEqual([other.code, other.out], [2, '']);
		assert.match(other.error, /Claude Code/);
	});

	it('say where a copy can go that could not be written', async () => {
		const boundary = JSON.stringify({ type: 'system', subtype: 'compact_boundary' });
		const session = claudeCodeSession('One', machine.path('shop'));
		await machine.write('.claude/projects/shop/5f0c.jsonl', `${session}\n${boundary}\n`);
		const store = await machine.write('no-folder');
		const { code, out, error } = await precis('undo', '--store', store);
		assert.deepEqual([code, out], [1, '']);
		assert.match(error, /--store/);
	});

	it('lose no character of a log, and print none that controls a terminal', async () => {
		const words = 'Right\u{200F} to left\u{202E}, and a control\u{9B}';
		const session = claudeCodeSession(words, machine.path('shop'));
		const file = await machine.write('shop/one.jsonl', session);
		const { out } = await precis('compact', file, '--print-log');
		assert.doesNotMatch(out, /[\u{200F}\u{202E}\u{9B}]/u);
		const [first = ''] = out.split('\n');
		assert.equal((JSON.parse(first) as { readonly content: string }).content, words);
	});

	it('end with 2 where nothing is found, and with 1 where they are not understood', async () => {
		const codes: unknown[] = [];
		for (const args of [
			['search', 'periwinkle'],
			['sessions', '--from', '5'],
			['recall', '900'],
			['search'],
			['recall', '1', '2'],
			['recall', 'one'],
			['sessions', '--from', 'x'],
			['sessions', '--nonsense'],
			['connect', 'nobody'],
			['sessions', 'now'],
			['sessions', '--find', 'cart'],
			['search', '--page', '2', 'cart'],
			['recall', '--find', 'cart'],
			['doctor', 'now'],
			['sesions'],
		]) {
			codes.push((await precis(...args)).code);
		}
		assert.deepEqual(codes, [2, 2, 2, ...Array<number>(12).fill(1)]);
	});

	it('have help each, with what they take and nothing else', async () => {
		const own = ['from', 'page', 'find', 'conversation'];
		const taken: Readonly<Record<string, readonly string[]>> = {
			sessions: ['from'],
			search: ['from', 'conversation'],
			recall: ['page', 'find', 'conversation'],
			compact: ['conversation'],
		};
		const names = 'compact sessions search recall undo mcp hook connect doctor'.split(' ');
		for (const name of names) {
			const { code, out, error } = await precis(name, '--help');
			assert.deepEqual([name, code, error], [name, 0, '']);
			assert.match(out, /^Usage: precis /);
			const options = own.filter((option) => out.includes(`\n  --${option} `));
			assert.deepEqual(options, taken[name] ?? [], name);
		}
	});

	it('are listed if none is given', async () => {
		const { code, out } = await precis();
		assert.equal(code, 1);
		assert.match(out, /^Usage: precis [^]*precis search[^]*precis connect/);
	});

	it('name other commands to whoever is at a terminal, and no tools of a model', async () => {
		const { error } = await precis('recall', '1', '--conversation', 'nobody');
		assert.match(error, /precis sessions/);
		assert.doesNotMatch(error, /list_conversations/);
	});

	it('tell where sessions and connections are', async () => {
		const { code, out } = await precis('doctor', '--json');
		assert.equal(code, 0);
		const { sessions } = JSON.parse(out) as { readonly sessions: readonly object[] };
		assert.deepEqual(sessions, [
			{ assistant: 'Claude Code', count: 1, newest: 'claude-code:5f0c' },
		]);
	});

	describe('connecting an assistant', () => {
		const settings = () => machine.path('.gemini', 'settings.json');

		/** The assistant's own program: adds the server, or takes it out. */
		beforeEach(async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			await machine.write('.gemini/installation_id');
			const list = JSON.stringify({ mcpServers: { precis: { command: 'x', args: [] } } });
			const gemini = await machine.write(
				'bin/gemini',
				`#!/bin/sh\n[ "$2" = add ] && echo '${list}' > '${settings()}' || echo '{}' > '${settings()}'\n`,
			);
			await chmod(gemini, 0o755);
		});

		it('shows the command, and runs none without consent', async () => {
			const { code, error } = await precis('connect', 'gemini-cli');
			assert.equal(code, 0, 'there are hooks to paste');
			assert.match(error, /gemini mcp add --scope user precis /);
			await assert.rejects(readFile(settings()));
		});

		it('runs none where the person leaves the question', async function () {
			if (process.platform !== 'linux') {
				this.skip();
			}
			const line = `'${process.execPath}' '${commandLineProgram}' connect gemini-cli`;
			const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
				cwd: machine.path('shop'),
				env: environment(),
				stdio: ['pipe', 'pipe', 'ignore'],
			});
			let shown = '';
			let answers = 0;
			child.stdout.setEncoding('utf8').on('data', (more: string) => {
				shown += more;
				if (shown.split('[y/N]').length - 1 > answers) {
					answers += 1;
					// Ctrl+D.
					child.stdin.write('\u0004');
				}
			});
			await once(child, 'close');
			assert.match(shown, /\[y\/N\]/);
			await assert.rejects(readFile(settings()));
		});

		it('connects with consent, and disconnects again', async () => {
			const connected = async (): Promise<unknown> => {
				const parts = JSON.parse((await precis('connect', '--json')).out) as readonly {
					readonly part: string;
					readonly connected: boolean;
				}[];
				return parts.find(({ part }) => part === 'Gemini CLI')?.connected;
			};
			assert.equal((await precis('connect', 'gemini-cli', '--yes')).code, 0);
			assert.equal(await connected(), true);
			assert.equal((await precis('connect', 'gemini-cli', '--remove', '--yes')).code, 0);
			assert.equal(await connected(), false);
			assert.equal((await precis('connect', 'gemini-cli', '--remove', '--yes')).code, 2);
		});

		it('removes its own plugin with the last assistant that loads it', async () => {
			const settings = await machine.write('.copilot/settings.json', '{}');
			const enabled = JSON.stringify({ enabledPlugins: { 'precis@precis': true } });
			const copilot = await machine.write(
				'bin/copilot',
				`#!/bin/sh\n[ "$2" = install ] && echo '${enabled}' > '${settings}' || echo '{}' > '${settings}'\n`,
			);
			await chmod(copilot, 0o755);
			const plugin = machine.path('.local', 'share', 'precis', 'plugin');
			await precis('connect', 'copilot-cli', '--yes');
			assert.ok(existsSync(plugin));
			const { error } = await precis('connect', 'copilot-cli', '--remove', '--yes');
			assert.ok(!existsSync(plugin));
			assert.ok(error.includes(path.dirname(plugin)), 'says what stays');
		});

		it('prints what to paste where the assistant has no command', async () => {
			await machine.write('.pi/agent/auth.json');
			const { code, out } = await precis('connect', 'pi');
			assert.equal(code, 0);
			assert.match(
				out,
				/extensions[^]*\/\/ Written by Precis[^]*mcp\.json[^]*"mcpServers"|mcp\.json[^]*"mcpServers"[^]*extensions[^]*\/\/ Written by Precis/,
				'each with its path',
			);
			await assert.rejects(readFile(machine.path('.pi', 'agent', 'mcp.json')));
		});

		it('has Pi install the extension and add the server, and remove both', async () => {
			const agent = machine.path('.pi', 'agent');
			await machine.write('.pi/agent/auth.json');
			// As Pi does, it records the path relative to its folder.
			const program = `
				const { writeFileSync } = require('node:fs');
				const path = require('node:path');
				const [what, ...rest] = process.argv.slice(2);
				const write = (file, value) => writeFileSync(path.join(${JSON.stringify(agent)}, file), JSON.stringify(value));
				if (what === 'mcp') {
					const [command, ...args] = rest.slice(rest.indexOf('--') + 1);
					write('mcp.json', { mcpServers: rest[0] === 'add' ? { [rest[1]]: { command, args } } : {} });
				} else {
					const source = path.relative(${JSON.stringify(agent)}, rest[0]);
					write('settings.json', { packages: what === 'install' ? [source] : [] });
				}`;
			const script = await machine.write('pi.cjs', program);
			const pi = await machine.write('bin/pi', `#!/bin/sh\nexec node '${script}' "$@"\n`);
			await chmod(pi, 0o755);
			const extension = machine.path('.local', 'share', 'precis', 'plugin', 'precis-pi.js');
			assert.equal((await precis('connect', 'pi', '--yes')).code, 0);
			assert.match(await readFile(extension, 'utf8'), /^\/\/ Written by Precis/);
			const connected = async (): Promise<readonly boolean[]> =>
				(
					JSON.parse((await precis('connect', '--json')).out) as readonly {
						readonly assistant: string;
						readonly connected: boolean;
					}[]
				).flatMap((part) => (part.assistant === 'pi' ? [part.connected] : []));
			assert.deepEqual(await connected(), [true, true]);
			assert.equal((await precis('connect', 'pi', '--remove', '--yes')).code, 0);
			assert.deepEqual(await connected(), [false, false]);
			assert.ok(!existsSync(extension));
		});

		it('takes the plugin of the build, or says where there is none', async () => {
			await machine.write('.claude/settings.json', '{}');
			const { code, error } = await precis('connect', 'claude-code');
			const isBuilt = existsSync(
				path.resolve(path.dirname(commandLineProgram), '..', 'dist', 'compactors'),
			);
			assert.equal(code, isBuilt ? 0 : 1);
			assert.match(error, isBuilt ? /restart Claude Code/ : /ENOENT.*compactors/);
		});
	});
});
