import { type InputPrices, pricesOf, summariserPrices } from '../compaction/cost/modelPrices.ts';
import type { WriterPrices } from '../compaction/cost/compactionCost.ts';
import { noOverhead } from '../compaction/overhead.ts';
import { ImageTokens } from '../conversations/service/imageTokens.ts';
import type { ServiceSettings } from '../conversations/service/ports.ts';
import type { ConversationState } from '../conversations/store/state.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { SummaryWriter, WorkerSettings } from '../protocol/workerSettings.ts';

/**
 * The settings for each conversation: the user's settings, and the shape of its client's requests. The shape is part of
 * the conversation's state, because after a reload it is not reported before the next request, and thresholds and costs
 * depend on it.
 */
export class ConversationSettings {
	readonly #settings: () => WorkerSettings;
	/** By model. */
	readonly #images = new Map<string, ImageTokens>();

	constructor(settings: () => WorkerSettings) {
		this.#settings = settings;
	}

	/** Without a reported shape, requests are assumed to offer no tools, and recall is not mentioned. */
	of({ window: shape, usage }: ConversationState): ServiceSettings {
		const { compaction, summaryWriter, automatic } = this.#settings();
		const prices = pricesOf(shape?.model, shape?.prices);
		const summariser = summariserOf(summaryWriter, prices, shape?.model);
		const images = this.#imagesOf(shape?.model);
		if (shape?.imageTokens !== undefined) {
			images.remember(shape.imageTokens);
		}
		const others = {
			prices: summariser === undefined ? prices : { ...prices, summariser },
			images,
			recall: shape?.recall ?? false,
			automatic,
		};
		if (shape === undefined) {
			return {
				compaction: { ...compaction, window: usage?.window ?? compaction.window },
				...others,
			};
		}
		const { tokens: window, reservedReply, overhead = noOverhead, threshold } = shape;
		const own = threshold === undefined ? {} : { threshold };
		return { compaction: { ...compaction, window, reservedReply, overhead, ...own }, ...others };
	}

	/** A reported shape, as it is stored. */
	stored(shape: RequestShape): NonNullable<ConversationState['window']> {
		const { window: tokens, isWindowAssumed, recall, addedRecall: _, ...stored } = shape;
		const { learned } = this.#imagesOf(shape.model);
		return {
			...stored,
			tokens,
			...(isWindowAssumed === undefined ? {} : { isAssumed: true }),
			...(recall ? { recall } : {}),
			...(learned === undefined ? {} : { imageTokens: learned }),
		};
	}

	#imagesOf(model = ''): ImageTokens {
		const images = this.#images.get(model) ?? new ImageTokens();
		this.#images.set(model, images);
		return images;
	}
}

/** The model that writes summaries; undefined: none. @param model Of the client; absent: none answers. */
function summariserOf(
	writer: SummaryWriter | undefined,
	answering: InputPrices,
	model: string | undefined,
): WriterPrices | undefined {
	switch (writer?.kind) {
		case 'named': {
			const { id, inputPrice } = writer;
			const stated = inputPrice === undefined ? {} : { inputPrice };
			return {
				...summariserPrices(answering, pricesOf(id, stated)),
				isAnswering: id === model,
			};
		}
		case 'answering': {
			// The sample conversation has a window, but no model that answers.
			const isAnswering = model !== undefined;
			return isAnswering || writer.wasUsed
				? { ...summariserPrices(answering, answering), isAnswering }
				: undefined;
		}
		case undefined:
			return undefined;
	}
}
