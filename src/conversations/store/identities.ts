import { type Connection, textIn } from './connection.ts';
import type { Identity } from './store.ts';

/** What stands for a conversation. */
export function identitiesOf(connection: Connection, id: string): readonly Identity[] {
	return connection
		.all('select digest from @.identity where conversation = ?', id)
		.map((row) => ({ digest: textIn(row, 'digest'), id }));
}

/** What changes them in a database; runs inside a transaction of the caller's. */

/** Digests that stand for an id already go on to. */
export function enterIdentities(connection: Connection, identities: readonly Identity[]): void {
	for (const { digest, id } of identities) {
		connection.run(
			'insert or ignore into @.identity (digest, conversation) values (?, ?)',
			digest,
			id,
		);
	}
}

/** Nothing stands for a conversation any more. */
export function forgetIdentities(connection: Connection, id: string): void {
	connection.run('delete from @.identity where conversation = ?', id);
}

/** Ids of earlier versions are digests themselves, which the version in a UUID tells. */
export function enterComputedIds(connection: Connection): void {
	connection.exec(`insert or ignore into @.identity (digest, conversation)
		select id, id from @.conversation where substr(id, 15, 1) = '8'`);
}
