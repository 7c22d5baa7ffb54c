import * as v from 'valibot';
import { anthropicContent, reportUnknownBlocks } from '../building/anthropicBlocks.ts';
import { partsByAuthor } from '../../messages/origins.ts';
import type { PlacedRecord } from '../bytes/jsonRecords.ts';
import { linesReader, Session } from '../building/sessionReader.ts';
import { messagesBySpeaker } from '../building/speakers.ts';
import type { TranscriptReader } from '../reader.ts';

/** Kinds of line that hold nothing of the conversation. */
const bookkeeping: readonly string[] = [
	'todo_state',
	'session_settings',
	'session_end',
	'agent_turn_outcome',
];

/** What Droid calls a session that has no title yet. */
const untitled = 'New Session';

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
class DroidSession extends Session {
	take({ value, line }: PlacedRecord): void {
		const parsed = v.safeParse(record, value);
		if (!parsed.success) {
			this.log.problems.add(line, 'This line is no Droid record; it was left out.');
			return;
		}
		const saved = parsed.output;
		switch (saved.type) {
			case 'session_start':
				this.#started(saved);
				return;
			case 'message':
				this.#takeMessage(saved.message, line);
				return;
			case 'compaction_state':
				this.#compacted(saved.summaryText, Date.parse(saved.timestamp));
				return;
			default:
				if (!bookkeeping.includes(saved.type)) {
					this.log.unknown.add(line, saved.type);
				}
		}
	}

	#started({ sessionTitle, title, version }: v.InferOutput<typeof record>): void {
		const named = sessionTitle || title;
		this.log.title = named === untitled ? '' : named || this.log.title;
		this.log.version = version === undefined ? this.log.version : String(version);
	}

	#takeMessage(value: unknown, line: number): void {
		const parsed = v.safeParse(message, value);
		const content = parsed.success ? anthropicContent(parsed.output.content) : undefined;
		if (!parsed.success || content === undefined) {
			this.log.problems.add(
				line,
				'This line is a message without readable content; it was left out.',
			);
			return;
		}
		reportUnknownBlocks(content.unknown, line, this.log.problems);
		if (parsed.output.role === 'assistant') {
			this.log.assistant(content.parts, content.calls);
			return;
		}
		for (const result of content.results) {
			this.log.result(result, line);
		}
		messagesBySpeaker(partsByAuthor(content.parts)).forEach((each) => this.log.add(each));
	}

	/**
	 * The messages before it are in the file still, unless the file begins with it. It tells of none
	 * that was kept as it is, so the summary stands for all of them.
	 */
	#compacted(summary: string, time: number): void {
		const at = this.log.messages.length;
		if (summary !== '' && at > 0) {
			this.log.compacted({ end: at, summary, time });
		} else if (summary !== '') {
			this.log.user(summary, 'summary');
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
export const droid: TranscriptReader = linesReader({
	format: 'droid',
	label: 'Droid',
	holds: 'a Droid session',
	isOwn: isDroidLine,
	begin: (log) => new DroidSession(log),
});
