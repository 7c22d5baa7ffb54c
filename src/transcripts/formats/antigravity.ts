import * as v from 'valibot';
import type { TextPart } from '../../messages/message.ts';
import { Exchanges, type FoundCall } from '../building/exchanges.ts';
import { readJsonLines } from '../bytes/jsonLines.ts';
import { tryParse } from '../bytes/jsonPieces.ts';
import { oneConversation } from '../building/oneConversation.ts';
import { objectsOfLines } from '../openings.ts';
import { ProblemList } from '../problems.ts';
import type { EarlierCompaction, Transcript, TranscriptReader } from '../reader.ts';
import { messagesBySpeaker } from '../building/speakers.ts';
import { firstWords } from '../building/titles.ts';
import { UnknownKinds } from '../building/unknownKinds.ts';

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
				typeof value === 'string' ? (tryParse(value) ?? value) : value,
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
class AntigravitySession {
	readonly #problems: ProblemList;
	readonly exchanges: Exchanges;
	readonly earlier: EarlierCompaction[] = [];
	/** What the person asked first. */
	title = '';
	readonly #kinds = new UnknownKinds('step', 'left out');
	#uncalled = 0;
	#shortened = 0;

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.exchanges = new Exchanges(problems);
	}

	take(value: unknown, line: number): void {
		const parsed = v.safeParse(step, value);
		if (!parsed.success) {
			this.#problems.add(line, 'This line is no step of Antigravity; it was left out.');
			return;
		}
		this.#shortened += (parsed.output.truncated_fields ?? []).length > 0 ? 1 : 0;
		this.#step(parsed.output, line);
	}

	/** Tells of what could not be read. */
	report(): void {
		this.#kinds.report(this.#problems);
		if (this.#uncalled > 0) {
			this.#problems.add(
				1,
				`${this.#uncalled} steps are results of calls that are not in the file; calls without arguments stand for them.`,
			);
		}
		if (this.#shortened > 0) {
			this.#problems.add(
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
				this.exchanges.assistant(content, this.#calls(found, line));
				break;
			case 'SYSTEM_MESSAGE':
				this.exchanges.add({ role: 'user', content, origin: 'client' });
				break;
			case 'CHECKPOINT': {
				const end = this.exchanges.settled().length;
				this.earlier.push({ range: { start: 0, end }, at: end, summary: content });
				break;
			}
			case 'CONVERSATION_HISTORY':
				// Stands for the steps before it, which are in the file.
				break;
			default:
				if (source === 'MODEL') {
					this.#work(type, content, line);
				} else {
					this.#kinds.add(line, type);
				}
		}
	}

	#input(content: string): void {
		const messages = messagesBySpeaker(inputParts(content));
		this.title ||= firstWords(messages);
		messages.forEach((message) => this.exchanges.add(message));
	}

	/** Whatever else the model does is the work of a tool, named by its step where no call tells of it. */
	#work(type: string, content: string, line: number): void {
		if (!this.exchanges.awaitsResult) {
			this.#uncalled += 1;
			this.exchanges.assistant('', [{ name: type.toLowerCase(), arguments: '{}' }]);
		}
		this.exchanges.result({ content }, line);
	}

	#calls(found: Step, line: number): readonly FoundCall[] {
		return (found.tool_calls ?? []).flatMap((value) => {
			const parsed = v.safeParse(toolCall, value);
			if (!parsed.success) {
				this.#problems.add(line, 'A tool call on this line cannot be read; it was left out.');
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
export const antigravity: TranscriptReader = {
	format: 'antigravity',
	label: 'Antigravity',
	detect(opening) {
		return objectsOfLines(opening).some((value) => v.is(step, value));
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new AntigravitySession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(value, line);
		}
		session.report();
		const { earlier, title } = session;
		const messages = session.exchanges.settled();
		const label = 'an Antigravity session';
		const found = { format: 'antigravity', label, title, messages, earlier } as const;
		return oneConversation(source, found, problems);
	},
};
