import { withTimeout } from '../../models/waiting.ts';
import type { Endpoint } from '../../models/openai/transport.ts';
import type { ListedModel } from '../../models/openai/listModels.ts';

/** Asks a server for its models. */
export type ListModels = (
	endpoint: Omit<Endpoint, 'model'>,
	signal: AbortSignal,
) => Promise<readonly ListedModel[]>;

/** How long a list is taken for true, milliseconds: a local server may load another model. */
const freshMs = 10 * 60_000;

/** How long a server that gave none is left alone when nobody looks, milliseconds. */
const failedMs = 60_000;

interface Entry {
	readonly list: Promise<readonly ListedModel[]>;
	/** End of its use, milliseconds since the epoch. */
	untilMs: number;
}

/** What servers offer, remembered for a while: window sizes are wanted at every compaction. */
export class ModelLists {
	readonly #list: ListModels;
	readonly #now: () => number;
	readonly #entries = new Map<string, Entry>();

	/** @param now Milliseconds since the epoch. */
	constructor(list: ListModels, now: () => number) {
		this.#list = list;
		this.#now = now;
	}

	/**
	 * The list of a route as it is now.
	 * @throws {ModelError} when the server gives none.
	 */
	ask(
		route: string,
		endpoint: Omit<Endpoint, 'model'>,
		signal: AbortSignal,
	): Promise<readonly ListedModel[]> {
		const entry: Entry = {
			list: this.#list(endpoint, signal),
			untilMs: this.#now() + freshMs,
		};
		this.#entries.set(route, entry);
		entry.list.catch(() => {
			if (signal.aborted && this.#entries.get(route) === entry) {
				this.#entries.delete(route);
			}
			entry.untilMs = this.#now() + failedMs;
		});
		return entry.list;
	}

	/**
	 * The list as far as it can be had quickly; undefined when it cannot.
	 * @param limitMs Milliseconds to wait for it.
	 */
	async recall(
		route: string,
		endpoint: Omit<Endpoint, 'model'>,
		limitMs: number,
	): Promise<readonly ListedModel[] | undefined> {
		const known = this.#entries.get(route);
		try {
			if (known !== undefined && this.#now() < known.untilMs) {
				return await withTimeout(known.list, limitMs);
			}
			return await withTimeout(
				this.ask(route, endpoint, AbortSignal.timeout(longestAskMs)),
				limitMs,
			);
		} catch {
			// A window has a default; whether the server works shows when it is called.
			return undefined;
		}
	}

	/** Forgets everything: settings or keys have changed. */
	clear(): void {
		this.#entries.clear();
	}
}

/** Longest time a list may take when nobody waits for it, milliseconds. */
const longestAskMs = 15_000;
