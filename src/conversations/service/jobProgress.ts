/** How far a job has come, for display: in a file without imports, because pages use it too. */
export interface JobProgress {
	readonly phase:
		| 'planning'
		| 'summarising'
		/** The summary is written; it is applied when the current reply has ended. */
		| 'committing';
	/** The model that writes; absent for the built-in summariser. */
	readonly model?: string;
	/** Number of the request to it, and how many there are. */
	readonly piece?: { readonly number: number; readonly of: number };
	/** How often that request was sent, including this time; absent for the built-in summariser. */
	readonly attempt?: number;
}
