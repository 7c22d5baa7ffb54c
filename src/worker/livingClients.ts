import type { WorkerServices } from './workerServices.ts';

/** Conversations of clients that stay in memory: as many as people have going on at once, and some. */
const mostLiving = 32;

/** Lets go of what clients have not asked for in a while: it is read again when they do. */
export class LivingClients {
	/** In the order of their last use. */
	readonly #ids = new Set<string>();

	/** A client asked for this one just now. */
	used(services: WorkerServices, conversation: string): void {
		this.#ids.delete(conversation);
		this.#ids.add(conversation);
		for (const id of this.#ids) {
			if (this.#ids.size <= mostLiving) {
				return;
			}
			if (this.#letGo(services, id)) {
				this.#ids.delete(id);
			}
		}
	}

	/** @returns False: something runs in it. */
	#letGo({ service, store }: WorkerServices, id: string): boolean {
		if (store.find(id) === undefined) {
			return true;
		}
		const { turn, job, queued, proposal } = service.of(id).status;
		const isIdle =
			turn === undefined && job === undefined && queued.length === 0 && proposal === undefined;
		if (isIdle) {
			// Nothing runs that its end could fail.
			void service.close(id);
		}
		return isIdle;
	}
}
