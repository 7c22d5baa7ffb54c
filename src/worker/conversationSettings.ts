import { isDeepStrictEqual } from 'node:util';
import { type InputPrices, pricesOf, summariserPrices } from '../compaction/cost/modelPrices.ts';
import type { WriterPrices } from '../compaction/cost/compactionCost.ts';
import { noOverhead } from '../compaction/overhead.ts';
import { ImageTokens } from '../conversations/service/imageTokens.ts';
import type { ServiceSettings } from '../conversations/service/ports.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { ConversationState } from '../conversations/store/state.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { SummaryWriter, WorkerSettings } from '../protocol/workerSettings.ts';

/**
 * The settings for each conversation: the user's settings, and the shape of its client's requests. Window,
 * overhead and model are stored with the conversation, because after a reload they are not reported before the next
 * request, and thresholds and costs depend on them.
 */
export class ConversationSettings {
	readonly #store: SqliteStore;
	readonly #settings: () => WorkerSettings;
	readonly #shapes = new Map<string, RequestShape>();
	/** As last stored, by conversation. */
	readonly #kept = new Map<string, ConversationState['window']>();
	/** By model. */
	readonly #images = new Map<string, ImageTokens>();

	constructor(store: SqliteStore, settings: () => WorkerSettings) {
		this.#store = store;
		this.#settings = settings;
	}

	/** Without a reported shape, requests are assumed to offer no tools, and recall is not mentioned. */
	of(conversation: string): ServiceSettings {
		const { compaction, summaryWriter, automatic } = this.#settings();
		const shape = this.#shapeOf(conversation);
		const prices = pricesOf(shape?.model, shape?.prices);
		const summariser = summariserOf(summaryWriter, prices, shape);
		const others = {
			prices: summariser === undefined ? prices : { ...prices, summariser },
			images: this.#imagesOf(shape?.model ?? ''),
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

	#imagesOf(model: string): ImageTokens {
		const images = this.#images.get(model) ?? new ImageTokens();
		this.#images.set(model, images);
		return images;
	}

	/** Sets the shape of a conversation's requests from now on. */
	note(service: ConversationService, conversation: string, shape: RequestShape): void {
		const before = this.#kept.get(conversation) ?? this.#stored(conversation);
		this.#shapes.set(conversation, shape);
		const { learned } = this.#imagesOf(shape.model ?? '');
		const kept = {
			...keptOf(shape),
			...(learned === undefined ? {} : { imageTokens: learned }),
		};
		this.#kept.set(conversation, kept);
		if (!isDeepStrictEqual(before, kept)) {
			service.of(conversation).clientTurns.keepReport({ window: kept });
		}
	}

	/** Undefined: not reported. */
	#shapeOf(conversation: string): RequestShape | undefined {
		const known = this.#shapes.get(conversation);
		const kept = known === undefined ? this.#stored(conversation) : undefined;
		if (kept === undefined) {
			return known;
		}
		const {
			tokens: window,
			overhead = noOverhead,
			recall = false,
			imageTokens: _,
			...others
		} = kept;
		return { window, overhead, recall, ...others };
	}

	/** What was stored in an earlier session; what it says of images holds for all conversations with the model. */
	#stored(conversation: string): ConversationState['window'] {
		const kept = this.#store.find(conversation)?.state.window;
		if (kept?.imageTokens !== undefined) {
			this.#imagesOf(kept.model ?? '').remember(kept.imageTokens);
		}
		return kept;
	}
}

/** The part of a shape that is stored. */
function keptOf(shape: RequestShape) {
	const { window: tokens, reservedReply, overhead, recall, threshold, model, prices } = shape;
	return {
		tokens,
		reservedReply,
		overhead,
		...(recall ? { recall } : {}),
		...(threshold === undefined ? {} : { threshold }),
		...(model === undefined ? {} : { model }),
		...(prices === undefined ? {} : { prices }),
	};
}

/** The model that writes summaries; undefined: none. @param shape Absent: no client leads the conversation. */
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
		case 'answering': {
			// The sample has a window, and no model that answers.
			const isAnswering = shape?.model !== undefined;
			return isAnswering || writer.wasUsed
				? { ...summariserPrices(answering, answering), isAnswering }
				: undefined;
		}
		case undefined:
			return undefined;
	}
}
