/** What an audit of a model's summary came to, as receipts tell it. */
export interface AuditCounts {
	/** Key facts of the log that were looked for. */
	readonly facts: number;
	/** Those the model had told. */
	readonly kept: number;
	/** Those that were put behind what it had written. */
	readonly appended: number;
	/** Statements that said something else than the log, and are marked. */
	readonly corrected: number;
}
