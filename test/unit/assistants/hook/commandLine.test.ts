import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { claudeCodeSession, Machine } from '../../transcripts/discovery/machine.ts';

const program = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'src', 'cli.ts');

describe('precis hook', function () {
	this.timeout(60_000);
	let machine: Machine;

	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	async function run(args: readonly string[], input: string) {
		const child = spawn(process.execPath, [program, 'hook', ...args], {
			env: { PATH: process.env['PATH'], HOME: machine.home, PRECIS_STORE: machine.path('store') },
		});
		child.stdin.on('error', () => undefined).end(input);
		const [out, error] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'close'),
		]);
		return { code: child.exitCode, out, error };
	}

	it('lets its client go on, whatever it is given', async () => {
		const unreadable = await machine.write('session.jsonl', 'no session');
		const call = { hook_event_name: 'PreCompact', transcript_path: unreadable };
		for (const [args, input] of [
			[[], ''],
			[['nobody'], '{}'],
			[['claude-code'], 'no JSON'],
			[['claude-code'], '{"hook_event_name":"Stop"}'],
			[['codex'], JSON.stringify(call)],
		] as const) {
			const { code, out, error } = await run(args, input);
			assert.deepEqual({ code, out }, { code: 0, out: '' }, args.join(' '));
			assert.equal(error.trim().split('\n').length, 1, error);
		}
	});

	it('is silent where there is nothing to say', async () => {
		const call = { hook_event_name: 'SessionStart', source: 'startup', session_id: 's' };
		const ended = await run(['claude-code'], JSON.stringify(call));
		assert.deepEqual(ended, { code: 0, out: '', error: '' });
	});

	it('tells what it can where nothing can be kept, and says so', async () => {
		const words = 'Fix the rounding in src/cart.js. Never use semicolons in Markdown files.';
		const transcript = await machine.write('s.jsonl', claudeCodeSession(words));
		// A file where the store's folder should be: like a disk that can only be read.
		await machine.write('store', '');
		const call = { hook_event_name: 'PreCompact', transcript_path: transcript };
		const { code, out, error } = await run(['claude-code'], JSON.stringify(call));
		assert.equal(code, 0);
		assert.match(out, /Never use semicolons/);
		assert.equal(error.trim().split('\n').length, 1, error);
	});

	it('passes on no controls of a terminal', async () => {
		const words = 'Never use \u001b[2J\u009b semicolons in Markdown files.';
		const transcript = await machine.write('s.jsonl', claudeCodeSession(words));
		for (const call of [
			{ hook_event_name: 'PreCompact' },
			{ hook_event_name: 'SessionStart', source: 'compact' },
		]) {
			const input = JSON.stringify({ ...call, transcript_path: transcript });
			const { out } = await run(['claude-code'], input);
			assert.match(out, /semicolons/);
			assert.doesNotMatch(out, /[\u001b\u009b]|\\u00(?:1b|9b)/i);
		}
	});

	it('ends in time, whatever holds it', async () => {
		const endless = await machine.write('endless.mjs', 'for (;;) {}\n');
		const run = pathToFileURL(path.join(path.dirname(program), 'cli', 'hookRun.ts')).href;
		const script = `import(${JSON.stringify(run)}).then(({ runHook }) => runHook(['claude-code'], ${JSON.stringify(endless)}, 200))`;
		for (const input of ['closed', 'open'] as const) {
			// One that stays open: its client has not said what it wants to know.
			const child = spawn(process.execPath, ['-e', script]);
			if (input === 'closed') {
				child.stdin.end();
			}
			const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
			assert.equal(child.exitCode, 0);
			assert.equal(said.trim().split('\n').length, 1, said);
		}
	});
});
