import { hasFields } from '../../../messages/json.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { openingOf } from '../../bytes/jsonRecords.ts';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { isFileOfLines } from '../messageLists/lines.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptReader, TranscriptSource } from '../../reader.ts';
import { isOfFolder, readFolder } from './conversationFolder.ts';
import { historyEvent } from './events.ts';
import { EventRun } from './run.ts';
import { isTask, savedTask } from './tasks.ts';

/** Whether a list begins with an event. What a cut leaves of one may not be recognised any more. */
function isStream(value: readonly unknown[]): boolean {
	const [first] = value;
	return (
		hasFields(first) &&
		historyEvent(first) !== undefined &&
		('source' in first || 'args' in first || 'extras' in first)
	);
}

/** The runs of a benchmark, one task on each line. */
async function readTasks(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<readonly TranscriptConversation[]> {
	const conversations: TranscriptConversation[] = [];
	for await (const { line, value } of readJsonLines(source, problems, { signal })) {
		const task = savedTask(value);
		if (task === undefined) {
			problems.add(line, 'This line is no task with its events; it was left out.');
			continue;
		}
		const run = new EventRun(true);
		for (const [index, event] of task.history.entries()) {
			run.add(event, problems.about(`Event ${index + 1}`, line));
		}
		const conversation = run.conversation(task.name, problems.about('This task', line));
		if (conversation.messages.length === 0) {
			problems.add(line, `The task ${task.name} ended before anything was said; it was left out.`);
		} else {
			conversations.push(conversation);
		}
	}
	return conversations;
}

/** One stream that is a document of its own. */
async function readStream(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<readonly TranscriptConversation[]> {
	const run = new EventRun(false);
	const document = new JsonDocument(source, problems, { listKeys: ['history'], signal });
	for await (const { value, position } of document.elements()) {
		run.add(value, problems.about(`Event ${position}`));
	}
	const name = String(document.fields.get('instance_id') ?? '');
	return [run.conversation(name, problems.about('The stream'))];
}

async function conversationsOf(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<readonly TranscriptConversation[]> {
	if (isOfFolder(await openingOf(source, signal), source.name)) {
		return [await readFolder(source, problems, signal)];
	}
	return (await isFileOfLines(source, signal))
		? readTasks(source, problems, signal)
		: readStream(source, problems, signal);
}

/**
 * OpenHands: the folders in which its command line, its SDK and its servers keep conversations, a file for
 * each event, of version 1 and before; streams of events before version 1, and what its benchmarks wrote of
 * them. A conversation is opened by `base_state.json`, or by any of its events.
 *
 * Stored: `~/.openhands/conversations/<conversation>/base_state.json` and `events/event-00000-<id>.json`,
 * before version 1 `~/.openhands/sessions/<conversation>/events/0.json`; streams where a benchmark was told to.
 * Sources: the code of software-agent-sdk (August 2026), OpenHands-CLI (May 2026) and OpenHands 0.x, and the
 * reader and test data of agentsview. Real ones of streams were seen, of folders none. Its version is not read.
 */
export const openHands: TranscriptReader = {
	format: 'openhands',
	label: 'OpenHands',
	detect(opening, name) {
		if (isOfFolder(opening, name)) {
			return true;
		}
		const text = opening.trimStart();
		if (!/^[[{]/.test(text)) {
			return false;
		}
		const start = parseJsonStart(text);
		if (Array.isArray(start)) {
			return isStream(start);
		}
		return isTask(start) || text.split('\n').some((line) => objectsIn(line).objects.some(isTask));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const conversations = await conversationsOf(source, problems, signal);
		const holds = 'an OpenHands conversation';
		return transcriptOf(source, { format: 'openhands', holds, conversations, problems });
	},
};
