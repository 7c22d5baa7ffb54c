import type { Tool } from '@modelcontextprotocol/sdk/types.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const number = { type: 'integer', minimum: 1 } as const;

const conversation = {
	type: 'string',
	maxLength: 200,
	description:
		'Handle of the conversation, from list_conversations or from a handoff. Leave it out for the session you are in.',
} as const;

const reading = { readOnlyHint: true, openWorldHint: false } as const;

/** Maximum rows of a page. */
export const rowsOfPage = 20;

/** The tools, as `tools/list` returns them. Not translated, because models read them. */
export const toolDefinitions: readonly Tool[] = [
	{
		name: 'search_conversation',
		title: 'Search a Conversation',
		description:
			'Finds what was said, run or printed earlier in this session, including before your context was compacted or summarised: word for word, with secrets redacted. Use it when a summary leaves out something you need, before you ask the user or repeat work. Returns the five best messages with the matching passages. One query with the distinctive words of a question is usually enough.',
		inputSchema: {
			type: 'object',
			properties: {
				query: {
					...text,
					minLength: 1,
					maxLength: 1_000,
					description: 'Words, parts of identifiers or file names, or a phrase in double quotes.',
				},
				conversation,
				from: { ...count, description: 'Hits to skip: "next" of the previous page.' },
			},
			required: ['query'],
			additionalProperties: false,
		},
		annotations: reading,
	},
	{
		name: 'read_messages',
		title: 'Read Messages',
		description:
			'Returns original messages of a session by number, including those from before your context was compacted: a message and the rest of its turn, a range (71-76), or with "find" only the lines around these words. Without a number, returns an outline: a row for each turn with its request, files and outcome.',
		inputSchema: {
			type: 'object',
			properties: {
				number: {
					anyOf: [number, { ...text, maxLength: 24 }],
					description: 'Number of a message (41, #41), or a range (71-76).',
				},
				find: { ...text, minLength: 1, maxLength: 200, description: 'Words to find in them.' },
				conversation,
				page: { ...number, description: 'Page of the result; default: the first.' },
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
	{
		name: 'list_conversations',
		title: 'List Conversations',
		description: `Lists the sessions of coding assistants and the conversations Precis keeps for this folder, newest first, ${rowsOfPage} at a time. Use a handle from this list to search or read a conversation other than your own.`,
		inputSchema: {
			type: 'object',
			properties: {
				from: { ...count, description: 'Rows to skip: "next" of the previous page.' },
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
	{
		name: 'compact_session',
		title: 'Compact a Session',
		description:
			'Writes a handoff of a session: a structured summary with requests, constraints, decisions, files and what failed, and the latest messages, for another assistant to continue from. The session, its file and your context stay unchanged.',
		inputSchema: {
			type: 'object',
			properties: {
				conversation,
				focus: {
					...text,
					minLength: 1,
					maxLength: 1_000,
					description: 'The topic that the handoff covers in most detail.',
				},
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
];
