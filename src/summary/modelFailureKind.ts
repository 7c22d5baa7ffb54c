/**
 * Why a call to a model failed, by what can be done about it. Here and not with the models, because
 * receipts and saved conversations tell it of every try at a summary.
 */
export type ModelFailureKind =
	/** Nothing came in time. */
	| 'timeout'
	/** The connection could not be made, broke, or carried what is no reply. */
	| 'connection'
	/** 401, or no key where one is needed. */
	| 'authentication'
	/** 402, or an exhausted quota whatever the status. */
	| 'credit'
	/** 403, or a refused consent. */
	| 'forbidden'
	/** 404, 503, or a message that the model, its deployment or a channel to it is not there. */
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
	/** Other 4xx: the request itself is refused. */
	| 'bad-request';
