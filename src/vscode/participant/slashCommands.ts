import * as vscode from 'vscode';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { abortable } from '../../models/waiting.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { ChatCommand } from '../contributions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { previewText } from '../documents/previewTexts.ts';
import { refusalSentence, reversalSentence } from '../conversations/refusals.ts';
import { topicOf } from '../conversations/topic.ts';
import type { ChatConversations } from './chatConversations.ts';
import type { ChatEntry, ChatMetadata } from './chatHistory.ts';
import { offer } from './chatView.ts';
import { compactionAccount } from './compactionAccount.ts';
import { escaped, fenced } from '../plainText.ts';
import { recalledHits, recalledTurn } from './recalled.ts';
import { recallWish } from './recallWish.ts';
import { statusList } from './statusList.ts';

export interface SlashCommandServices {
	readonly active: Pick<ActiveConversation, 'view'>;
	readonly chats: ChatConversations;
	readonly compactions: Compactions;
	readonly conversations: Conversations;
}

/** A slash command as it was typed. */
export interface SlashWish {
	readonly name: ChatCommand;
	/** What was typed behind it. */
	readonly text: string;
	/** The same with what is attached to it. */
	readonly content: string;
	/** What requests of the chat look like: which window its conversation has to fit. */
	readonly shape: RequestShape;
}

/** What a command is about, and where it answers. */
interface Call {
	readonly view: ConversationView;
	readonly wish: SlashWish;
	readonly stream: vscode.ChatResponseStream;
	readonly signal: AbortSignal;
}

/** Does what a slash command of the chat says: about its conversation, or the one the panel shows where it has none yet. */
export async function runSlashCommand(
	services: SlashCommandServices,
	wish: SlashWish,
	history: readonly ChatEntry[],
	stream: vscode.ChatResponseStream,
	signal: AbortSignal,
): Promise<vscode.ChatResult> {
	const { active, chats, conversations } = services;
	const own = await chats.find(history);
	if (own !== undefined) {
		await conversations.ask('shape', { id: own.id, shape: wish.shape });
	}
	const id = own?.id ?? active.view?.id;
	const view = id === undefined ? undefined : await conversations.view(id);
	if (view === undefined) {
		stream.markdown(
			vscode.l10n.t('There is no conversation yet. Send a message, or open a transcript.'),
		);
		return {};
	}
	if (own === undefined) {
		const about = vscode.l10n.t(
			'You have not asked @precis anything in this chat yet. This is about the conversation in the Summary view: **{0}**',
			escaped(view.title),
		);
		stream.markdown(`${about}\n\n`);
		// Another conversation than the chat's is changed only by whoever presses the button.
		if (wish.name === 'compact') {
			offer(stream, 'compact', vscode.l10n.t('Compact It'), view.id);
			return {};
		}
		if (wish.name === 'undo' && view.standing.active !== undefined) {
			offer(stream, 'undo', vscode.l10n.t('Undo Its Last Compaction'), view.id);
			return {};
		}
	}
	await commands[wish.name]({ view, wish, stream, signal }, services);
	if (own === undefined) {
		return {};
	}
	const { messages } = await conversations.view(own.id);
	return { metadata: { conversation: own.id, messages } satisfies ChatMetadata };
}

const commands: Readonly<
	Record<ChatCommand, (call: Call, services: SlashCommandServices) => Promise<void>>
> = {
	compact,
	preview,
	status: ({ view, stream }) => Promise.resolve(stream.markdown(statusList(view))),
	recall,
	undo,
	handoff,
};

/** Stop ends the turn, and leaves the compaction to come to its end. */
async function compact(
	{ view, wish, stream, signal }: Call,
	{ compactions, conversations }: SlashCommandServices,
): Promise<void> {
	const { id } = view;
	stream.progress(vscode.l10n.t('Compacting the conversation…'));
	const compaction = compactions.start(id, wish.content);
	let isAsAsked: boolean;
	try {
		isAsAsked = await abortable(() => compaction, signal);
	} catch {
		// Only the signal rejects: the compaction tells by itself how it ended.
		return;
	}
	const after = await conversations.view(id);
	if (after.compactions === view.compactions || after.receipt === undefined) {
		const reason = compactions.refusal(id);
		stream.markdown(
			reason === undefined
				? vscode.l10n.t('The conversation was not compacted; nothing was changed.')
				: vscode.l10n.t('Not compacted: {0}', reason),
		);
		return;
	}
	if (!isAsAsked) {
		const other = vscode.l10n.t(
			'A compaction was already running, without your focus. Write /compact again to use your focus.',
		);
		stream.markdown(`${other}\n\n`);
	}
	stream.markdown(compactionAccount(after.receipt));
	offer(stream, 'showConversation', vscode.l10n.t('Show Summary'), id);
	offer(stream, 'undo', vscode.l10n.t('Undo'), id);
}

async function preview(
	{ view: { id }, wish, stream }: Call,
	{ conversations }: SlashCommandServices,
): Promise<void> {
	const topic = topicOf(wish.content);
	const end = await conversations.ask('preview', { id, ...topic });
	if (end.kind === 'nothing-to-do') {
		stream.markdown(refusalSentence({ kind: 'refused', reason: end.reason }));
		return;
	}
	const heading = vscode.l10n.t('What a compaction would do');
	const lines = previewText(end.preview).split('\n');
	stream.markdown([`**${heading}**\n`, ...lines.map((line) => `- ${line}`)].join('\n'));
	offer(stream, 'compact', vscode.l10n.t('Compact'), id, end.preview.focus ?? '');
}

async function recall(
	{ view: { id }, wish, stream }: Call,
	{ conversations }: SlashCommandServices,
): Promise<void> {
	const wanted = recallWish(wish.text);
	if (wanted === undefined) {
		stream.markdown(
			vscode.l10n.t('Enter the number of a message, or words to search for: `/recall 41`.'),
		);
		return;
	}
	stream.markdown(
		'number' in wanted
			? recalledTurn(await conversations.ask('recall', { id, anyWorkspace: true, ...wanted }))
			: recalledHits(
					await conversations.ask('recallSearch', { id, anyWorkspace: true, ...wanted }),
				),
	);
}

async function undo(
	{ view: { id }, stream }: Call,
	{ conversations }: SlashCommandServices,
): Promise<void> {
	const result = await conversations.ask('undoCompaction', { id });
	if (result.kind === 'refused') {
		stream.markdown(reversalSentence(result.reason));
		return;
	}
	const undone = vscode.l10n.t('The last compaction is undone.');
	stream.markdown(`${undone}\n\n${statusList(await conversations.view(id))}`);
	offer(stream, 'showConversation', vscode.l10n.t('Show Summary'), id);
}

async function handoff(
	{ view: { id }, stream }: Call,
	{ conversations }: SlashCommandServices,
): Promise<void> {
	const text = await conversations.ask('handover', { id });
	if (text === undefined) {
		stream.markdown(vscode.l10n.t('There is no handoff yet. Compact the conversation first.'));
		return;
	}
	stream.markdown(fenced(text, 'markdown'));
	offer(stream, 'copyHandoff', vscode.l10n.t('Copy Handoff'), id);
}
