import { isDeepStrictEqual } from 'node:util';
import { noOverhead } from '../compaction/overhead.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';

/**
 * What requests of conversations look like. Window and overhead are kept with the conversation: after a reload
 * nobody tells it before the next request, and thresholds follow from it.
 */
export class RequestShapes {
	readonly #store: Pick<SqliteStore, 'find'>;
	readonly #service: () => Pick<ConversationService, 'of'>;
	readonly #shapes = new Map<string, RequestShape>();

	constructor(store: Pick<SqliteStore, 'find'>, service: () => Pick<ConversationService, 'of'>) {
		this.#store = store;
		this.#service = service;
	}

	/** Undefined: nobody has told. */
	get(conversation: string): RequestShape | undefined {
		const known = this.#shapes.get(conversation);
		if (known !== undefined) {
			return known;
		}
		const kept = this.#store.find(conversation)?.state.window;
		return kept === undefined
			? undefined
			: {
					window: kept.tokens,
					reservedReply: kept.reservedReply,
					...(kept.threshold === undefined ? {} : { threshold: kept.threshold }),
					overhead: kept.overhead ?? noOverhead,
					recall: kept.recall === true,
				};
	}

	set(conversation: string, shape: RequestShape): void {
		const before = this.get(conversation);
		this.#shapes.set(conversation, shape);
		const { window: tokens, reservedReply, threshold, overhead, recall } = shape;
		const isKnown =
			before?.window === tokens &&
			before.reservedReply === reservedReply &&
			before.recall === recall &&
			before.threshold === threshold &&
			isDeepStrictEqual(before.overhead, overhead);
		if (!isKnown) {
			this.#service()
				.of(conversation)
				.clientTurns.keepTold({
					window: {
						tokens,
						reservedReply,
						overhead,
						...(recall ? { recall } : {}),
						...(threshold === undefined ? {} : { threshold }),
					},
				});
		}
	}
}
