import assert from 'node:assert/strict';
import { digestOf, identify, type FileIdentity } from '../../../src/conversations/fileIdentity.ts';
import { memoryStore } from '../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../src/conversations/store/sqliteStore.ts';
import type { Message } from '../../../src/messages/message.ts';
import { assistant, user } from '../../support/logs.ts';
import { entries, newConversation } from './store/samples.ts';

const place = '/home/ada/session.jsonl#1';
const begun: readonly Message[] = [user('One'), assistant('1'), user('Two'), assistant('2')];
const here = [user('Said here'), assistant('Yes.')];
const there = [user('Said there'), assistant('No.')];

describe('which conversation a saved session is', () => {
	let store: SqliteStore;
	let ids: Map<string, string>;

	beforeEach(() => {
		store = memoryStore(() => 0);
		ids = new Map();
	});

	const idOf = (name: string): string => {
		const id = ids.get(name) ?? `conversation ${ids.size + 1}`;
		ids.set(name, id);
		return id;
	};
	const identityOf = (messages: readonly Message[], at = place): FileIdentity =>
		identify(idOf(at), messages, store, idOf);

	/** Stores a session as the conversation it is. @returns Its id. */
	function opened(messages: readonly Message[]): string {
		const { id } = identityOf(messages);
		if (store.find(id) === undefined) {
			store.create({ ...newConversation, id });
		}
		store.append(id, entries(...messages.slice(store.log(id).length)));
		return id;
	}

	it('is decided by its place while nothing is known of it', () => {
		const { id, origin } = identityOf(begun);
		assert.equal(origin, undefined);
		assert.equal(identityOf(there).id, id);
		assert.notEqual(identityOf(begun, '/home/ada/session.jsonl#2').id, id);
		assert.notEqual(identityOf(begun, '/home/ada/other.jsonl#1').id, id);
	});

	it('is the same when it was continued here', () => {
		const id = opened(begun);
		store.append(id, entries(...here));
		assert.deepEqual(identityOf(begun), { id });
		assert.deepEqual(identityOf(begun.slice(0, 2)), { id });
	});

	it('is a fork when both went on, differently', () => {
		const id = opened(begun);
		store.append(id, entries(...here));
		const fork = identityOf([...begun, ...there]);
		assert.notEqual(fork.id, id);
		assert.deepEqual(fork.origin, { id, messages: 4 });
	});

	it('is a fork when the file was changed in the middle, or from its start', () => {
		const id = opened(begun);
		const middle = identityOf([...begun.slice(0, 2), ...there]);
		assert.deepEqual(middle.origin, { id, messages: 2 });
		const start = identityOf([...there, ...begun]);
		assert.deepEqual(start.origin, { id, messages: 0 });
		assert.equal(new Set([id, middle.id, start.id]).size, 3);
	});

	it('is the same fork again, also when that grew or was continued', () => {
		const id = opened(begun);
		store.append(id, entries(...here));
		const forked = [...begun, ...there];
		const fork = opened(forked);
		assert.deepEqual(identityOf(forked), { id: fork, origin: { id, messages: 4 } });
		assert.equal(identityOf([...forked, ...here]).id, fork);
		store.append(fork, entries(...here));
		assert.equal(identityOf(forked).id, fork);
	});
});

describe('what stands for a name', () => {
	it('is what earlier versions called a conversation', () => {
		assert.equal(digestOf('/home/ada/session.jsonl#1'), '2c016b12-9c2e-8858-9a80-c248fde6868f');
		assert.equal(digestOf('extension test.consumer/1'), '0ef89b6b-eee0-8a14-b58c-40d282796c0f');
	});
});
