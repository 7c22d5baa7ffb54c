/** Made-up sessions: lines of two to six kilobytes, as in real ones. */

import { closeSync, openSync, writeSync } from 'node:fs';

/** One turn of a session, some lines. */
export type TurnLines = (index: number) => string;

/** Bytes gathered before they are written. */
const writtenAtOnce = 1 << 20;

const listing = 'drwxr-xr-x 2 user users 4096 2026-01-01 12:00:00 a-file-name.ts\n';

function output(index: number): string {
	return listing.repeat(20 + (index % 60));
}

function lines(...values: readonly object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** A call with its result, and what Claude Code writes beside it; now and then a request. */
export const claudeCodeLines: TurnLines = (index) => {
	const uuid = (kind: string, of = index): string =>
		`${kind}0000000-0000-4000-8000-${String(of).padStart(12, '0')}`;
	const line = (type: string, kind: string, parent: string | null, fields: object): object => ({
		parentUuid: parent,
		isSidechain: false,
		sessionId: 's',
		type,
		...fields,
		uuid: uuid(kind),
	});
	const call = {
		type: 'tool_use',
		id: `toolu_${index}`,
		name: 'Bash',
		input: { command: 'ls -l' },
	};
	const text = output(index);
	const result = { type: 'tool_result', tool_use_id: `toolu_${index}`, content: text };
	const before = index === 0 ? null : uuid('d', index - 1);
	return lines(
		line('user', 'a', before, { message: { role: 'user', content: `Look at ${index}.` } }),
		line('assistant', 'b', uuid('a'), { message: { id: `msg_${index}`, content: [call] } }),
		line('progress', 'c', uuid('b'), { toolUseID: 'x', data: { output: text.slice(0, 100) } }),
		line('user', 'd', uuid('c'), {
			message: { role: 'user', content: [result] },
			// Half of a line is what only the client needs.
			toolUseResult: { stdout: text.slice(0, text.length / 2) },
		}),
	);
};

/** Likewise as Codex writes it. */
export const codexLines: TurnLines = (index) => {
	const line = (type: string, payload: object): object => ({
		timestamp: '2026-01-01T12:00:00.000Z',
		type,
		payload,
	});
	const request = { type: 'input_text', text: `Look at ${index}.` };
	const meta = {
		id: 's',
		timestamp: '2026-01-01T12:00:00.000Z',
		cwd: '/home',
		cli_version: '0.50.0',
	};
	return lines(
		...(index === 0 ? [line('session_meta', meta)] : []),
		line('response_item', { type: 'message', role: 'user', content: [request] }),
		line('response_item', {
			type: 'function_call',
			name: 'shell',
			arguments: '{"command":["ls","-l"]}',
			call_id: `call_${index}`,
		}),
		line('response_item', {
			type: 'function_call_output',
			call_id: `call_${index}`,
			output: output(index),
		}),
	);
};

/** Writes a session of about this many bytes. */
export function writeSession(path: string, turn: TurnLines, bytes: number): void {
	const file = openSync(path, 'w');
	let made = 0;
	for (let index = 0; made < bytes; ) {
		const turns: string[] = [];
		for (let length = 0; length < writtenAtOnce; index += 1) {
			const text = turn(index);
			length += text.length;
			turns.push(text);
		}
		made += writeSync(file, turns.join(''));
	}
	closeSync(file);
}
