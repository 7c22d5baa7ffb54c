import { sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { Messages } from '../transcripts/reader.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** Where a conversation lives. */
interface Home {
	readonly store: LayeredStore;
	readonly service: ConversationService;
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
 * Brings a conversation up to its file, which was read again. One that was only looked at becomes what
 * the file is; to one that was compacted or continued what is new and complete is appended.
 * @returns Whether it can be followed on: not so when file and conversation went different ways.
 * @throws The signal's reason when it was aborted, and where somebody else is changing it.
 */
export async function catchUp(
	{ store, service }: Home,
	id: string,
	messages: Messages,
	{ isView, signal }: CatchUpOptions,
): Promise<boolean> {
	// Another window may follow the same file, or answer here.
	const claim = store.claim(id, 'turn');
	if (claim === undefined) {
		throw new Error('The conversation is being changed at this moment.');
	}
	try {
		return await append({ store, service }, id, messages, { isView, signal });
	} finally {
		claim.release();
	}
}

async function append(
	{ store, service }: Home,
	id: string,
	messages: Messages,
	{ isView, signal }: CatchUpOptions,
): Promise<boolean> {
	const log = store.log(id);
	const shared = sharedBeginning(messages, log);
	if (shared < log.length && !isView) {
		return shared === messages.length;
	}
	if (shared < log.length) {
		if (!store.cutInMemory(id, shared)) {
			return false;
		}
		service.read(id);
	}
	const end = isView ? messages.length : settledLength(messages);
	for (let start = shared; start < end; start += appendedAtOnce) {
		signal.throwIfAborted();
		const next = messages.slice(start, Math.min(end, start + appendedAtOnce));
		const { kind } = await service.append(id, next);
		if (kind !== 'appended') {
			return false;
		}
		await new Promise((resolve) => setImmediate(resolve));
	}
	return true;
}
