import { readSync, writeSync } from 'node:fs';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { entry, newConversation, recordOver } from './samples.ts';

/**
 * Another process that works on a store, for tests that kill it or run several. What it prints it
 * has been told by the store. Arguments: folder, what to do, and its arguments.
 */

const [folder = '', task = '', first = '', second = ''] = process.argv.slice(2);

function say(line: string): void {
	// Synchronous: a line that was printed is in the pipe when the process is killed.
	writeSync(1, `${line}\n`);
}

function opened(): SqliteStore {
	const outcome = openStore(folder, { now: Date.now });
	if (outcome.kind !== 'opened') {
		throw new Error(JSON.stringify({ ...outcome, store: undefined }));
	}
	return outcome.store;
}

/** Appends and commits until it is killed; `round` makes its messages its own. */
function writeForEver(round: string): void {
	say('starting');
	const store = opened();
	const id = store.list()[0]?.id ?? store.create(newConversation).id;
	for (let n = 0; ; n += 1) {
		const batch = Array.from({ length: n % 5 === 4 ? 20 : 1 }, (_, part) =>
			entry(`round ${round} step ${n} part ${part} ${'x'.repeat((n * 397) % 6_000)}`),
		);
		say(
			`nodes ${store
				.append(id, batch)
				.map((node) => node.hash)
				.join(' ')}`,
		);
		if (n % 3 === 2) {
			const active = store.find(id)?.active;
			const committed = store.commit(id, recordOver(1, `${round} ${n}`), active, active);
			if (committed !== undefined) {
				say(`record ${committed.id}`);
			}
		}
	}
}

/** When told to go, appends so many messages under a name, each with a try to commit. */
function writeSome(name: string, count: number): void {
	const store = opened();
	const id = store.list()[0]?.id ?? '';
	say('ready');
	readSync(0, Buffer.alloc(2));
	for (let n = 1; n <= count; n += 1) {
		const active = store.find(id)?.active;
		store.append(id, [entry(`${name} ${n}`)]);
		const committed = store.commit(id, recordOver(1, `${name} ${n}`), active, active);
		say(committed === undefined ? 'conflict' : 'committed');
	}
	store.close();
}

/** Takes a claim and keeps it. */
function claimForEver(id: string): void {
	const store = opened();
	say(store.claim(id) === undefined ? 'taken' : 'claimed');
	stayWith(store);
}

/** Opens the store and keeps it open. */
function open(): void {
	try {
		const { kind, store } = openStore(folder, { now: Date.now });
		say(kind);
		stayWith(store);
	} catch (error) {
		say(error instanceof StoreError ? error.kind : String(error));
	}
}

/** Until it is killed; what is not referred to any more would be closed. */
function stayWith(store: SqliteStore): void {
	setInterval(() => store.size(), 1_000_000);
}

switch (task) {
	case 'write-for-ever':
		writeForEver(first);
		break;
	case 'write-some':
		writeSome(first, Number(second));
		break;
	case 'claim-for-ever':
		claimForEver(first);
		break;
	case 'open':
		open();
		break;
	default:
		throw new Error(`Unknown task: ${task}`);
}
