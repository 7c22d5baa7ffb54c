import type { AppendEnd } from '../conversations/service/queue.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import type { ConversationAccess } from './conversationAccess.ts';
import { nameOfKey } from './namedConversations.ts';
import { RequestError } from '../protocol/failures.ts';

/**
 * A new conversation with its first messages. One with a key that an extension has used before is the
 * same, in every window.
 */
export async function createConversation(
	access: ConversationAccess,
	{ key, title, source, messages }: WorkerRequests['create']['parameters'],
	{ signal }: ChannelCall,
): Promise<{ readonly id: string }> {
	const { store, service, named, settings } = await access.services();
	const known = key === undefined ? undefined : named.idOf(nameOfKey(key));
	// One without messages is left from an attempt that failed.
	if (known !== undefined && (store.find(known)?.messages ?? 0) > 0) {
		return { id: known };
	}
	const about = access.about({ title, source, ...(known === undefined ? {} : { id: known }) });
	const isExcluded = known !== undefined && settings().excluded.includes(known);
	const { id } = isExcluded ? store.createInMemory(about) : service.create(about);
	// Another window may have made the same one at this moment: then its messages count.
	const claim = store.claim(id, 'turn');
	try {
		if (claim !== undefined && store.find(id)?.messages === 0) {
			await appended(service.of(id).append(messages));
		}
	} finally {
		claim?.release();
	}
	signal.throwIfAborted();
	return { id };
}

/** @throws With what a person can be told, when they were not appended. */
export async function appended(appending: Promise<AppendEnd>): Promise<void> {
	const end = await appending;
	if (end.kind === 'not-appended') {
		const { cause } = end;
		throw new RequestError(cause.kind, 'message' in cause ? cause.message : cause.kind);
	}
}
