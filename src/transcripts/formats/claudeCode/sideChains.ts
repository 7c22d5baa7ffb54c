import type { ClaudeRecord } from './records.ts';

/** Tells the sub-agents apart whose lines stand in one file. */
export class SideChains {
	/** For each line the chain it is part of. */
	readonly #chains = new Map<string, string>();
	#latest: string | undefined;

	/** The chain of a line: that of the sub-agent it names, that of its parent, or a new one. */
	of({ agentId, parentUuid, uuid, parent_tool_use_id: call }: ClaudeRecord): string {
		const own = typeof uuid === 'string' ? uuid : '';
		const parents = typeof parentUuid === 'string' ? this.#chains.get(parentUuid) : undefined;
		// A chain is a straight line unless it says otherwise, also where a parent is not in the file.
		const continued = parentUuid === null ? own : (parents ?? this.#latest ?? own);
		const named = typeof agentId === 'string' ? agentId : call;
		const chain = typeof named === 'string' ? named : continued;
		this.#chains.set(own, chain);
		this.#latest = chain;
		return chain;
	}
}
