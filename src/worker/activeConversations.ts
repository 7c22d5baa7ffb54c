import type { ConversationService } from '../conversations/service/service.ts';

/** Conversations that stay in memory: more than a user typically has in progress. */
const maxActive = 32;

/** Releases conversations that were not used for a while: they are read again on demand. */
export class ActiveConversations {
	readonly #service: ConversationService;
	readonly #shown: () => string | undefined;
	/** In the order of their last use. */
	readonly #ids = new Set<string>();
	/** Also those that were released. */
	readonly #opened = new Set<string>();

	/** @param shown The conversation on screen, which stays. */
	constructor(service: ConversationService, shown: () => string | undefined) {
		this.#service = service;
		this.#shown = shown;
	}

	/** Whether a conversation was ever used here. */
	wasOpened(conversation: string): boolean {
		return this.#opened.has(conversation);
	}

	/** A client or the user has just used this one. */
	used(conversation: string): void {
		this.#opened.add(conversation);
		this.#ids.delete(conversation);
		this.#ids.add(conversation);
		for (const id of this.#ids) {
			if (this.#ids.size <= maxActive || id === conversation) {
				return;
			}
			if (this.#release(id)) {
				this.#ids.delete(id);
			}
		}
	}

	/** @returns False: it has running work, or an offer, or is on screen. */
	#release(id: string): boolean {
		const { answering = false, compactor } = this.#service.loaded(id) ?? {};
		const isOver =
			id !== this.#shown() &&
			!answering &&
			compactor?.progress === undefined &&
			compactor?.proposal === undefined;
		if (isOver) {
			// Nothing is running that closing it could fail.
			void this.#service.close(id);
		}
		return isOver;
	}
}
