/**
 * Run as a process of its own: reads a file that is made up while it is read and prints what that
 * took. Arguments: the kind of file, its size in MB.
 */

import { openTranscript } from '../../../src/transcripts/open.ts';
import type { TranscriptSource } from '../../../src/transcripts/reader.ts';
import { peakMemory } from '../../support/peakMemory.ts';

/** What the process prints. */
export interface Probe {
	/** Bytes of the file. */
	readonly fileBytes: number;
	/** The most memory the process had at any time, less what it had before it read. */
	readonly peakBytes: number;
	readonly messages: number;
	readonly problems: number;
	readonly milliseconds: number;
}

const output = 'drwxr-xr-x 2 user users 4096 2026-01-01 12:00:00 a-file-name.ts\\n';

/** Makes up one turn of a file: two to six kilobytes, as in real sessions. */
type Turn = (index: number, text: string) => string;

function claudeLine(type: string, uuid: string, parent: string, fields: string): string {
	const envelope = `"uuid":"${uuid}","parentUuid":"${parent}","isSidechain":false,"sessionId":"s"`;
	return `{${envelope},"type":"${type}",${fields}}\n`;
}

const claudeTurn: Turn = (index, text) => {
	const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
	const call = `{"type":"tool_use","id":"toolu_${index}","name":"Bash","input":{"command":"ls"}}`;
	const made = `"message":{"id":"msg_${index}","role":"assistant","content":[${call}]}`;
	const block = `{"type":"tool_result","tool_use_id":"toolu_${index}","content":"${text}"}`;
	const progress = `"data":{"type":"bash_progress","output":"${text.slice(0, 100)}"},"toolUseID":"x"`;
	return [
		claudeLine('assistant', `a${id}`, `u${index === 0 ? 'none' : id}`, made),
		claudeLine('progress', `p${id}`, `a${id}`, progress),
		claudeLine('user', `u${id}`, `a${id}`, `"message":{"role":"user","content":[${block}]}`),
	].join('');
};

const chatTurn: Turn = (index, text) => {
	const call = `{"id":"c${index}","type":"function","function":{"name":"ls","arguments":"{}"}}`;
	return (
		`{"role":"assistant","content":null,"tool_calls":[${call}]},` +
		`{"role":"tool","tool_call_id":"c${index}","content":"${text}"},`
	);
};

const codexTurn: Turn = (index, text) => {
	const line = (type: string, payload: string): string =>
		`{"timestamp":"t","type":"${type}","payload":{${payload}}}\n`;
	const call = `"call_id":"c${index}","name":"ls","arguments":"{}"`;
	return [
		line('response_item', `"type":"function_call",${call}`),
		line('event_msg', `"type":"exec_command_end","aggregated_output":"${text}"`),
		line('response_item', `"type":"function_call_output","call_id":"c${index}","output":"${text}"`),
	].join('');
};

interface Kind {
	readonly start: string;
	readonly end: string;
	readonly turn: Turn;
	readonly text: string;
}

const kinds: Readonly<Record<string, Kind>> = {
	'claude-code': { start: '', end: '', turn: claudeTurn, text: output },
	// One character beyond Latin-1 doubles what the whole string takes in memory.
	'claude-code-wide': { start: '', end: '', turn: claudeTurn, text: `✓ ${output}` },
	codex: { start: '', end: '', turn: codexTurn, text: output },
	'openai-document': {
		start: '{"tools":[],"messages":[',
		end: '{"role":"user","content":"end"}]}',
		turn: chatTurn,
		text: output,
	},
	'openai-document-wide': {
		start: '[',
		end: '{"role":"user","content":"end"}]',
		turn: chatTurn,
		text: `✓ ${output}`,
	},
};

function madeUp({ start, end, turn, text }: Kind, bytes: number): TranscriptSource {
	return {
		name: 'made-up',
		size: bytes,
		async *bytes() {
			yield Buffer.from(start);
			let made = 0;
			for (let index = 0; made < bytes; index += 1) {
				const piece = Buffer.from(turn(index, text.repeat(20 + (index % 60))));
				made += piece.length;
				yield piece;
			}
			yield Buffer.from(end);
		},
	};
}

/** A file that is a single line: a message with one text as long as the file. */
function oneLine(bytes: number): TranscriptSource {
	const start = '{"type":"user","uuid":"1","sessionId":"s","message":{"role":"user","content":"';
	return {
		name: 'made-up',
		size: bytes,
		async *bytes() {
			yield Buffer.from(start);
			for (let made = 0; made < bytes; made += 1e6) {
				yield Buffer.alloc(1e6, 'x');
			}
			yield Buffer.from('"}}\n');
		},
	};
}

const [, , name = '', megabytes = ''] = process.argv;
const kind = kinds[name];
const bytes = Number(megabytes) * 1e6;
if (kind !== undefined || name === 'one-line') {
	const source = kind === undefined ? oneLine(bytes) : madeUp(kind, bytes);
	const before = process.memoryUsage.rss();
	const start = performance.now();
	const transcript = await openTranscript(source);
	const probe: Probe = {
		fileBytes: source.size,
		peakBytes: peakMemory() - before,
		messages: transcript.conversations.reduce((sum, { messages }) => sum + messages.length, 0),
		problems: transcript.problems.length,
		milliseconds: performance.now() - start,
	};
	process.stdout.write(JSON.stringify(probe));
}
