import { isDeepStrictEqual } from 'node:util';
import { type InputPrices, pricesOf, summariserPrices } from '../compaction/cost/modelPrices.ts';
import type { WriterPrices } from '../compaction/cost/compactionCost.ts';
import { noOverhead } from '../compaction/overhead.ts';
import type { ServiceSettings } from '../conversations/service/ports.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { SummaryWriter, WorkerSettings } from '../protocol/workerSettings.ts';

/**
 * What counts for each conversation: the person's settings, and what its client's requests look like. Window and
 * overhead are kept with the conversation: after a reload nobody tells them before the next request, and thresholds
 * follow from them.
 */
export class ConversationSettings {
	readonly #store: SqliteStore;
	readonly #settings: () => WorkerSettings;
	readonly #shapes = new Map<string, RequestShape>();

	constructor(store: SqliteStore, settings: () => WorkerSettings) {
		this.#store = store;
		this.#settings = settings;
	}

	/** Where nobody has told what requests look like, they offer no tools, and nothing speaks of recall. */
	of(conversation: string): ServiceSettings {
		const { compaction, summaryWriter, automatic } = this.#settings();
		const shape = this.#shapeOf(conversation);
		const prices = pricesOf(shape?.model, shape?.prices);
		const summariser = summariserOf(summaryWriter, prices, shape);
		const others = {
			prices: summariser === undefined ? prices : { ...prices, summariser },
			recall: shape?.recall ?? false,
			automatic,
		};
		if (shape === undefined) {
			const recorded = this.#store.find(conversation)?.state.usage?.window;
			return { compaction: { ...compaction, window: recorded ?? compaction.window }, ...others };
		}
		const { window, reservedReply, overhead, threshold } = shape;
		const own = threshold === undefined ? {} : { threshold };
		return { compaction: { ...compaction, window, reservedReply, overhead, ...own }, ...others };
	}

	/** Requests of a conversation look like this from now on. */
	note(service: ConversationService, conversation: string, shape: RequestShape): void {
		const before = this.#shapeOf(conversation);
		this.#shapes.set(conversation, shape);
		const kept = keptOf(shape);
		if (before === undefined || !isDeepStrictEqual(keptOf(before), kept)) {
			service.of(conversation).clientTurns.keepTold({ window: kept });
		}
	}

	/** Undefined: nobody has told. */
	#shapeOf(conversation: string): RequestShape | undefined {
		const known = this.#shapes.get(conversation);
		const kept = known === undefined ? this.#store.find(conversation)?.state.window : undefined;
		if (kept === undefined) {
			return known;
		}
		const { tokens: window, overhead = noOverhead, recall = false, ...others } = kept;
		return { window, overhead, recall, ...others };
	}
}

/** What is kept of a shape. */
function keptOf({ window: tokens, reservedReply, overhead, recall, threshold }: RequestShape) {
	return {
		tokens,
		reservedReply,
		overhead,
		...(recall ? { recall } : {}),
		...(threshold === undefined ? {} : { threshold }),
	};
}

/** Who writes summaries; undefined: no model. @param shape Absent: no client leads the conversation. */
function summariserOf(
	writer: SummaryWriter | undefined,
	answering: InputPrices,
	shape: RequestShape | undefined,
): WriterPrices | undefined {
	switch (writer?.kind) {
		case 'named': {
			const { id, inputPrice } = writer;
			const stated = inputPrice === undefined ? {} : { inputPrice };
			return {
				...summariserPrices(answering, pricesOf(id, stated)),
				isAnswering: id === shape?.model,
			};
		}
		case 'answering':
			return shape !== undefined || writer.wasUsed
				? { ...summariserPrices(answering, answering), isAnswering: shape !== undefined }
				: undefined;
		case undefined:
			return undefined;
	}
}
