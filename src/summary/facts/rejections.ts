import type { ToolUse } from '../../messages/toolUse.ts';

/** How clients tell the model that the person did not let it use a tool. */
const refusal =
	/^\s*(?:The user doesn't want to (?:proceed with this tool use|take this action)|The user (?:denied|declined|rejected) this (?:operation|tool|action|command)|(?:exec command|patch|command) rejected by user|\[Operation Cancelled\] Reason: User (?:denied|did not allow|cancelled))\b/;

/** What Claude Code writes itself where a person would talk about its questions first. */
const clarifies = /^The user wants to clarify these questions\./;

/** A tool use the person declined, with the words that came with it. */
export interface Rejection {
	readonly use: ToolUse;
	/** Empty where the person gave no reason. */
	readonly words: string;
}

/** What the person said when declining this tool use; undefined when it was not declined. */
export function rejectionOf(use: ToolUse): string | undefined {
	return use.outcome.status === 'failed' ? refusalWords(use.result) : undefined;
}

/** The same by the text of a result. */
export function refusalWords(result: string): string | undefined {
	if (!refusal.test(result.slice(0, 200))) {
		return undefined;
	}
	const [, words = ''] =
		/(?:the user said|with the following (?:reason|feedback)):\s*([^]{1,2000})/.exec(result) ?? [];
	return clarifies.test(words) ? '' : words.trim();
}

/** Every declined tool use, oldest first. */
export function rejectionsOf(uses: readonly ToolUse[]): Rejection[] {
	return uses.flatMap((use) => {
		const words = rejectionOf(use);
		return words === undefined ? [] : [{ use, words }];
	});
}
