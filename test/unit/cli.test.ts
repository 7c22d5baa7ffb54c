import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArguments } from '../../src/cli/arguments.ts';
import { sectionTitles } from '../../src/summary/sections.ts';
import { commandLineProgram, type CommandLineRun, runCommandLine } from '../support/commandLine.ts';
import { hang } from '../support/fakeProvider/behaviours.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import { keyRefused } from '../support/fakeProvider/failures.ts';
import { compaction } from './transcripts/formats/claudeCode/claudeLines.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const sample = path.join(root, 'media', 'sample', 'sample-session.jsonl');

/** What the environment holds for the server's key. */
const key = 'zq81-local-key-zq81';

const compact = (...args: readonly string[]): Promise<CommandLineRun> =>
	runCommandLine(args, { env: { ...process.env, PRECIS_API_KEY: key } });

interface Report {
	readonly log: { readonly messages: number; readonly tokens: number };
	readonly earlier: readonly {
		readonly at: number;
		readonly range: readonly [number, number];
		readonly trigger: string | null;
		readonly tokensBefore: number | null;
		readonly time: string | null;
	}[];
	readonly compactions: readonly {
		readonly range: readonly [number, number];
		readonly focus: string | null;
		readonly trigger: string;
		readonly summariser: { readonly kind: string; readonly model: string | null };
		readonly tokens: { readonly before: number; readonly after: number; readonly summary: number };
		readonly messages: { readonly before: number; readonly after: number };
		readonly durationMs: number;
	}[];
	readonly sections: Readonly<Record<string, string>>;
	readonly handoff: string;
	readonly context: readonly { readonly role: string; readonly content: unknown }[];
	readonly attempts: readonly {
		readonly rung: string;
		readonly model?: string;
		readonly outcome: string;
		readonly error?: string;
		readonly ms: number;
	}[];
	readonly warnings: readonly { readonly line: number; readonly message: string }[];
}

async function report(...args: readonly string[]): Promise<Report> {
	const { out, error } = await compact(...args, '--json');
	assert.equal(error, '');
	return JSON.parse(out) as Report;
}

const terminalControls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

/** A file of two conversations that begin alike. */
function threads(content: string): string {
	return [{}, { isSidechain: true, agentId: 'a' }]
		.map((strand, index) => ({
			type: 'user',
			uuid: `u${index}`,
			parentUuid: null,
			sessionId: 's',
			...strand,
			message: { role: 'user', content: `${index === 0 ? 'first' : 'second'}: ${content}` },
		}))
		.map((line) => `${JSON.stringify(line)}\n`)
		.join('');
}

