import { sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { NotAnswered } from '../conversations/service/submission.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { LogRange } from '../messages/message.ts';
import type { EarlierCompaction, Messages } from '../transcripts/reader.ts';
import type { FileContent } from './fileContent.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** Where a conversation lives. */
interface Home {
	readonly id: string;
	readonly store: LayeredStore;
	readonly service: ConversationService;
	/** Makes a record of a compaction that was made when the log had as many messages as it has now. */
	readonly import: (earlier: EarlierCompaction) => void;
}

/** How a conversation is brought up to its file. */
interface CatchUpOptions {
	/** Nothing was done with it but to look. */
	readonly isView: boolean;
	readonly signal: AbortSignal;
}

/**
 * Messages that nothing will be added to: lines that come may go on with the last message of the
 * assistant, and its results are not all there.
 */
function settledLength(messages: Messages): number {
	let end = messages.length;
	while (end > 0 && messages.slice(end - 1, end)[0]?.role === 'tool') {
		end -= 1;
	}
	return messages.slice(end - 1, end)[0]?.role === 'assistant' ? end - 1 : messages.length;
}

/**
 * Appends messages of a file to a conversation that has those before them, and imports the compactions
 * on the way, each where it was made.
 * @returns Why it could not go on.
 * @throws The signal's reason when it was aborted.
 */
export async function appendWithImports(
	{ id, service, import: importEarlier }: Home,
	{ messages, earlier }: FileContent,
	{ start, end }: LogRange,
	signal: AbortSignal,
): Promise<NotAnswered | undefined> {
	const coming = earlier.filter(({ at }) => at >= start);
	for (let length = start; ; ) {
		for (let made = coming[0]; made?.at === length; made = coming[0]) {
			importEarlier(made);
			coming.shift();
		}
		if (length >= end) {
			return undefined;
		}
		const next = Math.min(end, length + appendedAtOnce, coming[0]?.at ?? end);
		const appended = await service.of(id).append(messages.slice(length, next));
		if (appended.kind !== 'appended') {
			return appended.cause;
		}
		length = next;
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
	}
}

/**
 * Brings a conversation up to its file, which was read again. One that was only looked at becomes what
 * the file is; to one that was compacted or continued what is new and complete is appended.
 * @returns Whether it can be followed on: not so when file and conversation went different ways.
 * @throws The signal's reason when it was aborted, and where somebody else is changing it.
 */
export async function catchUp(
	home: Home,
	content: FileContent,
	options: CatchUpOptions,
): Promise<boolean> {
	// Another window may follow the same file, or answer here.
	const claim = home.store.claim(home.id, 'turn');
	if (claim === undefined) {
		throw new Error('The conversation is being changed at this moment.');
	}
	try {
		return await append(home, content, options);
	} finally {
		claim.release();
	}
}

async function append(
	home: Home,
	content: FileContent,
	{ isView, signal }: CatchUpOptions,
): Promise<boolean> {
	const { id, store, service } = home;
	const { messages } = content;
	const log = store.log(id);
	const shared = sharedBeginning(messages, log);
	if (shared < log.length && !isView) {
		return shared === messages.length;
	}
	if (shared < log.length) {
		if (!store.cutInMemory(id, shared)) {
			return false;
		}
		service.of(id).read();
	}
	const end = isView ? messages.length : settledLength(messages);
	const range = { start: shared, end };
	return shared > end || (await appendWithImports(home, content, range, signal)) === undefined;
}
