/** Where a running request stands. */
export type Phase =
	| 'reading'
	| 'counting'
	| 'planning'
	| 'summarising'
	/** The summary is written; it is applied when the answer that is being given has ended. */
	| 'committing';

/** How far a request has come. */
export interface Progress {
	readonly phase: Phase;
	/** The model that writes; absent for the built-in summariser. */
	readonly model?: string;
	/** Which of how many requests to it. */
	readonly piece?: { readonly number: number; readonly of: number };
	/** How often that request was sent, this time included; absent for the built-in summariser. */
	readonly attempt?: number;
	/** Of what is read or counted, from 0 to 1. */
	readonly share?: number;
}
