/**
 * Why a call to a model failed, classified by what can be done about it. In this room, because records and receipts
 * contain it for every attempt at a summary.
 */
export type ModelFailureKind =
	/** No reply within the time-out. */
	| 'timeout'
	/** The connection could not be made, broke, or returned something that is not a reply. */
	| 'connection'
	/** 401, or a required key is missing. */
	| 'authentication'
	/** 402, or an exhausted quota with any status. */
	| 'credit'
	/** 403, or consent was refused. */
	| 'forbidden'
	/** 404, 503, or a message that the model, its deployment or a channel to it is unavailable. */
	| 'not-available'
	/** The request is larger than the model's window. */
	| 'context-too-long'
	/** 429. */
	| 'rate-limited'
	/** 529, or a message that says so. */
	| 'overloaded'
	/** Every reply ended before it was complete. */
	| 'cut-off'
	/** Other 5xx. */
	| 'server'
	/** Other 4xx: the request itself is rejected. */
	| 'bad-request';
