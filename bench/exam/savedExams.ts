import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { importCompactions } from '../../src/conversations/importCompactions.ts';
import type { TokenCounter } from '../../src/messages/tokens.ts';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptSource,
} from '../../src/transcripts/reader.ts';
import type { Exam } from './question.ts';

const shared = join(import.meta.dirname, '../../../shared');
const exams = join(shared, 'quality/exams');

const examFile = v.object({
	transcript: v.string(),
	until: v.optional(v.number()),
	questions: v.array(
		v.object({ question: v.string(), answer: v.string(), keys: v.array(v.array(v.string())) }),
	),
});

/** Exams on saved sessions of other people, which are no part of this repository; none where they are not here. */
export async function savedExams(counter: TokenCounter): Promise<Exam[]> {
	if (!existsSync(exams)) {
		return [];
	}
	const files = readdirSync(exams).filter((name) => name.endsWith('.json'));
	const read = await Promise.all(
		files.sort().map(async (name): Promise<readonly Exam[]> => {
			const text = readFileSync(join(exams, name), 'utf8');
			const { transcript, until, questions } = v.parse(examFile, JSON.parse(text));
			const source = await fileSource(join(shared, 'transcripts', transcript));
			const opened = await readable(source);
			if (opened === undefined) {
				console.log(`${transcript} is in a form that is not read: left out.`);
				return [];
			}
			const [conversation] = opened.conversations;
			const messages =
				conversation === undefined ? [] : [...importCompactions(conversation, counter).messages];
			return [{ name: transcript, messages: messages.slice(0, until), questions }];
		}),
	);
	return read.flat();
}

/** A session; undefined where its form is none that is read. */
async function readable(source: TranscriptSource): Promise<Transcript | undefined> {
	try {
		return await openTranscript(source);
	} catch (error) {
		if (error instanceof TranscriptError && error.code === 'unknown-format') {
			return undefined;
		}
		throw error;
	}
}
