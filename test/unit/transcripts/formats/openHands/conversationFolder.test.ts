import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { only, sketch } from '../../reading.ts';
import { action, observation, said } from './events.ts';

const text = (words: string): object => ({ type: 'text', text: words });

let made = 0;

/** An event of the SDK. */
function event(kind: string, more: object): { readonly id: string } {
	made += 1;
	const id = `${String(made).padStart(8, '0')}-0000-4000-8000-000000000000`;
	return { id, timestamp: '2026-01-31T10:00:00.000Z', kind, ...more } as { readonly id: string };
}

const message = (source: string, words: string, more: object = {}): { readonly id: string } =>
	event('MessageEvent', { source, llm_message: { role: source, content: [text(words)] }, ...more });

const call = (
	id: string,
	thought: string,
	args: object,
	more: object = {},
): { readonly id: string } =>
	event('ActionEvent', {
		source: 'agent',
		thought: thought === '' ? [] : [text(thought)],
		tool_name: 'terminal',
		tool_call_id: id,
		tool_call: { id, name: 'terminal', arguments: JSON.stringify(args), origin: 'completion' },
		llm_response_id: 'r1',
		...more,
	});

const came = (id: string, words: string, more: object = {}): { readonly id: string } =>
	event('ObservationEvent', {
		source: 'environment',
		tool_name: 'terminal',
		tool_call_id: id,
		observation: { content: [text(words)], is_error: false, kind: 'TerminalObservation', ...more },
	});

