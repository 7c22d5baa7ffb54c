/** What every request has in addition to the conversation. Sizes are tokens. */
export interface RequestOverhead {
	/** The system prompt, if it is not a message of the log. */
	readonly instructions: number;
	/** Names, descriptions and schemas of all tools. */
	readonly tools: number;
	/** Number of tools that are offered. */
	readonly offered: number;
}

/** For a request that has only the conversation. */
export const noOverhead: RequestOverhead = { instructions: 0, tools: 0, offered: 0 };

/** Total size of the overhead, tokens. */
export function overheadTokens({ instructions, tools }: RequestOverhead): number {
	return instructions + tools;
}
