import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { readSidecar } from '../../bytes/sidecars.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import type { FoundCall } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import { Session, type SessionFile } from '../../building/sessionReader.ts';
import { read } from '../../building/shapes.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { imageOf, resultOf, type ResultPart } from './results.ts';
import { promptParts, steeringParts } from './words.ts';

/** The lines that Kiro's command line writes of a session: each names what kind of data it holds. */

const kinds = ['Prompt', 'AssistantMessage', 'ToolResults'] as const;

const message = v.object({
	kind: v.picklist(kinds),
	data: v.object({
		content: v.array(v.unknown()),
		meta: v.fallback(
			v.nullish(v.object({ timestamp: v.fallback(v.optional(v.number()), undefined) })),
			undefined,
		),
	}),
});

const compaction = v.object({
	kind: v.literal('Compaction'),
	data: v.object({
		summary: v.string(),
		strategy: v.fallback(
			v.nullish(
				v.object({ message_pairs_to_exclude: v.fallback(v.optional(v.number()), undefined) }),
			),
			undefined,
		),
	}),
});

/** What a person does beside talking: they clear a conversation, go back in it, take a prompt back. */
const command = v.object({ kind: v.picklist(['Clear', 'ResetTo', 'CancelledPrompt']) });

const other = v.object({ kind: v.string() });

const text = v.object({ kind: v.literal('text'), data: v.string() });

const image = v.object({
	kind: v.literal('image'),
	data: v.object({
		format: v.string(),
		source: v.object({ kind: v.literal('bytes'), data: v.array(v.number()) }),
	}),
});

const json = v.object({ kind: v.literal('json'), data: v.unknown() });

const toolUse = v.object({
	kind: v.literal('toolUse'),
	data: v.object({ toolUseId: v.string(), name: v.string(), input: v.optional(v.unknown()) }),
});

const toolResult = v.object({
	kind: v.literal('toolResult'),
	data: v.object({
		toolUseId: v.string(),
		content: v.fallback(v.array(v.unknown()), []),
		status: v.fallback(v.optional(v.string()), undefined),
	}),
});

const thought = v.object({ kind: v.literal('thinking') });

/** Whether a line is one of these, and of nobody else's. */
export function isTerminalLine(value: unknown): boolean {
	return v.is(message, value) && v.is(v.object({ version: v.string() }), value);
}

/** Collects a session. */
class TerminalSession extends Session {
	/** Where the person's prompts begin in the log, for compactions. */
	readonly #prompts: number[] = [];

	take({ value, line }: PlacedRecord): void {
		const saved = read(message, value);
		const made = read(compaction, value);
		if (saved !== undefined) {
			this.#add(saved, line);
		} else if (made !== undefined) {
			this.#compaction(made.data.summary, made.data.strategy?.message_pairs_to_exclude ?? 0);
		} else if (!v.is(command, value)) {
			const kind = read(other, value)?.kind;
			if (kind === undefined) {
				this.log.problems.add(line, 'This line is no record of Kiro; it was left out.');
			} else {
				this.log.unknown.add(line, kind);
			}
		}
	}

	#add({ kind, data }: v.InferOutput<typeof message>, line: number): void {
		this.log.record = { timestamp: data.meta?.timestamp };
		switch (kind) {
			case 'Prompt':
				this.#prompts.push(this.log.messages.length);
				this.#say(data.content, promptParts, line);
				return;
			case 'AssistantMessage':
				this.#answer(data.content, line);
				return;
			case 'ToolResults':
				this.#results(data.content, line);
		}
	}

	/** @param partsOf A text by author. */
	#say(blocks: readonly unknown[], partsOf: typeof promptParts, line: number): void {
		const parts = blocks.flatMap((block): readonly Part[] => {
			const words = read(text, block);
			return words === undefined ? [this.#shown(block, line)] : partsOf(words.data);
		});
		for (const each of messagesBySpeaker(parts)) {
			this.log.add(each);
		}
	}

	#answer(blocks: readonly unknown[], line: number): void {
		const said: Part[] = [];
		const calls: FoundCall[] = [];
		for (const block of blocks) {
			const call = read(toolUse, block)?.data;
			const words = read(text, block);
			if (call !== undefined) {
				const { toolUseId: id, name, input } = call;
				calls.push({ id, name, arguments: JSON.stringify(input ?? {}) });
			} else if (words !== undefined) {
				said.push({ type: 'text', text: words.data });
			} else if (!v.is(thought, block)) {
				said.push(this.#shown(block, line));
			}
		}
		this.log.assistant(contentOf(said), calls);
	}

	#results(blocks: readonly unknown[], line: number): void {
		const others: unknown[] = [];
		for (const block of blocks) {
			const found = read(toolResult, block)?.data;
			if (found === undefined) {
				others.push(block);
				continue;
			}
			const parts = found.content.map((each) => this.#resultPart(each, line));
			this.log.result(resultOf(found.toolUseId, parts, found.status), line);
		}
		this.#say(others, steeringParts, line);
	}

	#resultPart(block: unknown, line: number): ResultPart {
		const words = read(text, block);
		const value = read(json, block);
		if (words !== undefined) {
			return { kind: 'text', text: words.data };
		}
		return value === undefined
			? { kind: 'image', part: this.#shown(block, line) }
			: { kind: 'json', value: value.data };
	}

	/** An image, or a mark for what cannot be shown. */
	#shown(block: unknown, line: number): Part {
		const found = read(image, block);
		if (found !== undefined) {
			return imageOf(found.data.format, found.data.source.data);
		}
		const kind = read(other, block)?.kind ?? 'nameless';
		this.log.marked.add(line, kind);
		return { type: 'text', text: `[${kind}]` };
	}

	/** @param kept How many messages with their answers were not summarised. */
	#compaction(summary: string, kept: number): void {
		const at = this.log.messages.length;
		// A pair begins with a prompt or with results; what begins with a prompt is kept at least.
		const end = kept > 0 ? (this.#prompts.at(-kept) ?? 0) : at;
		if (summary.trim() !== '') {
			this.log.compacted({ end, at, summary });
		}
	}
}

/** Begins a session with what Kiro keeps of it in a file beside it. */
export async function beginTerminal(
	log: TranscriptLog,
	{ source, signal }: SessionFile,
): Promise<Session> {
	const beside = source.name.replace(/^.*[\\/]/, '').replace(/\.jsonl$/, '.json');
	const { problems } = log;
	const fields = await readSidecar(source, beside, { problems, signal });
	const title = fields?.get('title');
	log.title = typeof title === 'string' ? title : '';
	return new TerminalSession(log);
}
