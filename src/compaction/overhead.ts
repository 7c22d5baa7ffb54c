/** What every request carries beside the conversation. Sizes are tokens. */
export interface RequestOverhead {
	/** The system prompt, where it is no message of the log. */
	readonly instructions: number;
	/** Names, descriptions and schemas of all tools. */
	readonly tools: number;
	/** How many tools are offered. */
	readonly offered: number;
}

/** Of a request with nothing beside the conversation. */
export const noOverhead: RequestOverhead = { instructions: 0, tools: 0, offered: 0 };

/** All of it, tokens. */
export function overheadTokens({ instructions, tools }: RequestOverhead): number {
	return instructions + tools;
}
