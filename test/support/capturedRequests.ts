import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, ToolCall } from '../../src/messages/message.ts';

/** Requests of real clients, as their providers got them; absent on most machines. */

const folder = join(import.meta.dirname, '../../../shared/clients/captures');

/** The clients there are captured requests of. */
export const capturedClients: readonly string[] = [
	'claude',
	'cline',
	'codex',
	'copilot',
	'gemini',
	'kilo',
	'opencode',
	'qwen',
].filter((client) => existsSync(join(folder, client)));

/** All runs of these clients, by folder: some were made to compact, to be resumed, or with hooks. */
export const capturedRuns: readonly string[] = existsSync(folder) ? readdirSync(folder).sort() : [];

/** A request as it was captured. */
export interface CapturedRequest {
	/** Of its file. */
	readonly name: string;
	/** Its instructions first. */
	readonly messages: readonly Message[];
	readonly offersTools: boolean;
}

/** A run's requests in order; none where there is no such folder. */
export function capturedRequests(run: string): readonly CapturedRequest[] {
	const place = join(folder, run);
	return (existsSync(place) ? readdirSync(place) : [])
		.filter((name) => name.includes('-POST-'))
		.sort()
		.map((name) => {
			const text = readFileSync(join(place, name), 'utf8');
			const { body } = JSON.parse(text) as { readonly body: Fields };
			const offersTools = listOf(body['tools']).length > 0;
			return { name, messages: messagesOf(body), offersTools };
		});
}

type Fields = Readonly<Record<string, unknown>>;

function messagesOf({ system, instructions, systemInstruction, ...body }: Fields): Message[] {
	const told = textOf(system ?? instructions ?? systemInstruction);
	const rows = listOf(body['messages'] ?? body['input'] ?? body['contents']).flatMap(rowOf);
	return [...(told === '' ? [] : [{ role: 'system' as const, content: told }]), ...rows];
}

/** The messages of a row: of Anthropic and Gemini several, where it has results of calls. */
function rowOf(row: Fields): Message[] {
	const { role, content, parts = content, type } = row;
	if (type === 'function_call_output' || role === 'tool') {
		const toolCallId = String(row['call_id'] ?? row['tool_call_id']);
		return [{ role: 'tool', toolCallId, content: textOf(row['output'] ?? content) }];
	}
	const pieces = listOf(parts);
	const calls = [...listOf(row['tool_calls']), ...pieces, row].flatMap(callOf);
	if (calls.length > 0 || role === 'assistant' || role === 'model') {
		const text = textOf(parts);
		return [
			calls.length > 0
				? { role: 'assistant', content: text, toolCalls: calls }
				: { role: 'assistant', content: text },
		];
	}
	const results = pieces.flatMap(resultOf);
	const said = textOf(parts);
	const isSystem = role === 'system' || role === 'developer';
	return [
		...results,
		...(said === ''
			? []
			: [{ role: isSystem ? ('system' as const) : ('user' as const), content: said }]),
	];
}

function callOf(piece: Fields): ToolCall[] {
	const made = fieldsOf(piece['function'] ?? piece['functionCall'] ?? piece);
	const values = made['arguments'] ?? made['args'] ?? made['input'];
	const isCall =
		piece['function'] !== undefined ||
		piece['functionCall'] !== undefined ||
		piece['type'] === 'function_call' ||
		piece['type'] === 'tool_use';
	const id = String(piece['call_id'] ?? made['id'] ?? piece['id'] ?? made['name']);
	const text = typeof values === 'string' ? values : JSON.stringify(values ?? {});
	return isCall ? [{ id, name: String(made['name']), arguments: text }] : [];
}

function resultOf(piece: Fields): Message[] {
	const response = piece['functionResponse'];
	if (response !== undefined) {
		const { id, name, response: value } = fieldsOf(response);
		return [{ role: 'tool', toolCallId: String(id ?? name), content: JSON.stringify(value) }];
	}
	return piece['type'] === 'tool_result'
		? [
				{
					role: 'tool',
					toolCallId: String(piece['tool_use_id']),
					content: textOf(piece['content']),
				},
			]
		: [];
}

function textOf(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}
	if (Array.isArray(value)) {
		return value
			.map(textOf)
			.filter((text) => text !== '')
			.join('\n');
	}
	const { text, parts } = fieldsOf(value);
	return typeof text === 'string' ? text : parts === undefined ? '' : textOf(parts);
}

function listOf(value: unknown): readonly Fields[] {
	return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
