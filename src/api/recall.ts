/** What to search the originals for. */
export interface RecallQuery {
	/** Words, parts of identifiers, or phrases in quotation marks, 1 to 1,000 characters. */
	readonly query: string;
	/** Hits to pass over: `next` of the page before. */
	readonly from?: number;
}

/** A page of what a search found. */
export interface RecallHits {
	/** Best first. */
	readonly hits: readonly {
		/** Number of the message. */
		readonly number: number;
		/** The words around it, with `⟦` and `⟧` around what matches. */
		readonly excerpt: string;
	}[];
	/** Where the next page begins; absent on the last. */
	readonly next?: number;
}

/** Which turn of the originals to fetch. */
export interface RecallMessage {
	/** Of any message of the turn. */
	readonly number: number;
	/** From 1; absent: the page on which the message begins. */
	readonly page?: number;
}

/** A page of a turn as it was said. */
export interface RecalledTurn {
	/** Numbers of the turn's first and last message. */
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** From 1. */
	readonly page: number;
	readonly pages: number;
}
