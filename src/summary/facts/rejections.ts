import { plainLineEnds } from '../../messages/lineEnds.ts';
import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/** How clients tell the model that the person did not let it use a tool. */
const refusal =
	/^(?:The user doesn't want to (?:proceed with this tool use|take this action)|The user (?:denied|declined|rejected) this (?:operation|tool|action|command)|(?:exec command|patch|command) rejected by user|\[Operation Cancelled\] Reason: User (?:denied|did not allow|cancelled))\b/;

/** What Claude Code writes itself where a person would talk about its questions first. */
const clarifies = /^The user wants to clarify these questions\./;

/** A tool use the person declined, with the words that came with it. */
export interface Rejection {
	readonly use: ToolUse;
	/** Empty where the person gave no reason. */
	readonly words: string;
}

/**
 * Tools of servers, whose errors clients hand on as they are: in one that reads like a refusal nobody can
 * tell the server's words from the person's.
 */
const ofServer = /^mcp_|__|^(?:use_mcp_tool|access_mcp_resource)$/;

/** What the person said when declining this tool use; undefined when it was not declined. */
export function rejectionOf(use: ToolUse): string | undefined {
	return use.outcome.status === 'failed' ? refusalWords(use.result, use.call.name) : undefined;
}

/** What the person said where the message at an index is a tool's that they declined; undefined where it is none. */
export function declinedWords(log: Log, index: number): string | undefined {
	const message = log[index]?.message;
	// A client marks a refusal as an error; a file or a page that reads like one is none.
	if (message?.role !== 'tool' || message.isError !== true) {
		return undefined;
	}
	const text = textOf(message.content);
	return refusal.test(text)
		? refusalWords(text, callerOf(log, index, message.toolCallId))
		: undefined;
}

/** The tool that a result is of. */
function callerOf(log: Log, index: number, id: string): string | undefined {
	for (let at = index - 1; at >= 0; at -= 1) {
		const message = log[at]?.message;
		const call =
			message === undefined ? undefined : toolCallsOf(message).find((each) => each.id === id);
		if (call !== undefined) {
			return call.name;
		}
	}
	return undefined;
}

function refusalWords(result: string, tool: string | undefined): string | undefined {
	if (!refusal.test(result)) {
		return undefined;
	}
	const [, words = ''] =
		/(?:the user said|with the following (?:reason|feedback)):\s*([^]{1,2000})/.exec(result) ?? [];
	const isUnsure = tool === undefined || ofServer.test(tool) || clarifies.test(words);
	return isUnsure ? '' : plainLineEnds(words).trim();
}

/** Every declined tool use, oldest first. */
export function rejectionsOf(uses: readonly ToolUse[]): Rejection[] {
	return uses.flatMap((use) => {
		const words = rejectionOf(use);
		return words === undefined ? [] : [{ use, words }];
	});
}
