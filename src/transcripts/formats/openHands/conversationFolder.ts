import * as v from 'valibot';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { readSidecar } from '../../bytes/sidecars.ts';
import { pathToNewest, type TreeRecord } from '../../building/parentPath.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptSource } from '../../reader.ts';
import { eventNames, isEventFile, joinedEvents } from './eventFiles.ts';
import { historyEvent } from './events.ts';
import { EventRun } from './run.ts';
import { placedEvent } from './sdkEvents.ts';
import { SdkRun } from './sdkRun.ts';

/** What the SDK keeps of a conversation beside its events: settings, and where it works. */
const baseState = v.object({
	id: v.string(),
	agent: v.looseObject({ kind: v.string() }),
	workspace: v.looseObject({ kind: v.string() }),
});

/** The parent that events have which begin a conversation anew. */
const rootParent = '__root__';

/** Whether a file is one of the many that a conversation is kept in. @param name May be a path. */
export function isOfFolder(opening: string, name: string): boolean {
	const start = opening.trimStart().startsWith('{') ? parseJsonStart(opening) : undefined;
	return isEventFile(name)
		? historyEvent(start) !== undefined || placedEvent(start) !== undefined
		: v.is(baseState, start);
}

/** The conversation that a file is of. */
export async function readFolder(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<TranscriptConversation> {
	const names = await eventNames(source);
	const events = joinedEvents(source, names, problems);
	const { isOfSdk, active } = await outlineOf(
		joinedEvents(source, names, new ProblemList()),
		signal,
	);
	if (!isOfSdk) {
		const run = new EventRun(false);
		for await (const { value, line } of readJsonLines(events, problems, { signal })) {
			run.add(value, problems.about(`Event ${line}`, line));
		}
		return run.conversation('', problems.about('The conversation'));
	}
	const run = new SdkRun(problems, active);
	for await (const { value, line } of readJsonLines(events, problems, { signal })) {
		run.add(value, line);
	}
	const meta = await readSidecar(source, 'meta.json', { problems, signal });
	const title = meta?.get('title');
	return run.conversation(typeof title === 'string' ? title : '');
}

/** What is to be known of the events before the first of them is taken. */
interface Outline {
	readonly isOfSdk: boolean;
	/** Numbers of those that lead to the newest, from 0. */
	readonly active: ReadonlySet<number> | undefined;
}

async function outlineOf(
	events: TranscriptSource,
	signal: AbortSignal | undefined,
): Promise<Outline> {
	const records: TreeRecord[] = [];
	let isOfSdk = false;
	// What is wrong with an event is told when it is taken.
	for await (const { value } of readJsonLines(events, new ProblemList(), { signal })) {
		const { id, parent_id: parent } = placedEvent(value) ?? {};
		isOfSdk ||= id !== undefined;
		records.push({ id, parent: parent === rootParent ? null : (parent ?? undefined) });
	}
	return { isOfSdk, active: pathToNewest(records) };
}
