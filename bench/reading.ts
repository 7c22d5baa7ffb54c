/**
 * How fast saved sessions are read: the largest Claude Code file at hand, and a generated Codex file
 * of the size that long sessions reach. Run with `node bench/reading.ts`.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileSource } from '../src/transcripts/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';

/** A kind of session, and how fast it is to be read. */
interface Kind {
	readonly name: string;
	/** Megabytes per second of processor time: other work on the machine does not count. */
	readonly target: number;
	/** Size of a file that is made up. */
	readonly bytes: number;
	readonly rounds: number;
	/** A session at hand that is measured instead. */
	readonly real?: string | undefined;
	readonly turn: (index: number) => string;
}

const shared = join(import.meta.dirname, '../../shared/transcripts/claude-code');

function largestShared(): string | undefined {
	const paths = existsSync(shared) ? readdirSync(shared).map((name) => join(shared, name)) : [];
	return paths.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];
}

function lines(...records: readonly object[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const output = 'drwxr-xr-x 2 user users 4096 a-file.ts\n'.repeat(50);

function claudeTurn(index: number): string {
	const line = (type: string, uuid: string, parentUuid: string, message: object): object => ({
		type,
		uuid,
		parentUuid,
		isSidechain: false,
		sessionId: 's',
		message,
	});
	const call = { type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls -l' } };
	const result = { type: 'tool_result', tool_use_id: `t${index}`, content: output };
	return lines(
		line('assistant', `a${index}`, `u${index - 1}`, { id: `m${index}`, content: [call] }),
		line('user', `u${index}`, `a${index}`, { role: 'user', content: [result] }),
	);
}

/** As real sessions are: results twice, once for the model and once for the user interface. */
function codexTurn(index: number): string {
	const line = (type: string, payload: object): object => ({ timestamp: 't', type, payload });
	const item = (type: string, fields: object): object => line('response_item', { type, ...fields });
	const event = (type: string, fields: object): object => line('event_msg', { type, ...fields });
	const said = [{ type: 'output_text', text: 'I look at the files now.' }];
	return lines(
		line('turn_context', { cwd: '/work', model: 'gpt', sandbox_policy: { type: 'none' } }),
		item('reasoning', { summary: [], encrypted_content: 'x'.repeat(800) }),
		event('agent_message', { message: 'I look at the files now.' }),
		item('message', { role: 'assistant', content: said }),
		item('function_call', {
			call_id: `c${index}`,
			name: 'exec_command',
			arguments: '{"cmd":"ls"}',
		}),
		event('token_count', { info: { last_token_usage: { total_tokens: index } } }),
		event('exec_command_end', { call_id: `c${index}`, aggregated_output: output, exit_code: 0 }),
		item('function_call_output', { call_id: `c${index}`, output }),
	);
}

const kinds: readonly Kind[] = [
	// 4 MB in 300 ms.
	{
		name: 'claude-code',
		target: 4 / 0.3,
		bytes: 4e6,
		rounds: 15,
		real: largestShared(),
		turn: claudeTurn,
	},
	{ name: 'codex', target: 60, bytes: 100e6, rounds: 5, turn: codexTurn },
];

async function generate(folder: string, { name, bytes, turn }: Kind): Promise<string> {
	const path = join(folder, `${name}.jsonl`);
	const file = await open(path, 'w');
	let written = 0;
	for (let index = 0; written < bytes; index += 1) {
		const text = turn(index);
		written += text.length;
		await file.write(text);
	}
	await file.close();
	return path;
}

async function measure(path: string, { rounds, target }: Kind): Promise<void> {
	const source = await fileSource(path);
	const times: number[] = [];
	let messages = 0;
	for (let round = 0; round < rounds; round += 1) {
		const start = process.cpuUsage();
		const { conversations } = await openTranscript(source);
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1e3);
		messages = conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
	}
	const [first = 0] = times;
	const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
	const megabytes = source.size / 1e6;
	const speed = megabytes / (median / 1e3);
	console.log(`${basename(path)}: ${megabytes.toFixed(1)} MB, ${messages} messages`);
	console.log(`median ${median.toFixed(0)} ms, first ${first.toFixed(0)} ms`);
	console.log(
		`${speed.toFixed(0)} MB/s, target ${target.toFixed(0)} MB/s: ` +
			(speed >= target ? 'met' : 'MISSED'),
	);
	process.exitCode = speed >= target ? process.exitCode : 1;
}

const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
try {
	for (const kind of kinds) {
		await measure(kind.real ?? (await generate(folder, kind)), kind);
	}
} finally {
	await rm(folder, { recursive: true });
}
