import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** The tools' descriptions for clients. For models: not translated. */

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

/** The tools, as returned by `tools/list`. */
export const toolDefinitions: readonly Tool[] = [
	{
		name: 'search_conversation',
		title: 'Search a Conversation',
		description:
			'Finds what was said, run or printed earlier in this session, also before your context was compacted or summarised: word for word, without secrets. Use it when a summary leaves out something you need, before you ask the person or do the work again. Returns the five best messages with the passages that match. One query with the telling words of a question is usually enough.',
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
				from: { ...count, description: 'Hits to pass over: "next" of the page before.' },
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
			'Gives back original messages of a session by number, also those from before your context was compacted: a message and what follows to the end of its turn, a range (71-76), or with "find" only the lines around these words. Without a number it gives an outline: a row for each turn with its request, files and outcome.',
		inputSchema: {
			type: 'object',
			properties: {
				number: {
					anyOf: [number, { ...text, maxLength: 24 }],
					description: 'Number of a message (41, #41), or a range (71-76).',
				},
				find: { ...text, minLength: 1, maxLength: 200, description: 'Words to find in them.' },
				conversation,
				page: { ...number, description: 'Page of the result; the first if left out.' },
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
	{
		name: 'list_conversations',
		title: 'List Conversations',
		description: `Lists the sessions of coding assistants and the conversations Precis keeps for this folder, newest first, ${rowsOfPage} at a time. Use a handle of it to search or read another conversation than the one you are in.`,
		inputSchema: {
			type: 'object',
			properties: {
				from: { ...count, description: 'Rows to pass over: "next" of the page before.' },
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
	{
		name: 'compact_session',
		title: 'Compact a Session',
		description:
			'Writes a handoff of a session: a structured summary with requests, constraints, decisions, files and what failed, and the latest messages, for whoever goes on. The session itself, its file and your context stay as they are.',
		inputSchema: {
			type: 'object',
			properties: {
				conversation,
				focus: {
					...text,
					minLength: 1,
					maxLength: 1_000,
					description: 'The topic that gets most of the room.',
				},
			},
			additionalProperties: false,
		},
		annotations: reading,
	},
];
