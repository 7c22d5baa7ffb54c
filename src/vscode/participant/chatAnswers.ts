import * as vscode from 'vscode';
import { overheadTokens } from '../../compaction/overhead.ts';
import type { NotAnswered, TurnEnd } from '../../conversations/service/queue.ts';
import { mark } from '../../messages/marks.ts';
import type { Message } from '../../messages/message.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { chatButtons } from '../contributions.ts';
import type { Answerers } from '../worker/answerers.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { NamedModel } from '../settings/modelId.ts';
import type { SentRequests } from '../models/sentRequests.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { ChatAnswerer } from './chatAnswerer.ts';
import type { ChatConversations, ChatMetadata } from './chatConversations.ts';
import type { ChatSetup } from './chatSetup.ts';

export interface ChatAnswerServices {
	readonly active: Pick<ActiveConversation, 'view' | 'show'>;
	readonly answerers: Answerers;
	readonly compactions: Compactions;
	readonly conversations: Conversations;
	/** Hears which model answers in a conversation: it writes its summaries too, unless a setting says otherwise. */
	readonly lead: (conversation: string, model: NamedModel) => void;
	readonly chats: ChatConversations;
	readonly sent: SentRequests;
	readonly worker: Pick<WorkerClient, 'call'>;
}

/** A prompt on its way to its answer. */
export interface ChatPrompt {
	readonly setup: ChatSetup;
	readonly invocationToken: vscode.ChatParticipantToolToken;
	/** What is said, attachments included. */
	readonly content: string;
	readonly stream: vscode.ChatResponseStream;
	/** The turn is stopped. */
	readonly signal: AbortSignal;
}

/** Has a prompt answered in its conversation. */
export async function answerPrompt(
	services: ChatAnswerServices,
	before: ConversationView,
	prompt: ChatPrompt,
): Promise<vscode.ChatResult> {
	const { active, chats, conversations, lead } = services;
	const { id } = before;
	lead(id, prompt.setup.answering.named);
	// What is asked about now is what people see the size of.
	active.show(before);
	const end = await chats.during(before, async () => {
		const turn = await submit(services, id, prompt);
		await keepWhatWasShown(conversations, id, prompt.content, turn.end, turn.unfinished);
		return turn.end;
	});
	const after = await conversations.view(id);
	if (after.compactions > before.compactions) {
		prompt.stream.button({
			command: chatButtons.showConversation,
			title: vscode.l10n.t('Show Summary'),
			arguments: [id],
		});
	}
	const metadata: ChatMetadata = { conversation: id, messages: after.messages };
	const message = end.kind === 'answered' ? undefined : notAnswered(end.cause);
	return { metadata, ...(message === undefined ? {} : { errorDetails: { message } }) };
}

async function submit(
	{ answerers, compactions, conversations, sent, worker }: ChatAnswerServices,
	id: string,
	{ setup, invocationToken, content, stream, signal }: ChatPrompt,
): Promise<{ readonly end: TurnEnd; readonly unfinished: string }> {
	const { answering, tools, shape } = setup;
	const waiting = tellWaiting(compactions, id, stream);
	const answerer = new ChatAnswerer({
		answering,
		overhead: overheadTokens(shape.overhead),
		sent,
		tools,
		invocationToken,
		stream,
		worker,
		onWaiting: waiting.set,
	});
	const named = answerers.add(answerer);
	try {
		const submission = { id, content, answerer: named.name, shape };
		const end = await conversations.ask('submit', submission, { signal });
		return { end, unfinished: answerer.unfinished };
	} catch (error) {
		if (WorkerError.is(error, workerCodes.cancelled)) {
			return { end: { kind: 'not-answered', cause: { kind: 'withdrawn' } }, unfinished: '' };
		}
		throw error;
	} finally {
		named.dispose();
		waiting.dispose();
	}
}

/**
 * The chat goes on showing a message that was taken back while it was queued, and as much of a reply
 * as there was: both belong to the conversation.
 */
async function keepWhatWasShown(
	conversations: Conversations,
	id: string,
	content: string,
	end: TurnEnd,
	unfinished: string,
): Promise<void> {
	const isWithdrawn = end.kind === 'not-answered' && end.cause.kind === 'withdrawn';
	const messages: Message[] = [
		...(isWithdrawn ? [{ role: 'user' as const, content, origin: 'person' as const }] : []),
		...(unfinished === ''
			? []
			: [
					{
						role: 'assistant' as const,
						content: `${unfinished}\n${mark('the reply ended here')}`,
					},
				]),
	];
	if (messages.length > 0) {
		await conversations.ask('append', { id, messages });
	}
}

/** Says in a chat that its turn waits for a compaction, once for each. */
function tellWaiting(
	compactions: Compactions,
	conversation: string,
	stream: vscode.ChatResponseStream,
): vscode.Disposable & { readonly set: (waits: boolean) => void } {
	let turnWaits = true;
	let isTold = false;
	function look(): void {
		const waits = turnWaits && compactions.running(conversation) !== undefined;
		if (waits && !isTold) {
			stream.progress(vscode.l10n.t('Compacting the conversation…'));
		}
		isTold = waits;
	}
	const listener = compactions.onDidChange(look);
	look();
	return {
		set(waits) {
			turnWaits = waits;
			look();
		},
		dispose() {
			listener.dispose();
		},
	};
}

/** What a person has to know; undefined: they stopped it. */
function notAnswered(cause: NotAnswered): string | undefined {
	switch (cause.kind) {
		case 'withdrawn':
		case 'stopped':
			return undefined;
		case 'model': {
			const { message, advice } = cause.failure;
			return advice === undefined ? message : `${message} ${advice}`;
		}
		case 'no-reply':
			return vscode.l10n.t('The model returned an empty reply.');
		case 'store':
		case 'unexpected':
			return cause.message;
		case 'shut-down':
		case 'closed':
			return vscode.l10n.t('Precis shut down before the message was answered.');
		case 'deleted':
			return vscode.l10n.t('The conversation was deleted.');
	}
}
