import type { RecalledCall, RecallRound } from '../../compaction/recallExchange.ts';

/**
 * The recall tool as Precis adds it to a request: it answers for the conversation of that request, so it takes no
 * handle. Otherwise it is the tool of package.json. For models: not translated.
 */

/** The tool's name, also in package.json. */
export const recallToolName = 'precis_recall_messages';

/** The tool's definition for a model. */
export const ownRecallTool = {
	name: recallToolName,
	description:
		"Returns original messages that this conversation's summary replaces: what was said, and commands with their output, word for word, with secrets redacted. Use it when the summary leaves out something you need. Give 'query' (words, parts of identifiers, or a phrase in double quotes: returns the five best messages with the matching passages), or 'number' (a message, as in #41, or a range, as in 71-76: returns them from there on, or with 'find' only the lines in it around these words), or nothing for an outline of the conversation. One query with the distinctive words of a question is usually enough. Long results come in pages: call again with the 'page' or 'from' given at the end.",
	inputSchema: {
		type: 'object',
		additionalProperties: false,
		properties: {
			number: {
				type: ['integer', 'string'],
				minimum: 1,
				pattern: '^[#m]?[1-9][0-9]*(?: ?[-–] ?[#m]?[1-9][0-9]*)?$',
				description: 'Number of the first message to fetch, as in #41, or a range, as in 71-76.',
			},
			page: {
				type: 'integer',
				minimum: 1,
				description: 'Page of the messages or of the outline.',
			},
			find: { type: 'string', description: 'With a number: only the lines around these words.' },
			query: { type: 'string', description: 'What to search for.' },
			from: { type: 'integer', minimum: 0, description: 'Hits to skip.' },
		},
	},
};

/** The tool by which a model reports that a task is done. */
export const compactToolName = 'precis_compact_conversation';

/** Offered with the recall tool, so that the model can look up what compacting drops. */
export const ownCompactTool = {
	name: compactToolName,
	description:
		'Reports that a large task of this conversation is done and that the user will continue with something else: when your answer ends, Precis replaces the older messages by a summary. Call it at most once in an answer, never while any part of the task is unfinished, and continue your answer as if you had not called it.',
	inputSchema: {
		type: 'object',
		additionalProperties: false,
		required: ['focus'],
		properties: {
			focus: {
				type: 'string',
				description: 'What the summary must keep in detail, in a few words.',
			},
		},
	},
};

/** The look-ups of a reply, without requests for a compaction. */
export function lookUpsIn(rounds: readonly RecallRound[]): readonly RecalledCall[] {
	return rounds.flatMap(({ calls }) => calls.filter(({ call }) => call.name !== compactToolName));
}

/** For models that cannot look up originals themselves: the user can. */
export const personCanRecall =
	'You have no tool to fetch originals of what was compacted. If you need one, ask the user to send it: in VS Code, "@precis /recall 41" shows the original of message #41, and "@precis /recall" with words searches for them.';
