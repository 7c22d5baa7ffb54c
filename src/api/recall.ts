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
		/** The passages around the words that were looked for, a few sentences each. */
		readonly excerpt: string;
	}[];
	/** Where the next page begins; absent on the last. */
	readonly next?: number;
}

/** Which of the originals to fetch: from a message on, to the end of its turn. */
export interface RecallMessage {
	/** Of the first message. */
	readonly number: number;
	/** From 1; absent: the first, which begins with that message. */
	readonly page?: number;
}

/** A page of messages as they were said. */
export interface RecalledTurn {
	/** Numbers of the first and the last message. */
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** From 1. */
	readonly page: number;
	readonly pages: number;
}
