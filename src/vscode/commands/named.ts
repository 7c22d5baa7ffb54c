/** What a command is about. */
export interface Named {
	readonly conversation: string;
	/** Id of its record, 0 for the log as it is; absent: the active one. */
	readonly record?: number;
}

/** The conversation or record that a command's argument names; others are undefined. */
export function namedBy(argument: unknown): Named | undefined {
	if (typeof argument !== 'object' || argument === null) {
		return undefined;
	}
	const { conversation, record } = argument as Partial<Record<string, unknown>>;
	return typeof conversation === 'string'
		? { conversation, ...(typeof record === 'number' ? { record } : {}) }
		: undefined;
}
