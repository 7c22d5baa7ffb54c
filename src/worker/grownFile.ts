import { Conversation } from '../conversations/conversation.ts';
import { sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { LogRange, Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { EarlierCompaction, Messages } from '../transcripts/reader.ts';
import type { ImportPlace } from './earlierImports.ts';
import type { FileContent } from './fileContent.ts';
import { NotLoaded } from './openedFile.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** What a file is brought up in. */
interface Home {
	readonly id: string;
	readonly store: SqliteStore;
	/** Makes a record of a compaction that was made when the log had as many messages as it has now. */
	readonly import: (place: ImportPlace, earlier: EarlierCompaction) => void;
	readonly signal: AbortSignal;
}

/** Where messages go, and the compactions between them. */
type Target = ImportPlace & { readonly append: (messages: readonly Message[]) => Promise<void> };

/**
 * Makes what is looked at what the file is now.
 * @throws The signal's reason when it was aborted; what was read until then stays.
 */
export async function showFile(
	home: Home & { readonly counter: TokenCounter },
	content: FileContent,
): Promise<void> {
	const { id, store, counter } = home;
	// Nothing of it reaches what another window keeps of the same file by now.
	const { memory } = store;
	const log = memory.log(id);
	const shared = sharedBeginning(content.messages, log);
	if (shared < log.length) {
		memory.cutInMemory(id, shared);
	}
	const conversation = new Conversation(counter, () => performance.now(), { store: memory, id });
	const target: Target = {
		id,
		store: memory,
		append: async (messages) => void conversation.append(...messages),
		read() {
			conversation.refresh();
			return conversation;
		},
	};
	const range = { start: conversation.log.length, end: content.messages.length };
	await appendWithImports(home, target, content, range);
}

/**
 * Appends to a conversation what its file has beyond it.
 * @param settled Only what nothing will be added to.
 * @returns Whether it can be followed on: not so when file and conversation went different ways.
 * @throws {NotLoaded} @throws The signal's reason when it was aborted.
 */
export async function continueFromFile(
	home: Home & { readonly service: ConversationService },
	content: FileContent,
	{ settled }: { readonly settled: boolean },
): Promise<boolean> {
	const { id, store, service } = home;
	const { messages } = content;
	const log = store.log(id);
	const start = sharedBeginning(messages, log);
	if (start < log.length) {
		return start === messages.length;
	}
	const target: Target = {
		id,
		store,
		read: () => service.of(id).read(),
		async append(more) {
			const end = await service.of(id).append(more);
			if (end.kind === 'not-appended') {
				throw new NotLoaded(end.cause);
			}
		},
	};
	const end = settled ? settledLength(messages) : messages.length;
	if (start <= end) {
		await appendWithImports(home, target, content, { start, end });
	}
	return true;
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

/** Appends messages of a file to those before them, and imports the compactions on the way, each where it was made. */
async function appendWithImports(
	{ import: importEarlier, signal }: Home,
	target: Target,
	{ messages, earlier }: FileContent,
	{ start, end }: LogRange,
): Promise<void> {
	const coming = earlier.filter(({ at }) => at >= start);
	for (let length = start; ; ) {
		for (let made = coming[0]; made?.at === length; made = coming[0]) {
			importEarlier(target, made);
			coming.shift();
		}
		if (length >= end) {
			return;
		}
		const next = Math.min(end, length + appendedAtOnce, coming[0]?.at ?? end);
		await target.append(messages.slice(length, next));
		length = next;
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
	}
}
