import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';
import { assistant, exported, summary, tool, user, type Saved } from './openCodeFiles.ts';

function open(messages: readonly Saved[], more: object = {}): Promise<Transcript> {
	return openTranscript(memorySource(exported(messages, more), { name: 'session.json' }));
}

async function sketches(...messages: readonly Saved[]): Promise<readonly string[]> {
	return only(await open(messages)).messages.map((message) => sketch(message));
}

function found({ problems }: Transcript): readonly string[] {
	return problems.map(({ message }) => message);
}

describe('an exported OpenCode session', () => {
	it('marks failed results and leaves calls alone that never ended', async () => {
		const failed = tool('a', '', { status: 'error', error: 'no such file' });
		const stopped = tool('b', '', {
			status: 'error',
			error: 'aborted',
			metadata: { interrupted: true, output: 'half' },
		});
		const running = tool('c', '', { status: 'running' });
		const pending = tool('d', '', { status: 'pending', input: {}, raw: '{"path":"/x' });
		const { messages } = only(await open([assistant('m1', failed, stopped, running, pending)]));
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			['assistant: (a, b, c, d)', 'tool a: no such file', 'tool b: half'],
		);
		assert.deepEqual(
			messages.map((message) => message.role === 'tool' && message.isError === true),
			[false, true, false],
		);
		const [called] = messages;
		assert.equal(called?.role === 'assistant' && called.toolCalls?.[3]?.arguments, '{"path":"/x');
	});

	it('has a call that OpenCode refused as a failed one of the tool that was wanted', async () => {
		const input = { tool: 'recall', error: 'Model tried to call unavailable tool' };
		const refused = { ...tool('a', 'The arguments are invalid', { input }), tool: 'invalid' };
		const [called, result] = only(await open([assistant('m1', refused)])).messages;
		assert.deepEqual(called?.role === 'assistant' && called.toolCalls, [
			{ id: 'a', name: 'recall', arguments: '{}' },
		]);
		assert.equal(result?.role === 'tool' && result.isError, true);
	});

	it('tells what the person wrote from what OpenCode added', async () => {
		const synthetic = { type: 'text', text: 'Called the Read tool', synthetic: true };
		const ignored = { type: 'text', text: 'only shown', ignored: true };
		assert.deepEqual(await sketches(user('m1', 'look at @a', synthetic, ignored)), [
			'user: look at @a',
			'user (client): Called the Read tool',
		]);
	});

	it('is rid of the quotes that the command line puts around a prompt', async () => {
		const prompts = ['"Say \\"hi\\" now"', '"one" and "two"', '"one"', '"open end', '"a "b" c"'];
		assert.deepEqual(await sketches(...prompts.map((text, index) => user(`m${index}`, text))), [
			'user: Say "hi" now',
			'user: "one" and "two"',
			'user: "one"',
			'user: "open end',
			'user: "a "b" c"',
		]);
	});

	it('shows images, names other files, and passes over those that are written out', async () => {
		const image = { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA==' };
		const pdf = { type: 'file', mime: 'application/pdf', filename: 'a.pdf', url: 'file:///a.pdf' };
		const text = { type: 'file', mime: 'text/plain', filename: 'a.txt', url: 'file:///a.txt' };
		const transcript = await open([
			user('m1', 'see', image, pdf, text),
			assistant('m2', tool('a', 'done', { attachments: [{ mime: 'image/png' }, image] })),
		]);
		const [asked, , result] = only(transcript).messages;
		const shown = { type: 'image', mediaType: 'image/png', url: image.url };
		assert.deepEqual(asked?.content, [
			{ type: 'text', text: 'see' },
			shown,
			{ type: 'text', text: '[a.pdf, application/pdf]' },
		]);
		assert.deepEqual(result?.content, [{ type: 'text', text: 'done' }, shown]);
	});

	it('leaves reasoning and bookkeeping out, and names what it does not know', async () => {
		const quiet = ['reasoning', 'step-finish', 'snapshot', 'patch', 'agent', 'retry'];
		const odd = { type: 'hologram' };
		const transcript = await open([
			assistant('m1', ...quiet.map((type) => ({ type, text: 'hm' })), 'yes', odd, odd),
		]);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['assistant: yes'],
		);
		assert.deepEqual(found(transcript), [
			'2 records of the unknown kind "hologram part" were left out.',
		]);
	});

	it('is cut into the replies that one of its messages holds', async () => {
		const step = { type: 'step-start' };
		assert.deepEqual(
			await sketches(assistant('m1', step, 'one', tool('a', 'A'), step, 'two', step)),
			['assistant: one (a)', 'tool a: A', 'assistant: two'],
		);
	});

	it('keeps a result whole that OpenCode cleared from its context', async () => {
		const cleared = tool('a', 'all of it', { time: { start: 1, end: 2, compacted: 3 } });
		assert.deepEqual(await sketches(assistant('m1', cleared)), [
			'assistant: (a)',
			'tool a: all of it',
		]);
	});

	it('has no reply where Kilo showed how far it is', async () => {
		const metadata = { 'kilocode.lifecycle': 'transient' };
		const shown = { type: 'text', text: 'Initializing snapshot…', synthetic: true, metadata };
		assert.deepEqual(await sketches(user('m1', 'hello'), assistant('m2', shown)), ['user: hello']);
	});
});

