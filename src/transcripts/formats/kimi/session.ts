import type { Content, Part } from '../../../messages/message.ts';
import { Exchanges, type FoundCall, type FoundResult } from '../../building/exchanges.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import type { MessageList } from '../../building/messageList.ts';
import { blockType, openAiPart } from '../../building/openAiBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import type { ProblemList } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';
import { UnknownKinds } from '../../building/unknownKinds.ts';
import {
	kimiEvent,
	kimiRecord,
	kimiText,
	type KimiEvent,
	type KimiMessage,
	type KimiRecord,
} from './records.ts';

/** The newest protocol this reader was written for. */
const knownProtocol = '1.4';

/** Kinds of record that say nothing of the conversation. */
const bookkeeping =
	/^(?:full_compaction|goal|llm|mcp|permission|plan|plan_mode|plugin|runtime|skill|task|token_counting|tools|turn|usage)\./;

type Compaction = Extract<KimiRecord, { type: 'context.apply_compaction' }>;

/** What the model says and does in one request, until it ends. */
interface Step {
	readonly parts: Part[];
	readonly calls: FoundCall[];
	readonly results: { readonly result: FoundResult; readonly line: number }[];
}

/** Collects a session record by record. */
export class KimiSession {
	readonly earlier: EarlierCompaction[] = [];
	version: string | undefined;
	readonly #problems: ProblemList;
	readonly #exchanges: Exchanges;
	readonly #kinds = new UnknownKinds('record', 'left out');
	readonly #blocks = new UnknownKinds('block', 'shown as a mark');
	#step: Step = { parts: [], calls: [], results: [] };
	#systemPrompt = '';
	/** Messages of the log that are not in the context: system prompts, and what was summarised. */
	#outside = 0;
	/** Where the prompts stand that can still be undone. */
	#prompts: number[] = [];

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#exchanges = new Exchanges(problems);
	}

	take(value: unknown, line: number): void {
		const record = kimiRecord(value);
		if (typeof record === 'string') {
			if (!bookkeeping.test(record)) {
				this.#kinds.add(line, record);
			}
			return;
		}
		switch (record.type) {
			case 'metadata':
				this.version = record.protocol_version ?? undefined;
				reportNewer(this.version ?? '', knownProtocol, line, this.#problems);
				break;
			case 'config.update':
			case 'profile.bind':
				this.#system(record.systemPrompt ?? '');
				break;
			case 'context.append_message':
				this.#message(record.message, line);
				break;
			case 'context.append_loop_event':
				this.#event(kimiEvent(record.event), line);
				break;
			case 'context.apply_compaction':
				this.#compaction(record);
				break;
			case 'context.undo':
				this.#undo(record.count, line);
				break;
			case 'context.clear':
				this.#prompts = [];
				this.#problems.add(
					line,
					'The context was cleared here; what was said before is shown still.',
				);
				break;
		}
	}

	/** The messages, when the last record was taken. */
	finish(): MessageList {
		const messages = this.#settled();
		this.#kinds.report(this.#problems);
		this.#blocks.report(this.#problems);
		return messages;
	}

	#system(prompt: string): void {
		if (prompt !== '' && prompt !== this.#systemPrompt) {
			this.#systemPrompt = prompt;
			this.#settled().push({ role: 'system', content: prompt });
			this.#outside += 1;
		}
	}

	#message(message: KimiMessage, line: number): void {
		this.#endStep();
		const content = this.#content(message.content, line);
		switch (message.role) {
			case 'user': {
				const kind = message.origin?.kind ?? 'user';
				if (kind === 'user') {
					this.#prompts.push(this.#exchanges.settled().length);
				}
				const client = kind === 'user' ? {} : ({ origin: 'client' } as const);
				this.#exchanges.add({ role: 'user', content, ...client });
				break;
			}
			case 'assistant':
				this.#exchanges.assistant(content);
				break;
			case 'tool':
				this.#exchanges.result({ callId: message.toolCallId ?? undefined, content }, line);
				break;
			default:
				this.#kinds.add(line, `message of ${message.role}`);
		}
	}

	#event(event: KimiEvent | string, line: number): void {
		if (typeof event === 'string') {
			this.#kinds.add(line, event);
			return;
		}
		switch (event.type) {
			case 'step.begin':
			case 'step.end':
				this.#endStep();
				break;
			case 'content.part':
				this.#step.parts.push(...this.#parts([event.part], line));
				break;
			case 'tool.call': {
				const given = JSON.stringify(event.args ?? {});
				this.#step.calls.push({ id: event.toolCallId, name: event.name, arguments: given });
				break;
			}
			case 'tool.result': {
				const content = this.#content(event.result.output, line);
				const failed = event.result.isError ? { isError: true } : {};
				this.#step.results.push({
					result: { callId: event.toolCallId, content, ...failed },
					line,
				});
				break;
			}
		}
	}

	#endStep(): void {
		const { parts, calls, results } = this.#step;
		this.#step = { parts: [], calls: [], results: [] };
		if (parts.length > 0 || calls.length > 0) {
			this.#exchanges.assistant(contentOf(parts), calls);
		}
		for (const { result, line } of results) {
			this.#exchanges.result(result, line);
		}
	}

	#settled(): MessageList {
		this.#endStep();
		return this.#exchanges.settled();
	}

	#compaction({ summary, contextSummary, compactedCount, ...told }: Compaction): void {
		const at = this.#settled().length;
		const size = at - this.#outside;
		const kept = told.keptUserMessageCount === undefined ? Math.max(0, size - compactedCount) : 0;
		this.earlier.push({
			range: { start: 0, end: at - kept },
			at,
			summary: typeof summary === 'string' ? summary : (contextSummary ?? ''),
			...(told.tokensBefore === undefined ? {} : { tokensBefore: told.tokensBefore }),
		});
		this.#outside = at - kept - 1;
		this.#prompts = [];
	}

	#undo(count: number, line: number): void {
		const messages = this.#settled();
		const start = this.#prompts.at(-count);
		if (start !== undefined) {
			const undone = messages.length - start;
			messages.cut(start);
			this.#prompts.length -= count;
			const what = undone === 1 ? '1 message' : `${undone} messages`;
			this.#problems.add(line, `${what} left out: the person undid them.`);
		}
	}

	#content(content: unknown, line: number): Content {
		return typeof content === 'string'
			? content
			: contentOf(this.#parts(Array.isArray(content) ? content : [content], line));
	}

	#parts(values: readonly unknown[], line: number): readonly Part[] {
		return values.flatMap((value): readonly Part[] => {
			const known = kimiText(value);
			if (known !== undefined) {
				return known.text === undefined ? [] : [{ type: 'text', text: known.text }];
			}
			const part = openAiPart(value);
			if (part === undefined) {
				this.#blocks.add(line, blockType(value));
			}
			return [part ?? { type: 'text', text: `[${blockType(value)}]` }];
		});
	}
}
