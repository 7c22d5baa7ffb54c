import * as v from 'valibot';
import type { Content, Part } from '../../../messages/message.ts';
import { readSidecar } from '../../bytes/sidecars.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import { Session, type SessionFile } from '../../building/sessionReader.ts';
import { optionalText, read, typeOf } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';

/** The lines that Kiro writes since 1.0: each holds a payload of some type. */

const anything = v.optional(v.unknown());

const block = v.object({ type: v.literal('text'), text: v.string() });

/** Text, as it is or in blocks. */
const content = v.union([v.string(), v.array(v.unknown())]);

const payload = v.variant('type', [
	v.object({ type: v.literal('user'), content }),
	v.object({
		type: v.literal('session_start'),
		content,
		/** Set where it is Kiro's own prompt; else it is what the person said first. */
		forcedRole: v.optional(v.unknown()),
	}),
	v.object({ type: v.literal('assistant'), content, operationType: optionalText }),
	v.object({
		type: v.literal('tool_call'),
		toolCallId: v.string(),
		toolName: v.string(),
		args: anything,
	}),
	v.object({
		type: v.literal('tool_result'),
		toolCallId: optionalText,
		content: v.fallback(content, ''),
		success: v.fallback(v.optional(v.boolean()), undefined),
	}),
	v.object({ type: v.literal('tombstone'), kind: optionalText }),
]);

type Payload = v.InferOutput<typeof payload>;

/** What stands beside a conversation: turns, usage, approvals, sub-agents, that have a file of their own. */
const bookkeeping: ReadonlySet<string> = new Set(
	(
		'turn_start turn_end session_event session_metadata usage_summary pending_interaction ' +
		'interaction_resolved sub_agent_start sub_agent_complete informational'
	).split(' '),
);

const record = v.object({ payload: v.object({ type: v.string() }) });

/** How Kiro ends what a command printed; below 0 it does not know. */
const exitLine = /\n\s{0,9}Exit Code: (-?\d{1,5})\s*$/;

/** Tools that run a command, whatever the shell. */
const runsCommand = /^execute_/;

/** What lines of Kiro's are told by, and nobody else's. */
const ownRecord = v.object({
	id: v.string(),
	payload: v.variant('type', [
		v.object({ type: v.literal('user'), content }),
		v.object({ type: v.literal('assistant'), content, operationType: v.string() }),
		v.object({ type: v.literal('turn_start'), executionId: v.string() }),
		v.object({ type: v.literal('session_start'), agentType: v.string() }),
		v.object({ type: v.literal('tool_call'), toolCallId: v.string(), toolName: v.string() }),
	]),
});

/** Whether a line is one that Kiro writes since 1.0. */
export function isSessionLine(value: unknown): boolean {
	return v.is(ownRecord, value);
}

/** Collects a session. */
class KiroSession extends Session {
	/** Of calls whose results say how a command ended. */
	readonly #commands = new Set<string>();
	/** The text of a compaction, and whether it was carried out: these are told one after the other. */
	#summary: string | undefined;
	#isSummarised = false;

	take({ value, line }: PlacedRecord): void {
		const type = read(record, value)?.payload.type;
		const saved = v.safeParse(v.object({ payload }), value);
		if (saved.success) {
			this.#add(saved.output.payload, line);
		} else if (type === undefined) {
			this.log.problems.add(line, 'This line is no record of Kiro; it was left out.');
		} else if (!bookkeeping.has(type)) {
			this.log.unknown.add(line, type);
		}
	}

	override end(): void {
		this.#settleSummary();
	}

	#add(saved: Payload, line: number): void {
		switch (saved.type) {
			case 'user':
				this.#settleSummary();
				this.log.user(this.#shown(saved.content, line));
				return;
			case 'session_start':
				this.#start(saved, line);
				return;
			case 'assistant':
				this.#answer(saved, line);
				return;
			case 'tool_call': {
				const { toolCallId: id, toolName: name, args } = saved;
				if (runsCommand.test(name)) {
					this.#commands.add(id);
				}
				this.log.call({ id, name, arguments: JSON.stringify(args ?? {}) });
				return;
			}
			case 'tool_result':
				this.log.result(this.#result(saved, line), line);
				return;
			case 'tombstone':
				this.#isSummarised = saved.kind === 'summarization';
				this.#compact();
		}
	}

	/** Kiro's own prompt is written when a session is at its end: it is told nowhere else, and to no use. */
	#start(saved: Extract<Payload, { type: 'session_start' }>, line: number): void {
		if (saved.forcedRole !== true && this.log.messages.length === 0) {
			this.log.user(this.#shown(saved.content, line));
		}
	}

	#answer(saved: Extract<Payload, { type: 'assistant' }>, line: number): void {
		const said = this.#shown(saved.content, line);
		switch (saved.operationType) {
			case 'Reasoning':
				return;
			case 'Summary':
				this.#settleSummary();
				this.#summary = typeof said === 'string' ? said : '';
				this.#compact();
				return;
			default:
				this.#settleSummary();
				this.log.assistant(said);
		}
	}

	#compact(): void {
		if (this.#isSummarised && this.#summary !== undefined) {
			this.log.compacted({ end: this.log.messages.length, summary: this.#summary });
			this.#summary = undefined;
			this.#isSummarised = false;
		}
	}

	/** A summary that stands for nothing is something the assistant said. */
	#settleSummary(): void {
		const said = this.#summary;
		this.#summary = undefined;
		if (said !== undefined) {
			this.log.assistant(said);
		}
	}

	#result(saved: Extract<Payload, { type: 'tool_result' }>, line: number): FoundResult {
		const { toolCallId, success } = saved;
		const told = this.#shown(saved.content, line);
		const isCommand = this.#commands.has(toolCallId ?? '') && typeof told === 'string';
		const code = isCommand ? Number(exitLine.exec(told)?.[1] ?? -1) : -1;
		return {
			toolCallId: toolCallId ?? undefined,
			content: told,
			...(success === undefined ? {} : { isError: !success }),
			...(code < 0 ? {} : { exitCode: code }),
		};
	}

	#shown(saved: v.InferOutput<typeof content>, line: number): Content {
		if (typeof saved === 'string') {
			return saved;
		}
		const parts = saved.map((each): Part => {
			const words = read(block, each);
			if (words !== undefined) {
				return { type: 'text', text: words.text };
			}
			this.log.marked.add(line, typeOf(each));
			return { type: 'text', text: `[${typeOf(each)}]` };
		});
		return contentOf(parts);
	}
}

/** Begins a session with what Kiro keeps of it in a file beside it. */
export async function beginSession(
	log: TranscriptLog,
	{ source, signal }: SessionFile,
): Promise<Session> {
	const fields = await readSidecar(source, 'session.json', { problems: log.problems, signal });
	const title = fields?.get('title');
	log.title = typeof title === 'string' ? title : '';
	return new KiroSession(log);
}