describe('an OpenCode session that was compacted', () => {
	const asking = (id: string, tail?: string): Saved =>
		user(id, {
			type: 'compaction',
			auto: true,
			...(tail === undefined ? {} : { tail_start_id: tail }),
		});
	const before = [
		user('m1', 'first'),
		assistant('m2', 'one'),
		user('m3', 'second'),
		assistant('m4', 'two'),
	];
	const after = [
		user('m7', { type: 'text', text: 'Continue if you have next steps', synthetic: true }),
		assistant('m8', 'three'),
	];

	it('has its whole log, and the summary beside it', async () => {
		const tokens = { input: 900, output: 50, cache: { read: 40, write: 10 } };
		const counted = { info: { ...before[3]?.info, tokens }, parts: before[3]?.parts ?? [] };
		const { messages, earlier } = only(
			await open([
				...before.slice(0, 3),
				counted,
				asking('m5'),
				summary('m6', 'm5', 'So far.', { time: { created: 7 } }),
				...after,
			]),
		);
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			[
				'user: first',
				'assistant: one',
				'user: second',
				'assistant: two',
				'user (client): Continue if you have next steps',
				'assistant: three',
			],
		);
		assert.deepEqual(earlier, [
			{
				range: { start: 0, end: 4 },
				at: 4,
				summary: 'So far.',
				tokensBefore: 1_000,
				trigger: 'automatic',
				time: 7,
			},
		]);
	});

	it('has the prompt once that is said again after it', async () => {
		const again = user('m7', { type: 'text', text: 'third', synthetic: true }, 'more');
		const told = { type: 'text', text: 'by the client', synthetic: true };
		const prompt = user('m4', 'third', told);
		const compacted = [asking('m5'), summary('m6', 'm5', 'So far.')];
		const direct = only(await open([...before, prompt, ...compacted, again]));
		assert.deepEqual(direct.earlier?.[0]?.range, { start: 0, end: 4 });
		assert.deepEqual(
			direct.messages.slice(4).map((message) => sketch(message)),
			['user: third', 'user (client): by the client', 'user: more'],
		);
		const worked = [...before, prompt, assistant('m5', 'half'), ...compacted, user('m7', 'third')];
		const midTurn = only(await open(worked));
		assert.deepEqual(midTurn.earlier?.[0]?.range, { start: 0, end: 7 });
		assert.equal(
			sketch(midTurn.messages[7] ?? { role: 'system', content: '' }),
			'user (client): third',
		);
	});

	it('tells which messages were kept as they are', async () => {
		const { earlier } = only(
			await open([...before, asking('m5', 'm3'), summary('m6', 'm5', 'So far.')]),
		);
		assert.deepEqual(earlier, [
			{ range: { start: 0, end: 2 }, at: 4, summary: 'So far.', trigger: 'automatic' },
		]);
	});

	it('was not when the summary failed or never ended', async () => {
		for (const more of [{ error: { name: 'APIError' } }, { finish: undefined }]) {
			const transcript = await open([...before, asking('m5'), summary('m6', 'm5', 'Half', more)]);
			assert.equal(only(transcript).earlier, undefined);
			assert.equal(only(transcript).messages.length, 4);
			assert.deepEqual(found(transcript), [
				'Message 6 is the summary of a compaction that failed; it was left out.',
			]);
		}
	});
});

describe('an OpenCode session that was taken back', () => {
	const messages = [
		user('m1', 'first'),
		assistant('m2', { type: 'text', text: 'one', id: 'p1' }, { ...tool('a', 'A'), id: 'p2' }),
		user('m3', 'second'),
	];

	it('ends before the message it was taken back to', async () => {
		const transcript = await open(messages, { revert: { messageID: 'm2' } });
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: first'],
		);
		assert.deepEqual(found(transcript), [
			'The user rewound the session; 2 messages are not shown.',
		]);
	});
});

describeDocumentDefects(
	'opencode',
	(messages) => JSON.parse(exported(messages as Saved[])) as unknown,
	[user('m1', 'go'), assistant('m2', 'yes', tool('a', 'A')), user('m3', 'thanks')],
);
