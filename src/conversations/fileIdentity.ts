import { hash } from 'node:crypto';
import type { Message } from '../messages/message.ts';
import { hashesOf } from './store/chain.ts';
import type { SqliteStore } from './store/sqliteStore.ts';
import type { SharedPrefix, StoredNode } from './store/store.ts';

/** Which conversation a saved session belongs to: reopening a file leads to the same conversation. */
export interface FileIdentity {
	readonly id: string;
	/** The conversation that has the same beginning and then diverged. */
	readonly origin?: SharedPrefix;
}

/**
 * Finds the conversation that the messages of a file belong to. If only the file or only the conversation has grown,
 * they are the same; if they diverge, the file is a fork with its own id.
 * @param first The conversation that the file's path leads to.
 * @param idOf The conversation that another name leads to.
 */
export function identify(
	first: string,
	messages: Iterable<Message>,
	store: Pick<SqliteStore, 'find' | 'log'>,
	idOf: (name: string) => string,
): FileIdentity {
	// Computed lazily: for a session in a database this requires reading it.
	let hashes: readonly string[] | undefined;
	let id = first;
	let origin: SharedPrefix | undefined;
	while (store.find(id) !== undefined) {
		const known = store.log(id);
		hashes ??= hashesOf(messages);
		const shared = sharedLength(
			hashes,
			known.map((node) => node.hash),
		);
		if (shared === known.length || shared === hashes.length) {
			break;
		}
		origin = { id, messages: shared };
		id = idOf(`${id} ${hashes[shared] ?? ''}`);
	}
	return origin === undefined ? { id } : { id, origin };
}

/** How many leading messages a file and a conversation share. */
export function sharedBeginning(
	messages: readonly Message[],
	log: readonly Pick<StoredNode, 'hash'>[],
): number {
	return sharedLength(
		hashesOf(messages.slice(0, log.length)),
		log.map((node) => node.hash),
	);
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
	const length = Math.min(a.length, b.length);
	for (let index = 0; index < length; index += 1) {
		if (a[index] !== b[index]) {
			return index;
		}
	}
	return length;
}

/**
 * The digest of a name, see {@link Identity}: a UUID that is the same for the same name, version 8 of RFC 9562.
 * Conversations of earlier versions have it as their id.
 */
export function digestOf(name: string): string {
	const digits = hash('sha256', name, 'hex');
	const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
	return [
		digits.slice(0, 8),
		digits.slice(8, 12),
		`8${digits.slice(13, 16)}`,
		`${variant}${digits.slice(17, 20)}`,
		digits.slice(20, 32),
	].join('-');
}
