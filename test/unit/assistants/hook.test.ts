import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { answerHook, HookInputError } from '../../../src/assistants/hook/answer.ts';
import { type HookClient, hookClients } from '../../../src/assistants/hook/clients.ts';
import type { StoreEnvironment } from '../../../src/transcripts/discovery/environment.ts';
import { claudeCodeSession, Machine } from '../transcripts/discovery/machine.ts';
import {
	assistant,
	call,
	compaction,
	result,
	user,
} from '../transcripts/formats/claudeCode/claudeLines.ts';

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

function client(name: string): HookClient {
	const found = hookClients.find((each) => each.name === name);
	assert.ok(found !== undefined, name);
	return found;
}

describe('what a hook tells its client', () => {
	let machine: Machine;
	let environment: StoreEnvironment;
	let noted: string[];

	beforeEach(async () => {
		machine = await Machine.make();
		environment = machine.environment();
		noted = [];
	});
	afterEach(() => machine.remove());

	const session = (all: readonly object[]): Promise<string> =>
		machine.write(
			'.claude/projects/-work-shop/5f0c.jsonl',
			all.map((line) => `${JSON.stringify(line)}\n`).join(''),
		);

	const places = () => ({
		environment,
		storage: machine.path('storage'),
		note: (text: string) => noted.push(text),
	});
	const answer = (name: string, input: object, event?: string): Promise<string | undefined> =>
		answerHook(client(name), JSON.stringify(input), event, places());
	const before = (name: string, transcript_path: string, more = {}) =>
		answer(name, { hook_event_name: 'PreCompact', transcript_path, ...more });
	const behind = (name: string, transcript_path: string, source = 'compact') =>
		answer(name, { hook_event_name: 'SessionStart', transcript_path, source });

	it('asks a summary to keep words of the person, errors and files', async () => {
		const focus = await before('claude-code', await session(lines));
		assert.match(focus ?? '', /Never use semicolons in Markdown files/);
		assert.match(focus ?? '', /`node test\.js`.*1 failed[^]*AssertionError/);
		assert.match(focus ?? '', /cart\.js — edited/);
	});

	it('reads of Gemini CLI the file that a resumed session goes on in, not the one that it names', async () => {
		const text = [user(words), ...compaction('They spoke.'), user('Go on.')]
			.map((line) => `${JSON.stringify(line)}\n`)
			.join('');
		await machine.write('chats/session-2026-01-01T10-00-5f0c1234.jsonl', text);
		await machine.write('chats/session-2026-01-01T10-00-77777777.jsonl', text + text);
		const named = await machine.write(
			'chats/session-2026-01-01T10-05-5f0c1234.jsonl',
			`${JSON.stringify(user('Hello'))}\n`,
		);
		assert.match((await behind('gemini-cli', named, 'resume')) ?? '', /Never use semicolons/);
		const gone = machine.path('gone', 'session-2026-01-01T10-05-5f0c1234.jsonl');
		assert.equal(await behind('gemini-cli', gone, 'resume'), undefined);
	});

	it('asks nothing of clients that take no wish, nor where a plugin of ours has asked', async () => {
		const file = await session(lines);
		for (const name of ['codex', 'qwen-code', 'copilot-cli', 'gemini-cli']) {
			assert.equal(await before(name, file), undefined, name);
		}
		const asked = { custom_instructions: '[Precis] Keep in the summary' };
		assert.equal(await before('claude-code', file, asked), undefined);
	});

	it('reminds of what was said, also since an earlier compaction, unless a plugin of ours compacts', async () => {
		const file = await session([
			user('Never touch periwinkle.md.'),
			...compaction('They spoke.'),
			...lines,
		]);
		const { hookSpecificOutput } = JSON.parse((await behind('claude-code', file)) ?? '') as {
			readonly hookSpecificOutput: { readonly hookEventName: string; additionalContext: string };
		};
		assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
		assert.match(hookSpecificOutput.additionalContext, /semicolons[^]*periwinkle/);
		environment = machine.environment({ variables: { CLAUDE_PLUGIN_ROOT: machine.path('p') } });
		assert.equal(await behind('claude-code', file), undefined);
	});

	it('reminds where its client does not run the plugin that it came with, and once', async () => {
		const file = await session(lines);
		environment = machine.environment({ variables: { CLAUDE_PLUGIN_ROOT: machine.path('p') } });
		assert.match((await before('claude-code', file)) ?? '', /semicolons/);
		assert.match((await behind('claude-code', file)) ?? '', /semicolons/);
		assert.equal(await behind('claude-code', file), undefined);
		await before('claude-code', file);
		await before('claude-code', file, { custom_instructions: '[Precis] Keep in the summary' });
		assert.equal(await behind('claude-code', file), undefined);
		assert.deepEqual(noted, []);
	});

	it('tells a disk that cannot be written to, and asks for its summary all the same', async () => {
		const file = await session(lines);
		await machine.write('storage', 'in the way');
		environment = machine.environment({ variables: { CLAUDE_PLUGIN_ROOT: machine.path('p') } });
		assert.match((await before('claude-code', file)) ?? '', /semicolons/);
		assert.equal(noted.length, 1);
	});

	it('tells of a summary that is there only what it leaves out', async () => {
		const file = await session([...lines, ...compaction(`The person said: ${words}`)]);
		for (const name of ['codex', 'qwen-code']) {
			const told = await behind(name, file);
			assert.ok(told !== undefined, name);
			assert.doesNotMatch(told, /semicolons/);
			assert.match(told, /cart\.js — edited/);
		}
	});

	it('tells nothing where the summary has everything, at other starts, and of a context that is whole', async () => {
		const whole = await session([user('Hello.'), assistant('m1', 'Hi.'), ...compaction('Hello.')]);
		assert.equal(await behind('codex', whole), undefined);
		const file = await session(lines);
		for (const source of ['startup', 'resume', 'clear']) {
			assert.equal(await behind('claude-code', file, source), undefined);
		}
		assert.equal(await behind('gemini-cli', file, 'resume'), undefined);
	});

	it('names the tools for the originals only where the client has them', async () => {
		const file = await session(lines);
		assert.doesNotMatch((await behind('claude-code', file)) ?? '', /search_conversation|#\d/);
		await machine.write('.claude.json', '{"mcpServers":{"precis":{"command":"precis"}}}');
		const told = (await behind('claude-code', file)) ?? '';
		assert.match(told, /conversation claude-code:5f0c,/);
		assert.match(told, /\(#\d+\)/);
	});

	it('has what a handoff said with which a session began', async () => {
		const handoff = [
			'[Handoff from an earlier context window — reference, not instructions]',
			'## Blocked\n- `node test.js` fails: walrus is not defined',
			'## Relevant Files\n- src/harbour.js — changed',
			'## Messages from the user, newest first\n- Never touch periwinkle.md.',
			'[End of handoff. The conversation continues below.]',
		].join('\n\n');
		const told = await behind('claude-code', await session([user(handoff), ...lines]));
		for (const known of [/walrus is not defined/, /harbour\.js/, /Never touch periwinkle/]) {
			assert.match(told ?? '', known);
		}
	});

	it('has no secret, and stays within what a client takes', async () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const many = Array.from({ length: 300 }, (_, index) =>
			user(`Never touch the file number ${index}, ${'and keep the words of it '.repeat(12)}.`),
		);
		const file = await session([...many, user(`Never commit the token ${secret}.`)]);
		const told = `${await before('claude-code', file)}${await behind('claude-code', file)}`;
		assert.match(told, /Never commit/);
		assert.ok(!told.includes(secret));
		assert.match(told, /more not listed here/);
		assert.ok(((await behind('claude-code', file)) ?? '').length < 10_000);
	});

	it('finds a session by its name alone, and never another file by it', async () => {
		await machine.write(
			'.copilot/session-state/s1/events.jsonl',
			[
				{ type: 'session.start', data: { sessionId: 's1' } },
				{ type: 'user.message', data: { content: words } },
				{ type: 'assistant.message', data: { messageId: 'm', content: 'Done.' } },
				{ type: 'session.compaction_complete', data: { success: true, summaryContent: 'Talk.' } },
			]
				.map((event, index) => {
					const timestamp = '2026-05-01T10:00:00Z';
					return `${JSON.stringify({ id: `e${index}`, timestamp, ...event })}\n`;
				})
				.join(''),
		);
		const resumed = (sessionId: unknown) =>
			answer('copilot-cli', { sessionId, source: 'resume' }, 'sessionStart');
		assert.match((await resumed('s1')) ?? '', /semicolons/);
		for (const name of ['../s1', '..', 'a/b', 'a\\b', '', null, 'gone']) {
			assert.equal(await resumed(name), undefined, String(name));
		}
	});

	it('is refused where the input is no call', async () => {
		for (const written of ['', '{', '[]', 'null', '{"hook_event_name":"Stop"}', '{"source":1}']) {
			const refused = answerHook(client('codex'), written, undefined, places());
			await assert.rejects(refused, HookInputError, written);
		}
	});
});

describe('precis hook', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	async function run(args: readonly string[], input: string) {
		const program = path.resolve(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts');
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
		const call = {
			hook_event_name: 'SessionStart',
			source: 'compact',
			transcript_path: unreadable,
		};
		for (const [args, input] of [
			[['nobody'], '{}'],
			[['claude-code'], 'no JSON'],
			[['codex'], JSON.stringify(call)],
		] as const) {
			const { code, out, error } = await run(args, input);
			assert.deepEqual({ code, out }, { code: 0, out: '' }, args.join(' '));
			assert.equal(error.trim().split('\n').length, 1, error);
		}
		const silent = { hook_event_name: 'SessionStart', source: 'startup', session_id: 's' };
		const ended = await run(['claude-code'], JSON.stringify(silent));
		assert.deepEqual(ended, { code: 0, out: '', error: '' });
	});

	it('passes on no controls of a terminal', async () => {
		const told = 'Never use \u001b[2J\u009b semicolons in Markdown files.';
		const transcript_path = await machine.write('s.jsonl', claudeCodeSession(told));
		for (const event of [
			{ hook_event_name: 'PreCompact' },
			{ hook_event_name: 'SessionStart', source: 'compact' },
		]) {
			const { out } = await run(['claude-code'], JSON.stringify({ ...event, transcript_path }));
			assert.match(out, /semicolons/);
			assert.doesNotMatch(out, /[\u001b\u009b]|\\u00(?:1b|9b)/i);
		}
	});

	it('ends in time where its client never says what it wants to know', async () => {
		const module = path.resolve(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'hook.ts');
		const script = `import(${JSON.stringify(module)}).then(({ hook }) => hook(['claude-code'], 200))`;
		const child = spawn(process.execPath, ['-e', script]);
		const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
		assert.equal(child.exitCode, 0);
		assert.equal(said.trim().split('\n').length, 1, said);
	});
});
