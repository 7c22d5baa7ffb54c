import { createHash } from 'node:crypto';
import type { ClientFactory, ModelClient, Route } from './client.ts';

/** A client in use. Both methods may be called repeatedly; only the first call has an effect. */
export interface ClientLease {
	readonly client: ModelClient;
	/**
	 * Removes the client from the pool at once, so that the next call gets a fresh one. It is closed when its last user is
	 * done: one caller's failure never ends another's stream.
	 */
	evict(): void;
	/** Indicates that this user is done. */
	release(): void;
}

interface Entry {
	readonly client: Promise<ModelClient>;
	users: number;
	evicted: boolean;
}

/** Clients shared by all calls of the same route. */
export class ClientPool {
	readonly #create: ClientFactory;
	readonly #entries = new Map<string, Entry>();
	#disposed = false;

	constructor(create: ClientFactory) {
		this.#create = create;
	}

	/** Clients available to the next call. */
	get size(): number {
		return this.#entries.size;
	}

	/**
	 * The client for a route; the first request for it builds it.
	 * @throws what the factory throws; the next lease tries again.
	 */
	async lease(route: Route): Promise<ClientLease> {
		const key = keyOf(route);
		for (;;) {
			if (this.#disposed) {
				throw new Error('The clients of models were disposed.');
			}
			const entry = this.#entries.get(key) ?? this.#add(key, route);
			entry.users += 1;
			try {
				const client = await entry.client;
				if (!entry.evicted) {
					return this.#leaseOf(key, entry, client);
				}
			} catch (error) {
				this.#evict(key, entry);
				this.#leave(entry);
				throw error;
			}
			// Another call evicted it during this wait.
			this.#leave(entry);
		}
	}

	/** Evicts every client: settings or keys have changed. */
	clear(): void {
		for (const [key, entry] of this.#entries) {
			this.#evict(key, entry);
		}
	}

	/** Evicts every client and provides no more. */
	dispose(): void {
		this.#disposed = true;
		this.clear();
	}

	#add(key: string, route: Route): Entry {
		const entry: Entry = { client: this.#create(route), users: 0, evicted: false };
		this.#entries.set(key, entry);
		return entry;
	}

	#leaseOf(key: string, entry: Entry, client: ModelClient): ClientLease {
		let released = false;
		return {
			client,
			evict: () => this.#evict(key, entry),
			release: () => {
				if (!released) {
					released = true;
					this.#leave(entry);
				}
			},
		};
	}

	#evict(key: string, entry: Entry): void {
		if (this.#entries.get(key) === entry) {
			this.#entries.delete(key);
		}
		if (!entry.evicted) {
			entry.evicted = true;
			if (entry.users === 0) {
				close(entry);
			}
		}
	}

	#leave(entry: Entry): void {
		entry.users -= 1;
		if (entry.evicted && entry.users === 0) {
			close(entry);
		}
	}
}

function close(entry: Entry): void {
	// If building it failed, its callers were informed; if closing fails, there is no caller left.
	entry.client.then((client) => client.close()).catch(() => undefined);
}

/** A digest of everything that determines which client serves a route: no key, log or heap dump shows a secret. */
function keyOf(route: Route): string {
	const { provider, api, baseUrl, credential, model } = route;
	// A client of VS Code's API serves one model; the others serve all models of their provider.
	const modelThatMatters = api === 'vscode' ? model : '';
	const parts = [provider, api, baseUrl, credential?.digest ?? '', modelThatMatters];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
