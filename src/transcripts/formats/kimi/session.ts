import type { Content, Part } from '../../../messages/message.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import type { MessageList } from '../../building/messageList.ts';
import { openAiPart } from '../../building/openAiBlocks.ts';
import { typeOf } from '../../building/shapes.ts';
import { contentOf } from '../../building/parts.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { Session } from '../../building/sessionReader.ts';
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
export class KimiSession extends Session {
	#step: Step = { parts: [], calls: [], results: [] };
	#systemPrompt = '';
	/** Messages of the log that are not in the context: system prompts, and what was summarised. */
	#outside = 0;
	/** Where the prompts stand that can still be undone. */
	#prompts: number[] = [];

	take({ value, line }: PlacedRecord): void {
		const record = kimiRecord(value);
		if (typeof record === 'string') {
			if (!bookkeeping.test(record)) {
				this.log.unknown.add(line, record);
			}
			return;
		}
		switch (record.type) {
			case 'metadata':
				this.log.version = record.protocol_version ?? undefined;
				reportNewer(this.log.version ?? '', knownProtocol, line, this.log.problems);
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
				this.log.problems.add(
					line,
					'The context was cleared here; what was said before is shown still.',
				);
				break;
		}
	}

	override end(): void {
		this.#endStep();
	}

	#system(prompt: string): void {
		if (prompt !== '' && prompt !== this.#systemPrompt) {
			this.#systemPrompt = prompt;
			this.#messages().push({ role: 'system', content: prompt });
			this.#outside += 1;
		}
	}

	#message(message: KimiMessage, line: number): void {
		this.#endStep();
		const content = this.#content(message.content, line);
		switch (message.role) {
			case 'user': {
				const isClient = (message.origin?.kind ?? 'user') !== 'user';
				if (!isClient) {
					this.#prompts.push(this.log.messages.length);
				}
				this.log.user(content, isClient ? 'client' : undefined);
				break;
			}
			case 'assistant':
				this.log.assistant(content);
				break;
			case 'tool':
				this.log.result({ toolCallId: message.toolCallId ?? undefined, content }, line);
				break;
			default:
				this.log.unknown.add(line, `message of ${message.role}`);
		}
	}

	#event(event: KimiEvent | string, line: number): void {
		if (typeof event === 'string') {
			this.log.unknown.add(line, event);
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
					result: { toolCallId: event.toolCallId, content, ...failed },
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
			this.log.assistant(contentOf(parts), calls);
		}
		for (const { result, line } of results) {
			this.log.result(result, line);
		}
	}

	#messages(): MessageList {
		this.#endStep();
		return this.log.messages;
	}

	#compaction({
		summary,
		contextSummary,
		compactedCount,
		tokensBefore,
		...told
	}: Compaction): void {
		const at = this.#messages().length;
		const size = at - this.#outside;
		const kept = told.keptUserMessageCount === undefined ? Math.max(0, size - compactedCount) : 0;
		const text = typeof summary === 'string' ? summary : (contextSummary ?? '');
		this.log.compacted({ end: at - kept, at, summary: text, tokensBefore });
		this.#outside = at - kept - 1;
		this.#prompts = [];
	}

	#undo(count: number, line: number): void {
		const messages = this.#messages();
		const start = this.#prompts.at(-count);
		if (start !== undefined) {
			const undone = messages.length - start;
			messages.cut(start);
			this.#prompts.length -= count;
			const what = undone === 1 ? '1 message' : `${undone} messages`;
			this.log.problems.add(line, `${what} left out: the person undid them.`);
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
				this.log.marked.add(line, typeOf(value, 'unknown'));
			}
			return [part ?? { type: 'text', text: `[${typeOf(value, 'unknown')}]` }];
		});
	}
}
