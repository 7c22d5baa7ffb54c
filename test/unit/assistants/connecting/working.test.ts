import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerLaunch, Start } from '../../../../src/assistants/connecting/launches.ts';
import {
	programOf,
	type LaunchEnvironment,
	type Working,
} from '../../../../src/assistants/connecting/starting.ts';
import { checkHook, checkServer } from '../../../../src/assistants/connecting/working.ts';
import { until } from '../../../support/until.ts';

const sources = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'src');

/** A program that a person would not expect behind our name. */
function node(script: string): ServerLaunch {
	return { command: process.execPath, args: ['-e', script] };
}

/** A server that answers each request with what `answers` says of its method. */
function server(answers: Readonly<Record<string, string>>): ServerLaunch {
	return node(`require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
		const { id, method } = JSON.parse(line);
		const answer = ${JSON.stringify(answers)}[method];
		if (answer !== undefined) {
			console.log(answer.replace('ID', id));
		}
	});`);
}

const hello = '{"jsonrpc":"2.0","id":ID,"result":{}}';
const hangs = node('setInterval(() => undefined, 1_000)');

describe('what an assistant starts of ours', function () {
	this.timeout(60_000);
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'precis-working-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function surroundings(about: Partial<LaunchEnvironment> = {}): LaunchEnvironment {
		const { signal } = new AbortController();
		return { folder, platform: process.platform, deadlineMs: 40_000, signal, ...about };
	}

	const briefly = { deadlineMs: 200 };

	function reasonOf(working: Working): string {
		return working.kind === 'works' ? 'works' : working.reason;
	}

	describe('as a server', () => {
		const reason = async (start: Start, about: Partial<LaunchEnvironment> = {}): Promise<string> =>
			reasonOf(await checkServer(start, surroundings(about)));

		it('works where it lists tools', async () => {
			const launch = { command: process.execPath, args: [path.join(sources, 'mcp.ts')] };
			assert.equal(await reason(launch), 'works');
		});

		it('may notify before it answers', async () => {
			const notice = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}';
			const tools = '{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"a"}]}}';
			const start = server({ initialize: `${notice}\n${hello}`, 'tools/list': tools });
			assert.equal(await reason(start), 'works');
		});

		it('fails where it does not answer in time', async () => {
			assert.equal(await reason(hangs, briefly), 'timed-out');
			assert.equal(await reason(server({}), briefly), 'timed-out');
			assert.equal(await reason(server({ initialize: hello }), briefly), 'timed-out');
		});

		it('fails where it ends, and says with what', async () => {
			const dies = node("console.error('no store'); process.exit(3)");
			const working = await checkServer(dies, surroundings());
			assert.ok(working.kind === 'fails');
			assert.equal(working.reason, 'ended');
			assert.match(working.message, /3.*no store/);
			assert.equal(await reason(node('')), 'ended');
			assert.equal(await reason(node("process.kill(process.pid, 'SIGKILL')")), 'ended');
		});

		it('fails where it answers something else', async () => {
			for (const printed of ['Welcome!', '[]', '{"jsonrpc":"2.0","id":1,"error":{"code":-1}}']) {
				const prints = node(`console.log(${JSON.stringify(printed)}); setInterval(() => 0, 1_000)`);
				assert.equal(await reason(prints), 'nonsense', printed);
			}
			const floods = node("setInterval(() => process.stdout.write('x'.repeat(100_000)), 1)");
			assert.equal(await reason(floods, { deadlineMs: 8_000 }), 'nonsense');
			for (const tools of ['{}', '{"tools":[]}', '{"tools":3}']) {
				const answer = `{"jsonrpc":"2.0","id":ID,"result":${tools}}`;
				const start = server({ initialize: hello, 'tools/list': answer });
				assert.equal(await reason(start), 'nonsense', tools);
			}
		});

		it('fails where it is not there', async () => {
			assert.equal(await reason({ command: '/nowhere/precis', args: [] }), 'not-started');
			assert.equal(await reason({ command: 'a\0b', args: [] }), 'not-started');
		});

		it('is not waited for any more when nobody wants to know', async () => {
			const controller = new AbortController();
			const waiting = reason(hangs, { signal: controller.signal });
			controller.abort(new Error('enough'));
			await assert.rejects(waiting, /enough/);
		});
	});

	describe('as a hook', () => {
		const reason = async (start: Start, about: Partial<LaunchEnvironment> = {}): Promise<string> =>
			reasonOf(await checkHook(start, surroundings(about)));

		it('works where it takes a call and has nothing to say', async () => {
			const cli = path.join(sources, 'cli.ts');
			for (const name of ['claude-code', 'opencode']) {
				const launch = { command: process.execPath, args: [cli, 'hook', name] };
				assert.equal(await reason(launch), 'works', name);
			}
			assert.equal(await reason(`'${process.execPath}' '${cli}' hook codex`), 'works');
		});

		it('fails where it ends with an error, or tells of one', async () => {
			assert.equal(await reason(node('process.exit(1)')), 'ended');
			assert.equal(await reason(node("console.error('The extension is gone.')")), 'ended');
		});

		it('fails where it says something to a call without a session', async () => {
			assert.equal(await reason('echo hello'), 'nonsense');
			assert.equal(await reason("printf 'no end of line'"), 'nonsense');
		});

		it('fails where its program is not there', async () => {
			assert.equal(await reason('/nowhere/precis hook codex'), 'not-started');
		});

		it('is not waited for where it hangs', async () => {
			assert.equal(await reason(hangs, briefly), 'timed-out');
		});

		it('is ended with all that it started', async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			const file = path.join(folder, 'pid');
			const controller = new AbortController();
			const { signal } = controller;
			// A shell that waits for another program.
			const waiting = reason(`sleep 1000 & echo $! > '${file}'; wait`, { signal });
			await until(() => Promise.resolve(existsSync(file) && readFileSync(file, 'utf8') !== ''));
			const pid = Number(readFileSync(file, 'utf8'));
			assert.ok(isRunning(pid));
			controller.abort(new Error('enough'));
			await assert.rejects(waiting, /enough/);
			await until(() => Promise.resolve(!isRunning(pid)));
		});
	});

	it('is run by the shell that its line is written for', () => {
		const { command, args } = programOf("& 'C:\\A b\\precis.cmd' hook codex", 'win32');
		assert.deepEqual(
			[command, args.at(-1)],
			['powershell.exe', "& 'C:\\A b\\precis.cmd' hook codex"],
		);
		const line = '"C:/A b/precis.cmd" hook claude-code';
		const inCmd = programOf(line, 'win32');
		assert.deepEqual(
			[inCmd.command, inCmd.args.at(-1), inCmd.verbatim],
			['cmd.exe', `"${line}"`, true],
		);
		assert.deepEqual(programOf(line, 'linux').args, ['-c', line]);
	});
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	// A process that nobody has collected is over as well.
	const status = `/proc/${pid}/stat`;
	return !existsSync(status) || !/^\d+ \(.*\) Z/.test(readFileSync(status, 'utf8'));
}
