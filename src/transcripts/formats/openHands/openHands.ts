import { transcriptOf } from '../../building/sessionReader.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { isFileOfLines } from '../messageLists/lines.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptReader, TranscriptSource } from '../../reader.ts';
import { historyEvent } from './events.ts';
import { EventRun } from './run.ts';
import { isTask, savedTask } from './tasks.ts';

/** Whether a list begins with an event. What a cut leaves of one may not be recognised any more. */
function isStream(value: readonly unknown[]): boolean {
	const [first] = value;
	return (
		typeof first === 'object' &&
		first !== null &&
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

/**
 * OpenHands before version 1: streams of events, and what its benchmarks wrote of them.
 *
 * Stored: where a benchmark was told to. Its version is not read.
 */
export const openHands: TranscriptReader = {
	format: 'openhands',
	label: 'OpenHands',
	detect(opening) {
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
		const conversations = (await isFileOfLines(source, signal))
			? await readTasks(source, problems, signal)
			: await readStream(source, problems, signal);
		const holds = 'an OpenHands event stream';
		return transcriptOf(source, { format: 'openhands', holds, conversations, problems });
	},
};
