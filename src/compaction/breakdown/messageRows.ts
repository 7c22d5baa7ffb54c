import { oneLine } from '../../messages/marks.ts';
import {
	textOf,
	toolCallsOf,
	type Log,
	type Message,
	type ToolCall,
} from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { salientArgument, parseArguments, toolFamily } from '../../messages/toolFamilies.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';

/** A message of a breakdown. */
export interface BreakdownMessage {
	/** From 1. */
	readonly number: number;
	readonly role: Message['role'];
	/** Whose result it is; absent of other messages, and where its call is not in the log. */
	readonly tool?: string;
	/** What it begins with; of a result, what the call was about. On one line. */
	readonly text: string;
	readonly tokens: number;
	/** Tokens that pruning would take off it. */
	readonly saving: number;
	/** A summary stands for it in the context. */
	readonly isSummarised?: true;
}

/** How much of a message counts for a row. Index into the log, tokens. */
export interface Share {
	readonly index: number;
	readonly tokens: number;
	readonly saving: number;
}

/** Messages that a row lists, at most. */
const listed = 10;

/** Characters of a message that a row shows. */
const shownText = 160;

/** The largest messages, as rows. */
export function largestRows(
	log: Log,
	pairs: ToolPairs,
	shares: readonly Share[],
	isSummarised: (index: number) => boolean,
): BreakdownMessage[] {
	return shares
		.toSorted((a, b) => b.tokens - a.tokens || a.index - b.index)
		.slice(0, listed)
		.flatMap(({ index, tokens, saving }) => {
			const message = log[index]?.message;
			if (message === undefined) {
				return [];
			}
			const tool = toolOf(log, pairs, index);
			return {
				number: index + 1,
				role: message.role,
				...(tool === undefined ? {} : { tool: tool.name }),
				text: oneLine(tool === undefined ? openingOf(message) : aboutOf(tool), shownText),
				tokens,
				saving,
				...(isSummarised(index) ? { isSummarised: true as const } : {}),
			};
		});
}

/** The call that the message at this index answers. */
export function toolOf(log: Log, pairs: ToolPairs, index: number): ToolCall | undefined {
	const place = pairs.places.get(index);
	if (place === undefined || place.kind === 'orphan') {
		return undefined;
	}
	const caller = log[place.call.message]?.message;
	return caller === undefined ? undefined : toolCallsOf(caller)[place.call.position];
}

function openingOf(message: Message): string {
	const text = personText(message) || textOf(message.content);
	const [call] = text.trim() === '' ? toolCallsOf(message) : [];
	return call === undefined ? text : `${call.name} ${aboutOf(call)}`;
}

function aboutOf({ name, arguments: text }: ToolCall): string {
	return salientArgument(toolFamily(name), parseArguments(text), text);
}
