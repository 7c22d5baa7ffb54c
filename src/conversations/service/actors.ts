import { StoreError } from '../store/storeError.ts';
import { ConversationActor, type Closing } from './actor.ts';
import { messageOf } from './job.ts';
import type { LiveParts } from './live.ts';
import type { ServiceParts } from './ports.ts';
import type { NotAnswered } from './submission.ts';

/** The conversations that live: read into memory when they are first asked for, until they are ended. */
export class Actors {
	readonly #parts: ServiceParts & Pick<LiveParts, 'nextId' | 'pausedForAll'>;
	readonly #tellerOf: (id: string) => LiveParts['tell'];
	readonly #actors = new Map<string, ConversationActor>();
	#disposed = false;

	/** @param tellerOf Tells of changes to a conversation. */
	constructor(
		parts: ServiceParts & Pick<LiveParts, 'nextId' | 'pausedForAll'>,
		tellerOf: (id: string) => LiveParts['tell'],
	) {
		this.#parts = parts;
		this.#tellerOf = tellerOf;
	}

	/** Those that live. */
	get ids(): readonly string[] {
		return [...this.#actors.keys()];
	}

	/** One that lives already. */
	living(id: string): ConversationActor | undefined {
		return this.#actors.get(id);
	}

	/** @throws {StoreError} when it is not there or cannot be read. */
	get(id: string): ConversationActor {
		const known = this.#actors.get(id);
		if (known !== undefined) {
			return known;
		}
		if (this.#disposed) {
			throw new StoreError('closed');
		}
		if (this.#parts.store.find(id) === undefined) {
			throw new StoreError('not-found');
		}
		const actor = new ConversationActor(id, { ...this.#parts, tell: this.#tellerOf(id) });
		this.#actors.set(id, actor);
		try {
			actor.recovery.look();
			actor.unsent.look();
		} catch (error) {
			// Who asks next looks again.
			this.#actors.delete(id);
			throw error;
		}
		return actor;
	}

	/** Or why nothing can be done in it. */
	find(id: string): ConversationActor | NotAnswered {
		try {
			return this.#disposed ? { kind: 'shut-down' } : this.get(id);
		} catch (error) {
			return error instanceof StoreError && error.kind === 'not-found'
				? { kind: 'unknown-conversation' }
				: { kind: 'store', message: messageOf(error) };
		}
	}

	/** Ends what runs in a conversation and tells what waits. Never rejects. */
	async end(id: string, cause: Closing): Promise<void> {
		const actor = this.#actors.get(id);
		this.#actors.delete(id);
		await actor?.close(cause);
	}

	/** Ends all of them, for good: the service shuts down. Never rejects. */
	async endAll(): Promise<void> {
		this.#disposed = true;
		await Promise.all(this.ids.map((id) => this.end(id, { kind: 'shut-down' })));
	}
}
