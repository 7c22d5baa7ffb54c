import type { ConversationRow } from '../../../../src/protocol/conversationView.ts';

/** A conversation in a list: an opened session of two hundred messages that nothing was done with. */
export function rowOf(changes: Partial<ConversationRow> = {}): ConversationRow {
	return {
		id: 'conversation-1',
		title: 'Move session handling to short-lived tokens',
		source: 'Claude Code',
		updatedAt: 0,
		messages: 1_200,
		tokens: 136_264,
		records: 0,
		hasHandoff: false,
		kept: true,
		viewed: false,
		...changes,
	};
}
