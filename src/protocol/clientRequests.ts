import type { StatedPrices } from '../compaction/cost/modelPrices.ts';
import type { RequestOverhead } from '../compaction/overhead.ts';
import type { RecallExchange } from '../compaction/recallExchange.ts';
import type { RenderableRecord } from '../compaction/render.ts';
import type { Message } from '../messages/message.ts';

/**
 * Requests of clients that reach a model through Precis. The history stays with the host, which has
 * the client's own parts; the worker tells which record its context is derived from.
 */

/** What requests of a conversation look like beside its messages. Tokens. */
export interface RequestShape {
	/** Of the model that answers. */
	readonly window: number;
	/** Its name, by which its prices are known; absent: they are not. */
	readonly model?: string;
	/** What the person says of its prices. */
	readonly prices?: StatedPrices;
	readonly reservedReply: number;
	/** The hard threshold, where the person set one for this model. */
	readonly threshold?: number;
	readonly overhead: RequestOverhead;
	/** Whether the request offers the recall tool, by itself or from a compaction on. */
	readonly recall: boolean;
	/** Of the recall tool that Precis adds to requests of a compacted conversation; absent: it adds none. */
	readonly addedRecall?: number;
}

/** A request that is about to be sent. */
export interface ClientRequest {
	/** All that was said so far, without system messages; of a long history its beginning. */
	readonly messages: readonly Message[];
	/** The host gives the rest under this number, part by part; absent: there is none. */
	readonly history?: number;
	readonly shape: RequestShape;
	/** What the client calls the conversation, where it does; the same as long as it goes on. */
	readonly name?: string;
	/** A question about the history, and no turn of it: nothing is stored, nothing compacted. */
	readonly aside?: boolean;
}

/** What a request is sent with. */
export interface PreparedRequest {
	/** The conversation the history belongs to; absent where it is not worth being kept yet. */
	readonly conversation?: string;
	/** A sub-agent leads it. */
	readonly subAgent?: boolean;
	/** The conversation that it goes on in place of: its history was edited. */
	readonly inPlaceOf?: string;
	/** Derives the context; absent: the history as it is. */
	readonly record?: RenderableRecord;
	/** What was looked up within replies of the history; absent: nothing. */
	readonly recalls?: readonly RecallExchange[];
	/** Our own count of all that is sent, tokens. */
	readonly tokens: number;
}

/** How a client's request ended. */
export interface RequestEnd {
	/** Whether the reply calls tools: then the client goes on with their results. */
	readonly callsTools: boolean;
}

/** Likewise after the provider found it too long. */
export interface ShorterRequest extends PreparedRequest {
	/** False: it cannot be made shorter. */
	readonly isShorter: boolean;
}
