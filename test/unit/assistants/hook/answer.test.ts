import assert from 'node:assert/strict';
import { access, readdir, rm, utimes } from 'node:fs/promises';
import {
	answerHook,
	readForLater,
	type HookPorts,
} from '../../../../src/assistants/hook/answer.ts';
import type { HookCall } from '../../../../src/assistants/hook/call.ts';
import { type HookClient, hookClients } from '../../../../src/assistants/hook/clients.ts';
import { KeptEssentials } from '../../../../src/assistants/hook/keptEssentials.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';
import {
	assistant,
	call,
	compaction,
	result,
	user,
} from '../../transcripts/formats/claudeCode/claudeLines.ts';

const words = 'Fix the rounding in src/cart.js. Never use semicolons in Markdown files.';

/** A session with a constraint, a test that fails, and an edit. */
const lines: readonly object[] = [
	user(words),
	assistant('m1', call('c1', { command: 'node test.js' })),
	user([
		result('c1', 'AssertionError: 0.30000000000000004 !== 0.3\n Tests  1 failed | 2 passed (3)', {
			is_error: true,
		}),
	]),
	assistant('m2', {
		type: 'tool_use',
		id: 'c2',
		name: 'Edit',
		input: { file_path: '/work/shop/src/cart.js', old_string: 'sum', new_string: 'round(sum)' },
	}),
	user([result('c2', 'The file /work/shop/src/cart.js has been updated.')]),
	assistant('m3', 'I rounded the total in src/cart.js.'),
];

const text = (all: readonly object[]): string =>
	all.map((line) => `${JSON.stringify(line)}\n`).join('');

function client(name: string): HookClient {
	const found = hookClients.find((each) => each.name === name);
	assert.ok(found !== undefined, name);
	return found;
}

