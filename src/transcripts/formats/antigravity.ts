import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import type { TextPart } from '../../messages/message.ts';
import type { PlacedRecord } from '../bytes/jsonRecords.ts';
import type { FoundCall } from '../building/openMessage.ts';
import { linesReader, Session } from '../building/sessionReader.ts';
import { messagesBySpeaker } from '../building/speakers.ts';
import { firstWords } from '../building/titles.ts';
import type { TranscriptReader } from '../reader.ts';

const step = v.object({
	step_index: v.number(),
	source: v.string(),
	type: v.string(),
	content: v.optional(v.string(), ''),
	tool_calls: v.nullish(v.array(v.unknown())),
	truncated_fields: v.nullish(v.array(v.unknown())),
});

/** A line of the file. */
type Step = v.InferOutput<typeof step>;

const toolCall = v.object({
	name: v.string(),
	args: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Arguments are saved as JSON texts of their own, one by one. */
function argumentsOf(args: Readonly<Record<string, unknown>>): string {
	return JSON.stringify(
		Object.fromEntries(
			Object.entries(args).map(([key, value]) => [
				key,
				typeof value === 'string' ? (parsedJson(value) ?? value) : value,
			]),
		),
	);
}

const requestStart = '<USER_REQUEST>';
const requestEnd = '</USER_REQUEST>';

/** What a person asked, and the notes of settings and the like that Antigravity puts behind it. */
function inputParts(content: string): readonly TextPart[] {
	const end = content.lastIndexOf(requestEnd);
	if (!content.trimStart().startsWith(requestStart) || end === -1) {
		return [{ type: 'text', text: content }];
	}
	const words = content.slice(content.indexOf(requestStart) + requestStart.length, end);
	return [
		{ type: 'text', text: words.trim(), origin: 'person' },
		{ type: 'text', text: content.slice(end + requestEnd.length).trim(), origin: 'client' },
	];
}

/** Reads one session. */
class AntigravitySession extends Session {
	#uncalled = 0;
	#shortened = 0;

	take({ value, line }: PlacedRecord): void {
		const parsed = v.safeParse(step, value);
		if (!parsed.success) {
			this.log.problems.add(line, 'This line is no step of Antigravity; it was left out.');
			return;
		}
		this.#shortened += (parsed.output.truncated_fields ?? []).length > 0 ? 1 : 0;
		this.#step(parsed.output, line);
	}

	override end(): void {
		if (this.#uncalled > 0) {
			this.log.problems.add(
				1,
				`${this.#uncalled} steps are results of calls that are not in the file; calls without arguments stand for them.`,
			);
		}
		if (this.#shortened > 0) {
			this.log.problems.add(
				1,
				`Antigravity saved ${this.#shortened} of the steps shortened; what it cut off is not in the file.`,
			);
		}
	}

	#step(found: Step, line: number): void {
		const { source, type, content } = found;
		switch (type) {
			case 'USER_INPUT':
				this.#input(content);
				break;
			case 'PLANNER_RESPONSE':
				this.log.assistant(content, this.#calls(found, line));
				break;
			case 'SYSTEM_MESSAGE':
				this.log.user(content, 'client');
				break;
			case 'CHECKPOINT':
				this.log.compacted({ end: this.log.messages.length, summary: content });
				break;
			case 'CONVERSATION_HISTORY':
				// Stands for the steps before it, which are in the file.
				break;
			default:
				if (source === 'MODEL') {
					this.#work(type, content, line);
				} else {
					this.log.unknown.add(line, type, 'step');
				}
		}
	}

	#input(content: string): void {
		const messages = messagesBySpeaker(inputParts(content));
		this.log.title ||= firstWords(messages);
		messages.forEach((message) => this.log.add(message));
	}

	/** Whatever else the model does is the work of a tool, named by its step where no call tells of it. */
	#work(type: string, content: string, line: number): void {
		if (!this.log.awaitsResult) {
			this.#uncalled += 1;
			this.log.assistant('', [{ name: type.toLowerCase(), arguments: '{}' }]);
		}
		this.log.result({ content }, line);
	}

	#calls(found: Step, line: number): readonly FoundCall[] {
		return (found.tool_calls ?? []).flatMap((value) => {
			const parsed = v.safeParse(toolCall, value);
			if (!parsed.success) {
				this.log.problems.add(line, 'A tool call on this line cannot be read; it was left out.');
				return [];
			}
			const { name, args } = parsed.output;
			return [{ name, arguments: argumentsOf(args) }];
		});
	}
}

/**
 * Sessions of Google's Antigravity: one step per line, results in the order of the calls.
 *
 * Stored: wherever a person has it; opened by hand. Its version is not read.
 */
export const antigravity: TranscriptReader = linesReader({
	format: 'antigravity',
	label: 'Antigravity',
	holds: 'an Antigravity session',
	isOwn: (value) => v.is(step, value),
	begin: (log) => new AntigravitySession(log),
});
