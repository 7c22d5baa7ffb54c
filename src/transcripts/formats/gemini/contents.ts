import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { envelopes } from '../../envelopes.ts';
import { partsByAuthor } from '../../../messages/origins.ts';
import { contentOf } from '../../building/parts.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { geminiContent, type GeminiContent } from './content.ts';
import { shaped } from '../../building/shapes.ts';

const content = v.object({ role: v.picklist(['user', 'model']), parts: v.array(v.unknown()) });

/** One entry of a history as Gemini's API takes it. */
export type HistoryContent = v.InferOutput<typeof content>;

/** The entry, or `undefined` when it is none. */
export const historyContent = shaped(content);

/** Makes messages of contents: calls and results stand apart there, in the model's and the user's. */
export class ContentLog {
	readonly log: TranscriptLog;

	constructor(log: TranscriptLog) {
		this.log = log;
	}

	/** Sorts content and remembers what it holds that nobody has words for. */
	sorted(value: unknown, line: number): GeminiContent {
		const found = geminiContent(value);
		for (const kind of found.unknown) {
			this.log.marked.add(line, kind, 'part');
		}
		return found;
	}

	/** @param client Whether the program put a user's content there itself. */
	add({ role, parts: values }: HistoryContent, line: number, client = false): void {
		const { parts, calls, results } = this.sorted(values, line);
		for (const result of results) {
			this.log.result(result, line);
		}
		if (role === 'model') {
			this.log.assistant(contentOf(parts), calls);
		} else if (client || results.length > 0) {
			// What stands beside a result is more of it: an image, a file that was read.
			this.fromClient(parts);
		} else {
			this.prompt(parts);
		}
	}

	/** Adds what the person said, and what the client added to that. */
	prompt(parts: readonly Part[]): void {
		for (const message of messagesBySpeaker(partsByAuthor(parts, envelopes))) {
			this.log.add(message);
		}
	}

	/** Adds what the client said in the person's name; nothing where it said nothing. */
	fromClient(parts: readonly Part[]): void {
		if (parts.length > 0) {
			this.log.user(contentOf(parts), 'client');
		}
	}
}