describe('what a hook tells its client', () => {
	let machine: Machine;
	let now: number;
	let later: string[];
	let ports: HookPorts;

	beforeEach(async () => {
		machine = await Machine.make();
		now = Date.now();
		later = [];
		ports = {
			environment: machine.environment(),
			kept: new KeptEssentials(machine.path('hooks'), () => now),
			readLater: (transcript) => later.push(transcript),
		};
	});
	afterEach(() => machine.remove());

	const session = (all: readonly object[]): Promise<string> =>
		machine.write('.claude/projects/-work-shop/5f0c.jsonl', text(all));

	const answer = (
		name: string,
		event: HookCall['event'],
		transcript: string,
		source?: string,
	): Promise<string | undefined> =>
		answerHook(
			client(name),
			{ event, transcript, ...(source === undefined ? {} : { source }) },
			ports,
		);

	it('asks a summary to keep words of the person, errors and files', async () => {
		const focus = await answer('claude-code', 'before-compaction', await session(lines));
		assert.ok(focus !== undefined);
		assert.match(focus, /Never use semicolons in Markdown files/);
		assert.match(focus, /`node test\.js`.*1 failed[^]*AssertionError/);
		assert.match(focus, /cart\.js — changed/);
	});

	it('asks nothing of clients that take no wish, above all not to stop', async () => {
		for (const name of ['codex', 'qwen-code', 'copilot-cli', 'gemini-cli']) {
			assert.equal(await answer(name, 'before-compaction', await session(lines)), undefined, name);
		}
	});

	it('reminds of what was read before the compaction, without the session', async () => {
		const file = await session(lines);
		await answer('claude-code', 'before-compaction', file);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		const { hookSpecificOutput } = JSON.parse(told ?? '') as {
			readonly hookSpecificOutput: { readonly hookEventName: string; additionalContext: string };
		};
		assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
		assert.match(hookSpecificOutput.additionalContext, /Never use semicolons/);
		assert.deepEqual(await readdir(machine.path('hooks')), [], 'handed over once');
	});

	it('reads the session where no hook before has, unless the plugin that it belongs to compacts', async () => {
		const file = await session(lines);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		assert.match(told ?? '', /Never use semicolons/);
		const variables = { CLAUDE_PLUGIN_ROOT: machine.path('plugin') };
		const environment = machine.environment({ variables });
		ports = { ...ports, environment };
		assert.equal(await answer('claude-code', 'session-start', file, 'compact'), undefined);
	});

	it('tells of a summary that is there only what it leaves out', async () => {
		const summary = `The person said: ${words}`;
		const file = await session([...lines, ...compaction(summary)]);
		for (const name of ['codex', 'qwen-code']) {
			const told = await answer(name, 'session-start', file, 'compact');
			assert.ok(told !== undefined, name);
			assert.doesNotMatch(told, /semicolons/);
			assert.match(told, /cart\.js — changed/);
		}
	});

	it('tells nothing where the summary has everything', async () => {
		const file = await session([
			user('Hello.'),
			assistant('m1', 'Hello.'),
			...compaction('Hello.'),
		]);
		assert.equal(await answer('codex', 'session-start', file, 'compact'), undefined);
	});

	it('tells nothing at other starts, and of a context that is whole', async () => {
		const file = await session(lines);
		for (const source of ['startup', 'resume', 'clear', undefined]) {
			assert.equal(await answer('claude-code', 'session-start', file, source), undefined);
		}
		assert.equal(await answer('gemini-cli', 'session-start', file, 'resume'), undefined);
	});

	it('names the tools for the originals only where the client has them', async () => {
		const file = await session(lines);
		await answer('claude-code', 'before-compaction', file);
		const without = await answer('claude-code', 'session-start', file, 'compact');
		assert.doesNotMatch(without ?? '', /search_conversation|#\d/);
		await machine.write('.claude.json', '{"mcpServers":{"precis":{"command":"precis"}}}');
		await answer('claude-code', 'before-compaction', file);
		const with_ = await answer('claude-code', 'session-start', file, 'compact');
		assert.match(with_ ?? '', /conversation claude-code:5f0c,/);
		assert.match(with_ ?? '', /\(#\d+\)/);
	});

	it('has a long session read beside its client, and finds what came of it', async () => {
		const padding = assistant('m9', 'x'.repeat(5_000_000));
		const file = await session([...lines, padding]);
		assert.equal(await answer('claude-code', 'before-compaction', file), undefined);
		assert.deepEqual(later, [file]);
		assert.equal(await answer('claude-code', 'session-start', file, 'compact'), undefined);
		await readForLater(file, ports);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		assert.match(told ?? '', /Never use semicolons/);
	});

	it('does not trust what was read long ago, or of another state of the file', async () => {
		const file = await session(lines);
		await answer('claude-code', 'before-compaction', file);
		await session(lines.slice(0, 1));
		const told = await answer('claude-code', 'session-start', file, 'compact');
		assert.doesNotMatch(told ?? '', /cart\.js — changed/);
		await session(lines);
		await answer('claude-code', 'before-compaction', file);
		now += 7_200_000;
		await session([user('Hello.'), ...lines.map(() => assistant('m1', 'y'.repeat(1_000)))]);
		const other = await answer('claude-code', 'session-start', file, 'compact');
		assert.doesNotMatch(other ?? '', /cart\.js|semicolons/);
	});

	it('adds nothing where a plugin of ours compacts', async () => {
		const file = await session(lines);
		const asked = { event: 'before-compaction', transcript: file, isAnswered: true } as const;
		assert.equal(await answerHook(client('claude-code'), asked, ports), undefined);
	});

	it('has what a handoff said with which a session began', async () => {
		const handoff = [
			'[Handoff from an earlier context window — reference, not instructions]',
			'## Blocked\n- `node test.js` fails: walrus is not defined',
			'## Relevant Files\n- src/harbour.js — changed',
			'## Messages from the person, newest first\n- Never touch periwinkle.md.',
			'[End of handoff. The conversation continues below.]',
		].join('\n\n');
		const file = await session([user(handoff), ...lines]);
		await answer('claude-code', 'before-compaction', file);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		for (const known of [/walrus is not defined/, /harbour\.js/, /Never touch periwinkle/]) {
			assert.match(told ?? '', known);
		}
	});

	it('removes what it kept long ago, and no file of somebody else', async () => {
		const theirs = await machine.write('hooks/pre-commit');
		const old = await machine.write(`hooks/${'0'.repeat(64)}.json`);
		await Promise.all([theirs, old].map((file) => utimes(file, 1, 1)));
		await answer('claude-code', 'before-compaction', await session(lines));
		await access(theirs);
		await assert.rejects(access(old), { code: 'ENOENT' });
	});

	it('tells nothing of a session that is not there', async () => {
		const file = machine.path('gone.jsonl');
		assert.equal(await answer('claude-code', 'session-start', file, 'compact'), undefined);
		assert.equal(await answer('claude-code', 'before-compaction', file), undefined);
		await rm(machine.path('hooks'), { recursive: true, force: true });
		const { environment } = ports;
		const unnamed = answerHook(
			client('codex'),
			{ event: 'before-compaction' },
			{ ...ports, environment },
		);
		assert.equal(await unnamed, undefined);
	});

	it('keeps no secret', async () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const file = await session([user(`Never commit the token ${secret}. Use tabs.`), ...lines]);
		const focus = await answer('claude-code', 'before-compaction', file);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		assert.match(focus ?? '', /Never commit/);
		assert.ok(!`${focus ?? ''}${told ?? ''}`.includes(secret));
	});

	it('stays within what a client takes', async () => {
		const many = Array.from({ length: 300 }, (_, index) =>
			user(`Never touch the file number ${index}, ${'and keep the words of it '.repeat(12)}.`),
		);
		const file = await session(many);
		await answer('claude-code', 'before-compaction', file);
		const told = await answer('claude-code', 'session-start', file, 'compact');
		assert.ok((told ?? '').length < 10_000);
		assert.match(told ?? '', /more not listed here/);
	});
});