describe('the command line', function () {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-cli-'));
	});
	after(() => rm(folder, { recursive: true }));

	it('prints the compacted context as other tools read it, and says how they go on', async () => {
		for (const [format, resume] of [
			['openai', undefined],
			['claude-code', /projects.*\.jsonl and run "claude --resume [\da-f-]{36}" in /],
			['codex', /sessions.*rollout-.*\.jsonl and run "codex resume [\da-f-]{36}" in /],
		] as const) {
			const { code, out, error } = await compact(sample, '--force', '--export', format);
			assert.equal(code, 0);
			const [first = ''] = out.split('\n', 1);
			assert.doesNotThrow(() => JSON.parse(resume === undefined ? out : first), format);
			assert.match(out, /Handoff from an earlier context window/);
			assert.match(error, resume ?? /^$/);
		}
	});

	it('prints the handoff and exits with 0, else with why', async () => {
		const { code, out } = await compact(sample, '--force');
		assert.equal(code, 0);
		assert.match(out, /^\[Handoff from an earlier context window/);
		assert.match(out, /## Relevant Files\n/);
		const child = spawn(process.execPath, [commandLineProgram, sample], { stdio: 'ignore' });
		assert.deepEqual(await once(child, 'close'), [2, null]);
	});

	it('compacts the whole log where the assistant has done so before, and tells of that', async () => {
		const file = path.join(folder, 'compacted.jsonl');
		const lines = (await readFile(sample, 'utf8')).trimEnd().split('\n');
		const told = { trigger: 'auto', preTokens: 90_000 };
		const summary = compaction('What was done.', told, { timestamp: '2026-02-11T21:18:41Z' });
		const all = [
			...lines.slice(0, -20),
			...summary.map((line) => JSON.stringify(line)),
			...lines.slice(-20),
		];
		await writeFile(file, `${all.join('\n')}\n`);
		const { log, earlier, compactions } = await report(file, '--force');
		assert.equal(log.messages, 124);
		assert.equal(compactions.length, 1);
		assert.deepEqual(
			earlier.map(({ range: [first], trigger, tokensBefore, time }) => [
				first,
				trigger,
				tokensBefore,
				time,
			]),
			[[1, 'automatic', 90_000, '2026-02-11T21:18:41.000Z']],
		);
		assert.match((await compact(file, '--force')).error, /compacted once before/);
	});

	it('exits with 2 and says why when there is nothing to compact', async () => {
		const { code, out, error } = await compact(sample);
		assert.equal(code, 2);
		assert.equal(out, '');
		assert.match(error, /compaction starts at 100,000/);
	});

	it('goes by the size of the context that the assistant recorded', async () => {
		const file = path.join(folder, 'recorded.jsonl');
		const text = await readFile(sample, 'utf8');
		await writeFile(
			file,
			text.replace('"cache_read_input_tokens":62693', '"cache_read_input_tokens":162693'),
		);
		const [only] = (await report(file)).compactions;
		assert.equal(only?.trigger, 'automatic');
	});

	it('exits with 1 and says why where it cannot do what it is asked for', async () => {
		for (const [args, message] of [
			[['nowhere.jsonl'], /nowhere\.jsonl/],
			[[sample, '--no-such'], /no-such/],
			[[sample, '--conversation', '2'], /contains 1 conversation/],
		] as const) {
			const { code, out, error } = await compact(...args);
			assert.deepEqual([code, out], [1, '']);
			assert.match(error, message);
		}
	});

	for (const [args, message] of [
		[['--force'], /Which FILE\?/],
		[['a', 'b'], /One FILE at a time/],
		[['a', '--until', 'ten'], /--until takes a whole number/],
		[['a', '--window=-5'], /--window takes a whole number from 1000/],
		[['a', '--base-url', 'nowhere', '--model', 'a'], /--base-url: .*https:\/\//],
		[['a', '--model', 'a'], /--base-url/],
		[['a', '--base-url', 'http://127.0.0.1:9'], /--model/],
		[['a', '--api', 'soap'], /chat or responses/],
		[['a', '--export', 'word'], /--export is one of openai, claude-code/],
		[['a', '--json', '--print-log'], /one of --json, --print-log/],
	] as const) {
		it(`is not understood with the arguments ${args.join(' ')}`, () => {
			assert.throws(() => parseArguments(args), message);
		});
	}

	it('prints nothing that could control a terminal', async () => {
		const text = (await readFile(sample, 'utf8')).replaceAll(
			'laser cutter',
			String.raw`laser\u001b]0;owned\u0007 cut\u009b31mter \u202e\u2066`,
		);
		const file = path.join(folder, 'session.jsonl');
		await writeFile(file, text);
		const { code, out, error } = await compact(file, '--force');
		assert.equal(code, 0);
		assert.match(out, /laser\]0;owned/);
		assert.doesNotMatch(out + error, terminalControls);
		const json = await compact(file, '--force', '--json');
		assert.doesNotMatch(json.out + json.error, terminalControls);
		// In JSON they are escaped: nothing is lost.
		assert.match(json.out, /\\u202e\\u2066/);
	});

	it('names no secret beside its output', async () => {
		const file = path.join(folder, 'threads.jsonl');
		await writeFile(file, threads('use ghp_0123456789abcdefghijABCDEFGHIJ012345'));
		const { error } = await compact(file, '--print-log');
		assert.match(error, /use \[REDACTED\]/);
	});

	it('names the conversations of a file that holds several', async () => {
		const file = path.join(folder, 'threads.jsonl');
		await writeFile(file, threads('hello \u001b[2J'));
		const { out, error } = await compact(file, '--print-log');
		assert.equal(out.split('\n').length, 2);
		assert.match(error, /contains 2 conversations; this is the first/);
		assert.match(error, /\n {2}1 {2}first: hello/);
		assert.match(error, /\n {2}2 {2}second: hello/);
		assert.ok(!error.includes('\u001b'));
		assert.equal((await compact(file, '--print-log', '--conversation', '2')).error, '');
	});

	it('has no empty result in the context it reports', async () => {
		const file = path.join(folder, 'session.json');
		const steps = Array.from({ length: 8 }, (_, index) => {
			const called = { name: 'bash', arguments: '{"command":"true"}' };
			const id = `call-${index}`;
			return [
				{ role: 'user', content: `Step ${index}: ${'Look at the parser. '.repeat(40)}` },
				{
					role: 'assistant',
					content: null,
					tool_calls: [{ id, type: 'function', function: called }],
				},
				{ role: 'tool', tool_call_id: id, content: '' },
				{ role: 'assistant', content: 'Done.' },
			];
		});
		await writeFile(file, JSON.stringify({ messages: steps.flat() }));
		const { out } = await compact(file, '--force', '--json');
		const { context } = JSON.parse(out) as { context: { role: string; content: string }[] };
		const results = context.filter(({ role }) => role === 'tool');
		assert.ok(results.length > 0);
		assert.ok(results.every(({ content }) => content.trim() !== ''));
	});

	it('counts the messages that people see numbered, also those that a context sends as one', async () => {
		const file = path.join(folder, 'twice.json');
		const said = [1, 2].map((time) => ({ role: 'user', content: `For the ${time}. time.` }));
		const later = Array.from({ length: 30 }, (_, at) => ({
			role: at % 2 === 0 ? 'assistant' : 'user',
			content: `Message ${at}: ${'it reads what it should read. '.repeat(20)}`,
		}));
		const log = [...said, ...later];
		await writeFile(file, JSON.stringify(log));
		const { compactions, log: counted } = await report(file, '--force');
		const [{ messages, range } = assert.fail()] = compactions;
		assert.deepEqual([messages.before, counted.messages], [log.length, log.length]);
		assert.equal(messages.after, log.length - (range[1] - range[0] + 1) + 1);
	});

	it('reports as one JSON object, without a secret of the focus', async () => {
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const json = await report(sample, '--force', '--focus', `calendar ${secret}`);
		assert.equal(json.log.messages, 124);
		const [only] = json.compactions;
		assert.ok(only !== undefined);
		assert.equal(only.focus, 'calendar [REDACTED]');
		assert.equal(only.trigger, 'manual');
		assert.deepEqual(only.summariser, { kind: 'built-in', model: null });
		assert.ok(only.tokens.after < only.tokens.before);
		assert.deepEqual(Object.keys(json.sections), [...sectionTitles]);
		assert.ok(json.handoff.includes(json.sections['Relevant Files'] ?? '?'));
		assert.ok(json.context.some((message) => String(message.content).includes(json.handoff)));
		assert.deepEqual(json.warnings, []);
	});

	it('does not mind a reader that has seen enough', async () => {
		const child = spawn(process.execPath, [commandLineProgram, sample, '--print-log']);
		let error = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
		child.stdout.once('data', () => child.stdout.destroy());
		const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
		assert.equal(error, '');
		assert.equal(code, 0);
	});

	it('says so when what cannot be cut is larger than the window', async () => {
		const file = path.join(folder, 'large.json');
		const told = (role: string, content: string) => ({ role, content });
		const turns = Array.from({ length: 30 }, (_, turn) => [
			told('user', `Request ${turn}: ${'look at the parser once more. '.repeat(20)}`),
			told('assistant', `Reply ${turn}: ${'it reads what it should read. '.repeat(20)}`),
		]);
		const rules = told('system', 'Follow each of the many rules of this house. '.repeat(1_500));
		await writeFile(file, JSON.stringify([rules, ...turns.flat()]));
		const { code, error } = await compact(file, '--force', '--window', '8000');
		assert.equal(code, 0);
		assert.match(error, /still has about [\d,]+ tokens; the window has 8,000/);
	});

	it('prints a log that reads back as the same log', async () => {
		const { out } = await compact(sample, '--print-log');
		assert.equal(out.trimEnd().split('\n').length, 124);
		const copy = path.join(folder, 'copy.jsonl');
		await writeFile(copy, out);
		const again = await compact(copy, '--print-log');
		assert.equal(again.out, out);
	});

	it('reads on behind a malformed line and warns with its number', async () => {
		const file = path.join(folder, 'broken.jsonl');
		const { out } = await compact(sample, '--print-log');
		const lines = out.trimEnd().split('\n');
		await writeFile(file, [...lines.slice(0, 60), '{"role": oops', ...lines.slice(60)].join('\n'));
		const json = await report(file, '--force');
		assert.equal(json.log.messages, 124);
		assert.deepEqual(
			json.warnings.map(({ line }) => line),
			[61],
		);
	});
});

