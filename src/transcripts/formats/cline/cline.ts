import * as v from 'valibot';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import type { DocumentFields } from '../../bytes/jsonElements.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { ProblemList } from '../../problems.ts';
import type { EarlierCompaction, Transcript, TranscriptReader } from '../../reader.ts';
import { readSidecar } from '../../bytes/sidecars.ts';
import { taskHistoryOf } from '../taskHistory/detection.ts';
import { wrappedWords } from '../../../messages/envelopes/wrappedWords.ts';
import { taskSidecars, type TaskSidecars } from '../taskHistory/sidecars.ts';
import { firstWords } from '../../building/titles.ts';
import { besideMessages, clineCompaction, type ClineCompaction } from './compaction.ts';
import { ClineHistory } from './history.ts';

/** The newest version of a session's document this reader was written for. */
const knownVersion = '1';

/** Stands for the messages that Cline took out of its context where it left no word about it. */
const withoutNotice = 'Cline took these messages out of its context without a summary.';

/** A session; or what Cline keeps beside one as its context after a compaction. */
const session = v.object({ updated_at: v.string(), agent: v.string(), sessionId: v.string() });
const projected = v.object({ conversation_id: v.string(), source_message_count: v.number() });

/** The messages that the older Cline took out of its context; the first two always stay. */
function deletion(
	{ deletedTo, notice = withoutNotice }: TaskSidecars,
	history: ClineHistory,
): EarlierCompaction | undefined {
	if (deletedTo === undefined || deletedTo < 2 || deletedTo > history.length - 2) {
		return undefined;
	}
	const end = history.before(deletedTo + 1);
	return { range: { start: history.before(2), end }, at: end, summary: notice };
}

/** The compaction of a newer session, if it is of this state of it. */
function projection(
	compaction: ClineCompaction,
	history: ClineHistory,
	fields: DocumentFields,
	problems: ProblemList,
): EarlierCompaction | undefined {
	const { summary, messages, kept, conversation } = compaction;
	const id = fields.get('sessionId');
	const isOther = conversation !== undefined && id !== undefined && conversation !== id;
	if (isOther || messages > history.length || messages < kept) {
		problems.add(
			1,
			'The compaction beside the session is of another state of it; it was left out.',
		);
		return undefined;
	}
	const at = history.before(messages);
	return { range: { start: 0, end: history.before(messages - kept) }, at, summary };
}

/** What was asked, as a file beside the messages tells: as it was typed, or as it was sent. */
function typedWords(asked: unknown): string {
	const text = typeof asked === 'string' ? asked.trim() : '';
	return wrappedWords(text)?.words ?? text;
}

/**
 * Cline's tasks, `api_conversation_history.json`, and its newer sessions, `….messages.json`.
 *
 * Stored: `tasks/<task>/` of the extension and `sessions/<session>/` in `~/.cline/data`. Seen:
 * version 1 of the sessions.
 */
export const cline: TranscriptReader = {
	format: 'cline',
	label: 'Cline',
	detect(opening) {
		const start = parseJsonStart(opening.trimStart());
		return v.is(session, start) || v.is(projected, start) || taskHistoryOf(start) === 'cline';
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const sidecars = await taskSidecars(source, problems, signal);
		const compaction = await clineCompaction(source, problems, signal);
		const manifest = besideMessages(source, '.json');
		const about = manifest && (await readSidecar(source, manifest, { problems, signal }));
		const history = new ClineHistory(problems);
		const document = new JsonDocument(source, problems, { listKeys: ['messages'], signal });
		let prompted = false;
		const addPrompt = (): void => {
			// In a file that is streamed, what stands behind the messages is known only then.
			const prompt = prompted ? undefined : document.fields.get('system_prompt');
			if (typeof prompt === 'string') {
				prompted = true;
				history.addSystem(prompt);
			}
		};
		for await (const { value, position } of document.elements()) {
			addPrompt();
			history.take(value, position);
		}
		const { fields } = document;
		const version = fields.get('version');
		reportNewer(String(version ?? ''), knownVersion, 1, problems);
		const made =
			compaction === undefined
				? deletion(sidecars, history)
				: projection(compaction, history, fields, problems);
		addPrompt();
		const messages = history.finish();
		const asked = sidecars.task ?? (about || undefined)?.get('prompt');
		const title = firstWords([{ role: 'user', content: typedWords(asked) }]) || history.title;
		return oneConversation(
			source,
			{
				format: 'cline',
				label: 'a Cline task',
				version: sidecars.version ?? (version === undefined ? undefined : String(version)),
				title,
				messages,
				earlier: made === undefined ? [] : [made],
			},
			problems,
		);
	},
};
