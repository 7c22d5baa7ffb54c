import * as v from 'valibot';
import { anthropicContent, reportUnknownBlocks } from '../building/anthropicBlocks.ts';
import { partsByAuthor } from '../../messages/origins.ts';
import { withoutMessages } from '../failures.ts';
import { readJsonLines } from '../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../bytes/jsonPieces.ts';
import { answersNoCall, PairedMessages } from '../building/pairedMessages.ts';
import { ProblemList } from '../problems.ts';
import type { EarlierCompaction, Transcript, TranscriptReader } from '../reader.ts';
import { messagesBySpeaker } from '../building/speakers.ts';
import { firstWords } from '../building/titles.ts';
import { UnknownKinds } from '../building/unknownKinds.ts';

/** Kinds of line that hold nothing of the conversation. */
const bookkeeping: readonly string[] = [
	'todo_state',
	'session_settings',
	'session_end',
	'agent_turn_outcome',
];

/** What Droid calls a session that has no title yet. */
const untitled = 'New Session';

/** Lines of an opening that are looked at. */
const linesSeen = 50;

const optionalText = v.fallback(v.optional(v.string(), ''), '');

const record = v.object({
	type: v.string(),
	id: optionalText,
	title: optionalText,
	sessionTitle: optionalText,
	version: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
	message: v.optional(v.unknown()),
	/** Of a compaction. */
	summaryText: optionalText,
	timestamp: optionalText,
});

const message = v.object({ role: v.picklist(['user', 'assistant']), content: v.unknown() });

/** Puts the log of a session together, line by line. */
class DroidSession {
	readonly #problems: ProblemList;
	readonly #log: PairedMessages;
	readonly #unknown = new UnknownKinds();
	readonly #earlier: EarlierCompaction[] = [];
	#title = '';
	#version: string | undefined;

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#log = new PairedMessages();
	}

	take(value: unknown, line: number): void {
		const parsed = v.safeParse(record, value);
		if (!parsed.success) {
			this.#problems.add(line, 'This line is no Droid record; it was left out.');
			return;
		}
		const saved = parsed.output;
		switch (saved.type) {
			case 'session_start':
				this.#title = saved.sessionTitle || saved.title || this.#title;
				this.#version = saved.version === undefined ? this.#version : String(saved.version);
				return;
			case 'message':
				this.#takeMessage(saved.message, line);
				return;
			case 'compaction_state':
				this.#compacted(saved.summaryText, Date.parse(saved.timestamp));
				return;
			default:
				if (!bookkeeping.includes(saved.type)) {
					this.#unknown.add(line, saved.type);
				}
		}
	}

	transcript(): Transcript {
		this.#unknown.report(this.#problems);
		const { messages } = this.#log;
		const title = this.#title === untitled ? '' : this.#title;
		return {
			format: 'droid',
			...(this.#version === undefined ? {} : { version: this.#version }),
			conversations: [{ title: title || firstWords(messages), messages, earlier: this.#earlier }],
			problems: this.#problems.toArray(),
		};
	}

	#takeMessage(value: unknown, line: number): void {
		const parsed = v.safeParse(message, value);
		const content = parsed.success ? anthropicContent(parsed.output.content) : undefined;
		if (!parsed.success || content === undefined) {
			this.#problems.add(line, 'This line is a message without readable content; it was left out.');
			return;
		}
		reportUnknownBlocks(content, line, this.#problems);
		if (parsed.output.role === 'assistant') {
			this.#log.say(content.parts);
			content.calls.forEach((call) => this.#log.call(call));
			return;
		}
		for (const result of content.results) {
			if (!this.#log.answer(result)) {
				this.#problems.add(line, answersNoCall);
			}
		}
		messagesBySpeaker(partsByAuthor(content.parts)).forEach((each) => this.#log.add(each));
	}

	/**
	 * The messages before it are in the file still, unless the file begins with it. It tells of none
	 * that was kept as it is, so the summary stands for all of them.
	 */
	#compacted(summary: string, time: number): void {
		const at = this.#log.messages.length;
		if (summary !== '' && at > 0) {
			const when = Number.isNaN(time) ? {} : { time };
			this.#earlier.push({ range: { start: 0, end: at }, at, summary, ...when });
		} else if (summary !== '') {
			this.#log.add({ role: 'user', content: summary, origin: 'summary' });
		}
	}
}

function isDroidLine(value: unknown): boolean {
	const parsed = v.safeParse(record, value);
	return parsed.success && parsed.output.type === 'session_start' && parsed.output.id !== '';
}

/**
 * Sessions of Factory's Droid: a line for each of Anthropic's messages.
 *
 * Stored: `sessions/` in `~/.factory`. Seen: 0.81.
 */
export const droid: TranscriptReader = {
	format: 'droid',
	label: 'Droid',
	appends: true,
	detect(opening) {
		const lines = opening.split('\n', linesSeen);
		const values = lines.flatMap((line) => objectsIn(line).objects);
		return [...values, parseJsonStart(lines.at(-1) ?? '')].some((value) => isDroidLine(value));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const session = new DroidSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(value, line);
		}
		const transcript = session.transcript();
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, 'a Droid session', transcript.problems);
		}
		return transcript;
	},
};