describe('the command line with models', () => {
	let provider: FakeProvider;
	beforeEach(async () => {
		provider = await startFakeProvider();
	});
	afterEach(() => provider.dispose());

	function withModels(...more: readonly string[]): Promise<Report> {
		const server = ['--base-url', provider.baseUrl, '--model', 'small'];
		return report(sample, '--force', ...server, ...more);
	}

	const tries = ({ attempts }: Report): string[] =>
		attempts.map(({ rung, model, outcome }) => [rung, model, outcome].join(' '));

	for (const api of ['chat', 'responses'] as const) {
		it(`has a model write the summary over ${api}, and tells what it used`, async () => {
			const json = await withModels('--api', api);
			assert.deepEqual(tries(json), ['summary-model small ok']);
			assert.deepEqual(json.compactions[0]?.summariser, { kind: 'model', model: 'small' });
			assert.match(json.handoff, /About the parser/);
			assert.equal(provider.requests[0]?.api, api);
		});
	}

	it('tries the model once more after the time is up, and then does without', async () => {
		provider.always(hang('before-headers'));
		const json = await withModels('--timeout', '300');
		assert.deepEqual(tries(json), [
			'summary-model small failed',
			'summary-model small failed',
			'built-in  ok',
		]);
		assert.match(json.attempts[0]?.error ?? '', /within 0\.3 s/);
		assert.equal(json.compactions[0]?.summariser.kind, 'built-in');
	});

	it('says what to do about a key that is refused, and shows it nowhere', async () => {
		provider.always(keyRefused);
		const server = ['--base-url', provider.baseUrl, '--model', 'small'];
		const { code, out, error } = await compact(sample, '--force', '--json', ...server);
		assert.equal(code, 0);
		assert.match(error, /key/i);
		assert.doesNotMatch(out + error, /zq81/);
	});
});

describe('the compiled program', function () {
	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});

	for (const [title, mode, isKept] of [
		['is kept in a folder for this account alone', undefined, true],
		['is neither kept nor taken where others may write', 0o777, false],
	] as const) {
		it(title, async () => {
			const home = await mkdtemp(path.join(os.tmpdir(), 'precis-home-'));
			const cache = path.join(home, '.cache', 'precis');
			try {
				if (mode !== undefined) {
					await mkdir(cache, { recursive: true });
					await chmod(cache, mode);
				}
				const options = { env: { ...process.env, HOME: home } };
				const child = spawn(process.execPath, [commandLineProgram, '--version'], options);
				assert.deepEqual(await once(child, 'close'), [0, null]);
				assert.equal((await stat(cache)).mode & 0o777, mode ?? 0o700);
				assert.equal((await readdir(cache)).length > 0, isKept);
			} finally {
				await rm(home, { recursive: true });
			}
		});
	}
});
