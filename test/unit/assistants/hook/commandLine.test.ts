import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Machine } from '../../transcripts/discovery/machine.ts';

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
});
