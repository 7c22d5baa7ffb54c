import type { StatedPrices } from '../compaction/cost/modelPrices.ts';
import type { RequestOverhead } from '../compaction/overhead.ts';
import type { RecallExchange } from '../compaction/recallExchange.ts';
import type { RenderableRecord } from '../compaction/render.ts';
import type { Message } from '../messages/message.ts';

/**
 * Requests of clients that reach a model through Precis. The history stays with the host, which has the client's own
 * parts; the worker returns the record from which its context is derived.
 */

/** Properties of a conversation's requests besides its messages. Tokens. */
export interface RequestShape {
	/** Of the answering model. */
	readonly window: number;
	/** Precis assumes this window, because it is not known. */
	readonly isWindowAssumed?: true;
	/** Its name, which determines its prices; absent: unknown. */
	readonly model?: string;
	/** Prices from the user's settings. */
	readonly prices?: StatedPrices;
	readonly reservedReply: number;
	/** The user's hard threshold for this model, if set. */
	readonly threshold?: number;
	readonly overhead: RequestOverhead;
	/** Whether the request offers the recall tool, always or only after a compaction. */
	readonly recall: boolean;
	/** Of the recall tool that Precis adds to requests of a compacted conversation; absent: not added. */
	readonly addedRecall?: number;
}

/** A request before it is sent. */
export interface ClientRequest {
	/** All messages so far, without system messages. */
	readonly messages: readonly Message[];
	readonly shape: RequestShape;
	/** The client's name for the conversation, if it has one; stays the same while the conversation continues. */
	readonly name?: string;
	/** Task of the sub-agent whose history this is; `name` is then that of the conversation that called it. */
	readonly task?: string;
	/** A question about the history that is not a turn of it: nothing is stored or compacted. */
	readonly aside?: boolean;
}

/** What a request is sent with. */
export interface PreparedRequest {
	/** The conversation of the history; absent if it is not worth storing yet. */
	readonly conversation?: string;
	/** A sub-agent leads it. */
	readonly subAgent?: boolean;
	/** The conversation it replaces because its history was edited. */
	readonly inPlaceOf?: string;
	/** Derives the context; absent: the history unchanged. */
	readonly record?: RenderableRecord;
	/** Look-ups within replies of the history; absent: none. */
	readonly recalls?: readonly RecallExchange[];
	/** Our own count of everything that is sent, tokens. */
	readonly tokens: number;
}

/** The same after the provider rejected it as too long. */
export interface ShorterRequest extends PreparedRequest {
	/** False: it cannot be made shorter. */
	readonly isShorter: boolean;
}