describe('a folder of an OpenHands conversation', () => {
	let folder = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		mkdirSync(join(folder, 'events'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function write(name: string, content: unknown): void {
		writeFileSync(
			join(folder, name),
			typeof content === 'string' ? content : JSON.stringify(content),
		);
	}

	function nameOf(index: number, { id }: { readonly id: string }): string {
		return `events/event-${String(index).padStart(5, '0')}-${id}.json`;
	}

	/** Lays out a conversation of the SDK. */
	function conversation(...events: readonly { readonly id: string }[]): void {
		write('base_state.json', {
			id: 'c1',
			agent: { kind: 'Agent', llm: { api_key: 'a-secret' } },
			workspace: { working_dir: '/work/shop', kind: 'LocalWorkspace' },
		});
		for (const [index, each] of events.entries()) {
			write(nameOf(index, each), each);
		}
	}

	async function open(name = 'base_state.json'): Promise<Transcript> {
		return openTranscript(await fileSource(join(folder, name)));
	}

	async function sketches(name?: string): Promise<readonly string[]> {
		return only(await open(name)).messages.map((each) => sketch(each));
	}

	const prompt = event('SystemPromptEvent', {
		source: 'agent',
		system_prompt: text('You are OpenHands.'),
		dynamic_context: text('Today is Saturday.'),
		tools: [],
	});

	it('has what was said, the calls of a reply together, and how commands ended', async () => {
		const events = [
			prompt,
			message('user', 'run the tests', { extended_content: [text('A skill.')] }),
			event('ConversationStateUpdateEvent', { source: 'environment', key: 'k', value: 1 }),
			call('t1', 'I run them.', { command: 'npm test' }),
			call('t2', '', { command: 'ls' }),
			came('t1', '1 failing', { exit_code: 1, metadata: { exit_code: 1 } }),
			came('t2', 'a.ts', { metadata: { exit_code: 0 } }),
			message('agent', 'One fails.'),
		];
		conversation(...events);
		const transcript = await open();
		assert.equal(transcript.format, 'openhands');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(await sketches(), [
			'system: You are OpenHands.\n\nToday is Saturday.',
			'user: run the tests',
			'user (client): A skill.',
			'assistant: I run them. (t1, t2)',
			'tool t1: 1 failing',
			'tool t2: a.ts',
			'assistant: One fails.',
		]);
		const codes = only(transcript).messages.flatMap((each) =>
			each.role === 'tool' ? [each.exitCode] : [],
		);
		assert.deepEqual(codes, [1, 0]);
		assert.equal(only(transcript).title, 'run the tests');
		assert.ok(!JSON.stringify(only(transcript)).includes('a-secret'));
	});

	it('is opened by any of its events too, and called as its server calls it', async () => {
		const events = [message('user', 'one'), message('agent', 'two'), message('user', 'three')];
		conversation(...events);
		write('meta.json', { id: 'c1', title: 'Counting' });
		assert.equal(only(await open()).title, 'Counting');
		const [, second] = events;
		assert.ok(second !== undefined);
		assert.deepEqual(await sketches(nameOf(1, second)), await sketches());
	});

	it('tells calls that were rejected or failed, and commands that go on', async () => {
		const of = (kind: string, id: string, more: object): { readonly id: string } =>
			event(kind, { source: 'environment', tool_name: 'terminal', tool_call_id: id, ...more });
		conversation(
			message('user', 'go'),
			call('t1', 'a', {}),
			of('UserRejectObservation', 't1', { rejection_reason: 'not now' }),
			call('t2', 'b', {}),
			of('AgentErrorEvent', 't2', { error: 'no such tool' }),
			call('t3', 'c', {}),
			came('t3', 'still on', { exit_code: -1 }),
			call('t4', 'd', {}),
			came('t4', 'bad path', { is_error: true }),
		);
		const results = only(await open()).messages.flatMap((each) =>
			each.role === 'tool' ? [[each.content, each.isError, each.exitCode]] : [],
		);
		assert.deepEqual(results, [
			['Action rejected: not now', true, undefined],
			['no such tool', true, undefined],
			['still on', undefined, undefined],
			['bad path', true, undefined],
		]);
	});

	it('has condensations as compactions of what they forget, else as summaries', async () => {
		const events = [
			message('user', 'one'),
			message('agent', 'two'),
			message('user', 'three'),
			message('agent', 'four'),
		];
		const [first, second] = events;
		const condensed = event('Condensation', {
			source: 'environment',
			forgotten_event_ids: [second?.id, first?.id],
			summary: 'They counted.',
			llm_response_id: 'r',
		});
		conversation(...events, condensed, message('user', 'five'));
		assert.deepEqual(only(await open()).earlier, [
			{ range: { start: 0, end: 2 }, at: 4, summary: 'They counted.' },
		]);
		rmSync(join(folder, 'events'), { recursive: true });
		mkdirSync(join(folder, 'events'));
		conversation(condensed, message('user', 'five'));
		assert.deepEqual(await sketches(), ['user (summary): They counted.', 'user: five']);
	});

	it('follows the branch taken last', async () => {
		const root = message('user', 'one');
		const left = message('agent', 'left', { parent_id: root.id });
		const right = message('agent', 'right', { parent_id: root.id });
		conversation(root, left, right, message('user', 'on', { parent_id: right.id }));
		assert.deepEqual(await sketches(), ['user: one', 'assistant: right', 'user: on']);
		assert.equal((await open()).problems.length, 1);
	});

	it('tells of events that are damaged, missing links or of an unknown kind, by their number', async () => {
		const events = [message('user', 'one'), message('agent', 'two'), message('user', 'three')];
		conversation(...events, event('NoveltyEvent', { source: 'agent' }));
		const [, second] = events;
		assert.ok(second !== undefined);
		write(nameOf(1, second), JSON.stringify(second).slice(0, 40));
		const { problems } = await open();
		assert.deepEqual(
			problems.map(({ line }) => line),
			[2, 4],
		);
		assert.deepEqual(await sketches(), ['user: one', 'user: three']);
	});

	it('is not left by links: an event that leads out of it is not read', async () => {
		const outside = mkdtempSync(join(tmpdir(), 'precis-outside-'));
		try {
			const stolen = message('user', 'a secret of another');
			writeFileSync(join(outside, 'x.json'), JSON.stringify(stolen));
			conversation(message('user', 'one'));
			symlinkSync(join(outside, 'x.json'), join(folder, nameOf(1, stolen)));
			assert.deepEqual(await sketches(), ['user: one']);
		} finally {
			rmSync(outside, { recursive: true });
		}
	});

	it('without events is told as that', async () => {
		conversation();
		await assert.rejects(open(), { code: 'empty' });
	});

	it('may be of a version before the SDK, with events by number', async () => {
		const events = [
			said(0, 'run the tests'),
			action(1, 'run', { command: 'npm test' }),
			observation(2, 'run', '1 failing', { cause: 1 }),
		];
		for (let index = 3; index < 12; index += 1) {
			events.push(said(index, `answer ${index}`, 'agent'));
		}
		for (const [index, each] of events.entries()) {
			write(`events/${index}.json`, each);
		}
		const found = await sketches('events/0.json');
		assert.deepEqual(found.slice(0, 4), [
			'user (person): run the tests',
			'assistant: (event_1)',
			'tool event_1: 1 failing',
			'assistant: answer 3',
		]);
		assert.equal(found.at(-1), 'assistant: answer 11');
	});
});
