import { Conversation } from '../conversations/conversation.ts';
import { sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { LogRange, Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { Messages } from '../transcripts/reader.ts';
import type { EarlierImports, ImportPlace } from './earlierImports.ts';
import type { FileContent } from './fileContent.ts';
import type { FileView } from './fileView.ts';
import { NotLoaded } from './openedFile.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** A file on its way to where it is held. */
interface Taking {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly counter: TokenCounter;
	/** Makes records of the compactions that it tells of. */
	readonly imports: EarlierImports;
	readonly view: FileView;
	readonly content: FileContent;
	readonly signal: AbortSignal;
}

/** Where messages go, and the compactions between them. */
type Target = ImportPlace & { readonly append: (messages: readonly Message[]) => Promise<void> };

/**
 * Has all that a file has be held: beside the store as long as one only looks, else at the end of the
 * conversation that was made of it.
 * @param settled Only what nothing will be added to.
 * @returns Whether file and conversation went the same way; undefined: another window is reading the same
 * file in, or answers at its end.
 * @throws {NotLoaded} @throws The signal's reason when it was aborted; what was read until then stays.
 */
export async function takeFile(
	taking: Taking,
	{ settled }: { readonly settled: boolean },
): Promise<boolean | undefined> {
	const { store, service, view } = taking;
	const { id } = view.about;
	if (store.homes.isView(id)) {
		await showFile(taking);
		service.living(id)?.read();
		return true;
	}
	// What was interrupted is looked for before a claim of our own hides it.
	service.of(id);
	const claim = store.claim(id, 'turn');
	if (claim === undefined) {
		return undefined;
	}
	try {
		return await continueFromFile(taking, settled);
	} finally {
		claim.release();
	}
}

/** Makes what is looked at what the file is now. */
async function showFile(taking: Taking): Promise<void> {
	const { store, counter, content, view } = taking;
	const { id } = view.about;
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
	await appendWithImports(taking, target, range);
}

/** Appends to a conversation what its file has beyond it. @returns Not so when they went different ways. */
async function continueFromFile(taking: Taking, settled: boolean): Promise<boolean> {
	const { store, service, view, content } = taking;
	const { id } = view.about;
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
		await appendWithImports(taking, target, { start, end });
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
	{ imports, view, content: { messages, earlier }, signal }: Taking,
	target: Target,
	{ start, end }: LogRange,
): Promise<void> {
	const coming = earlier.filter(({ at }) => at >= start);
	for (let length = start; ; ) {
		for (let made = coming[0]; made?.at === length; made = coming[0]) {
			const message = imports.import(target, made, view.about.source);
			view.problems.push(...(message === undefined ? [] : [{ line: 1, message }]));
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
