import assert from 'node:assert/strict';
import { memoryStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SearchHit } from '../../../../src/conversations/store/store.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { entries, newConversation, temporaryFolders } from './samples.ts';

/** A store under test, fresh for each test, and short ways to use it. */
export class Subject {
	/** What its clock shows. */
	time = 1_000;
	readonly store: SqliteStore;

	constructor(open: (now: () => number) => SqliteStore) {
		this.store = open(() => this.time);
	}

	/** A conversation with messages of the person. @returns Its id. */
	started(...messages: readonly string[]): string {
		const { id } = this.store.create(newConversation);
		this.store.append(id, entries(...messages));
		return id;
	}

	texts(id: string): readonly unknown[] {
		return this.store.log(id).map(({ message }) => message.content);
	}

	found(text: string, more = {}): readonly SearchHit[] {
		return this.store.search({ text, limit: 10, ...more });
	}

	/** Numbers of the messages that were found. */
	numbers(text: string, more = {}): readonly number[] {
		return this.found(text, more).map(({ number }) => number);
	}
}

export function isNotFound(error: unknown): boolean {
	return error instanceof StoreError && error.kind === 'not-found';
}

/** What every store does, whatever it keeps conversations in. */
export function describeEveryStore(what: string, suite: (subject: () => Subject) => void): void {
	const run = (name: string, open: (now: () => number) => SqliteStore): void => {
		describe(`${what}: a store ${name}`, () => {
			let subject: Subject | undefined;
			afterEach(() => {
				subject?.store.close();
				subject = undefined;
			});
			suite(() => {
				subject ??= new Subject(open);
				return subject;
			});
		});
	};
	run('in memory', (now) => memoryStore(now));
	const folder = temporaryFolders();
	const database = (now: () => number): SqliteStore => {
		const opened = openStore(folder(), { now });
		assert.equal(opened.kind, 'opened');
		return opened.store;
	};
	run('in a database', database);
}
