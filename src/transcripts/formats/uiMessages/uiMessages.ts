import * as v from 'valibot';
import { UiConversation } from './conversation.ts';
import { uiInvocation, uiPart } from './uiParts.ts';
import { readMessageLists } from '../messageLists/messageLists.ts';
import { messagesAmong, visibleEntries } from '../messageLists/openings.ts';
import type { TranscriptReader } from '../../reader.ts';

/** Messages of this shape and no other: with parts that have a type, or with calls that have both sides. */
const ownMessage = v.union([
	v.object({
		role: v.picklist(['system', 'user', 'assistant']),
		parts: v.pipe(
			v.array(v.unknown()),
			v.someItem((part) => uiPart(part) !== undefined),
		),
	}),
	v.object({
		role: v.literal('assistant'),
		toolInvocations: v.pipe(v.array(uiInvocation), v.nonEmpty()),
	}),
]);

const format = {
	format: 'ui-messages',
	holds: 'UI messages',
	begin: () => new UiConversation(),
} as const;

/**
 * The messages that pages built with Vercel's AI SDK keep of their chats.
 *
 * Stored: wherever a page keeps them. Its version is not read.
 */
export const uiMessages: TranscriptReader = {
	format: 'ui-messages',
	label: 'Vercel AI SDK',
	detect: (opening) =>
		messagesAmong(visibleEntries(opening)).some((value) => v.is(ownMessage, value)),
	read: (source, signal) => readMessageLists(source, format, { signal }),
};
