import * as v from 'valibot';
import type { Part, TextPart } from '../../../messages/message.ts';
import { mediaTypeOf } from '../../building/openAiBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import { read, typeOf } from '../../building/shapes.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { ProblemList } from '../../problems.ts';
import { abandoned } from '../../problems.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { firstBehind } from './ascending.ts';
import { isNote, placedEvent, sdkEvent, type SdkEvent } from './sdkEvents.ts';

const text = v.object({ type: v.literal('text'), text: v.string() });
const image = v.object({ type: v.literal('image'), image_urls: v.array(v.string()) });

type Event<Kind extends SdkEvent['kind']> = Extract<SdkEvent, { kind: Kind }>;

/** The conversation that events of the SDK come to. */
export class SdkRun {
	readonly #log: TranscriptLog;
	/** Numbers of the events that lead to the newest; absent: all do. */
	readonly #active: ReadonlySet<number> | undefined;
	/** Where the messages of events begin in the log: by the id of the event, and in order. */
	readonly #starts = new Map<string, number>();
	readonly #ascending: number[] = [];
	#count = 0;
	#left = 0;

	constructor(problems: ProblemList, active: ReadonlySet<number> | undefined) {
		this.#log = new TranscriptLog(problems);
		this.#active = active;
	}

	/** @param line The number of the event, from 1. */
	add(value: unknown, line: number): void {
		const index = this.#count;
		this.#count += 1;
		if (this.#active?.has(index) === false) {
			this.#left += 1;
			return;
		}
		const event = sdkEvent(value);
		if (event !== undefined) {
			this.#log.record = { timestamp: event.timestamp };
			this.#take(event, line);
			return;
		}
		const kind = placedEvent(value)?.kind;
		if (kind === undefined) {
			this.#log.problems.add(line, 'This is no event of OpenHands; it was left out.');
		} else if (!isNote(kind)) {
			this.#log.unknown.add(line, kind);
		}
	}

	/** @param title Empty: its first words are. */
	conversation(title: string): TranscriptConversation {
		if (this.#left > 0) {
			this.#log.problems.add(1, abandoned(this.#left, 'event'));
		}
		this.#log.title = title;
		return this.#log.conversation();
	}

	#take(event: SdkEvent, line: number): void {
		switch (event.kind) {
			case 'SystemPromptEvent':
				this.#log.system(
					[event.system_prompt.text, event.dynamic_context?.text ?? '']
						.filter(Boolean)
						.join('\n\n'),
				);
				return;
			case 'MessageEvent':
				this.#say(event, line);
				return;
			case 'ActionEvent':
				this.#call(event, line);
				return;
			case 'ObservationEvent':
				this.#observe(event, line);
				return;
			case 'UserRejectObservation': {
				const content = `Action rejected: ${event.rejection_reason}`;
				this.#log.result({ toolCallId: event.tool_call_id, content, isError: true }, line);
				return;
			}
			case 'AgentErrorEvent': {
				const { tool_call_id: toolCallId, error: content } = event;
				this.#log.result({ toolCallId, content, isError: true }, line);
				return;
			}
			case 'Condensation':
				this.#condense(event);
		}
	}

	#say(
		{ id, source, llm_message: message, extended_content: added }: Event<'MessageEvent'>,
		line: number,
	): void {
		const said = this.#parts(message.content, line);
		if (!this.#log.awaitsResult) {
			this.#startHere(id);
		}
		if (source === 'agent') {
			this.#log.assistant(said);
			return;
		}
		const parts = source === 'user' ? said : said.map(fromClient);
		for (const each of messagesBySpeaker([...parts, ...this.#parts(added, line).map(fromClient)])) {
			this.#log.add(each);
		}
	}

	/** Actions of one reply follow one another, and only the first has what was said with them. */
	#call({ id, thought, tool_call: call }: Event<'ActionEvent'>, line: number): void {
		const said = this.#parts(thought, line);
		if (said.length > 0 || !this.#log.awaitsResult) {
			this.#startHere(id);
			this.#log.assistant(said);
		}
		this.#log.call(call);
	}

	#startHere(id: string): void {
		const { length } = this.#log.messages;
		this.#starts.set(id, length);
		this.#ascending.push(length);
	}

	#observe(event: Event<'ObservationEvent'>, line: number): void {
		const { tool_call_id: toolCallId, observation, extended_content: added } = event;
		const { content, is_error: isError, exit_code: exit, metadata } = observation;
		const parts =
			typeof content === 'string'
				? [{ type: 'text', text: content } as const]
				: this.#parts(content, line);
		const code = exit ?? metadata?.exit_code ?? -1;
		this.#log.result(
			{
				toolCallId,
				content: contentOf([...parts, ...this.#parts(added, line)]),
				// False is what an event says that knows nothing of failures.
				...(isError ? { isError } : {}),
				...(code < 0 ? {} : { exitCode: code }),
			},
			line,
		);
	}

	#condense({ forgotten_event_ids: forgotten, summary }: Event<'Condensation'>): void {
		const at = this.#log.messages.length;
		if (summary === undefined || summary === null || summary.trim() === '') {
			// Events were dropped without a word for them; the log still has them.
			return;
		}
		const starts = forgotten.flatMap((id) => this.#starts.get(id) ?? []);
		if (starts.length === 0) {
			this.#log.user(summary, 'summary');
			return;
		}
		const last = starts.reduce((one, other) => Math.max(one, other));
		const first = starts.reduce((one, other) => Math.min(one, other));
		// Each summary takes up the one before, and so stands for its messages too.
		const start = Math.min(first, this.#log.earlier.at(-1)?.range.start ?? first);
		const next = firstBehind(this.#ascending, (index) => index, last);
		this.#log.compacted({ start, end: next ?? at, at, summary });
	}

	#parts(blocks: readonly unknown[], line: number): readonly Part[] {
		return blocks.flatMap((block): readonly Part[] => {
			const words = read(text, block);
			if (words !== undefined) {
				return words.text.trim() === '' ? [] : [{ type: 'text', text: words.text }];
			}
			const shown = read(image, block);
			if (shown !== undefined) {
				return shown.image_urls.map((url) => ({ type: 'image', mediaType: mediaTypeOf(url), url }));
			}
			this.#log.marked.add(line, typeOf(block));
			return [{ type: 'text', text: `[${typeOf(block)}]` }];
		});
	}
}

function fromClient(part: Part): Part {
	return part.type === 'text' ? ({ ...part, origin: 'client' } satisfies TextPart) : part;
}
