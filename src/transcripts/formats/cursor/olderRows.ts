import type { Database } from '../../bytes/sqlite/database.ts';
import { KeyedRows } from '../../bytes/sqlite/keyedRows.ts';
import type { Steps } from '../../bytes/steps.ts';
import type { FoundSession } from '../../building/storedSession.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { addChatBubble, CursorConversation } from './conversation.ts';
import {
	chatTabs,
	composersListed,
	folderOf,
	millisecondsOf,
	savedBubble,
	type ChatTab,
	type ListedComposer,
} from './records.ts';

/** Where older versions keep all conversations of a workspace in one row. */

const chatKey = 'workbench.panel.aichat.view.aichat.chatdata';
const composersKey = 'composer.composerData';

/** The conversations that stand in a list with all their messages; newer lists have names alone. */
export function* listedInOneRow(database: Database): Steps<readonly FoundSession[]> {
	const rows = new KeyedRows(database, 'ItemTable');
	const composers = composersListed(yield* rows.of(composersKey));
	const tabs = chatTabs(yield* rows.of(chatKey));
	return [
		...composers.filter(({ conversation }) => conversation.length > 0).map(foundComposer),
		...tabs.filter(({ bubbles }) => bubbles.length > 0).map(foundTab),
	];
}

function foundComposer(composer: ListedComposer): FoundSession {
	const { composerId: id, name, conversation, lastUpdatedAt, createdAt } = composer;
	const said = conversation.map((value) => savedBubble(value)).find((each) => each?.type === 1);
	return {
		id,
		title: name?.trim() ? name : firstWords([{ role: 'user', content: said?.text ?? '' }]),
		folder: folderOf(composer),
		modified: millisecondsOf(lastUpdatedAt ?? createdAt),
		fill: (database, log) => fillComposer(database, log, id),
	};
}

function* fillComposer(database: Database, log: TranscriptLog, id: string): Steps<void> {
	const list = composersListed(yield* new KeyedRows(database, 'ItemTable').of(composersKey));
	const composer = list.find(({ composerId }) => composerId === id);
	const conversation = new CursorConversation(log, composer?.latestConversationSummary);
	yield* conversation.takeAll(composer?.conversation ?? []);
	conversation.end();
}

function foundTab({ tabId: id, chatTitle, lastSendTime }: ChatTab): FoundSession {
	return {
		id,
		title: chatTitle ?? '',
		folder: '',
		modified: millisecondsOf(lastSendTime),
		fill: (database, log) => fillTab(database, log, id),
	};
}

function* fillTab(database: Database, log: TranscriptLog, id: string): Steps<void> {
	const tabs = chatTabs(yield* new KeyedRows(database, 'ItemTable').of(chatKey));
	const bubbles = tabs.find(({ tabId }) => tabId === id)?.bubbles ?? [];
	for (const [index, value] of bubbles.entries()) {
		addChatBubble(log, value, index + 1);
		yield;
	}
}
