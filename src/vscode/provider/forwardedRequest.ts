import type * as vscode from 'vscode';
import type { RenderableRecord } from '../../compaction/render.ts';
import { clientContext } from '../../conversations/clientContext.ts';
import { personCanRecall, recallToolName } from '../../conversations/recall/ownTool.ts';
import type { Message, TextPart } from '../../messages/message.ts';
import type { PreparedRequest, RequestShape } from '../../protocol/clientRequests.ts';
import { hostApi } from '../hostApi.ts';
import type { ClientMessages } from './clientMessages.ts';
import type { SentRequests } from '../models/sentRequests.ts';
import type { MirroredModel } from './mirroredModels.ts';
import type { PartSink, ReplySink } from './replySink.ts';

/** One request on its way to a model. */
export interface ForwardedRequest {
	readonly model: MirroredModel;
	readonly client: ClientMessages;
	/** The messages that belong to the conversation: no side question, and no trailing message of the client. */
	readonly history: readonly Message[];
	/** It is a side request: a question about the history that is not a turn of the conversation. */
	readonly isAside: boolean;
	readonly shape: RequestShape;
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	readonly sink: ReplySink;
	readonly signal: AbortSignal;
}

/** Whether the client offers the recall tool itself: then no other is added. */
export function offersRecall({
	tools = [],
}: Pick<vscode.ProvideLanguageModelChatResponseOptions, 'tools'>): boolean {
	return tools.some(({ name }) => name === recallToolName);
}

/** Maximum number of tools: VS Code's Agent Host and some providers reject more. */
export const maxTools = 128;

/** Whether the model can look up originals: with the client's tool, or with the added one. */
export function canRecall(
	{ recall }: Pick<MirroredModel, 'recall'>,
	options: Pick<vscode.ProvideLanguageModelChatResponseOptions, 'tools'>,
): boolean {
	return recall === 'model' && (offersRecall(options) || (options.tools ?? []).length < maxTools);
}

/** A prepared request whose conversation is partly summarised. */
export type SummarisedRequest = PreparedRequest & {
	readonly conversation: string;
	readonly record: RenderableRecord;
};

/**
 * Whether Precis offers and answers the recall tool: if a summary covers part of the conversation. If a tool call is
 * required, many models accept only a single tool: none is added then.
 */
export function answersRecall(
	{ model, isAside, options }: ForwardedRequest,
	prepared: PreparedRequest | undefined,
): prepared is SummarisedRequest {
	const { tools = [], toolMode } = options;
	const isSingleRequired =
		tools.length === 1 && toolMode === hostApi.LanguageModelChatToolMode.Required;
	return (
		prepared?.record !== undefined &&
		prepared.conversation !== undefined &&
		canRecall(model, options) &&
		!isAside &&
		!isSingleRequired
	);
}

/**
 * The context for the base model. Providers reject calls in a request without tools: then look-ups are omitted.
 * @param replySoFar The model's text and look-ups of the reply so far.
 */
function contextOf(
	forwarded: ForwardedRequest,
	prepared: PreparedRequest | undefined,
	replySoFar: readonly Message[] = [],
): readonly Message[] {
	const { client, model, options } = forwarded;
	const { system, messages, originals } = client;
	const { record, recalls = [] } = prepared ?? {};
	if (record !== undefined) {
		originals.forgetState(messages);
	}
	const mentionsUserRecall =
		record !== undefined &&
		model.recall !== 'off' &&
		!canRecall(model, options) &&
		!offersRecall(options);
	const prompt: readonly TextPart[] = mentionsUserRecall
		? [...system, { type: 'text', text: personCanRecall }]
		: system;
	const hasTools = (options.tools ?? []).length > 0 || answersRecall(forwarded, prepared);
	return originals.write(
		clientContext(prompt, [...messages, ...replySoFar], record, hasTools ? recalls : []),
	);
}

interface SendOptions {
	readonly sink: PartSink;
	/** Our own count of the whole request. */
	readonly tokens: number;
	/** Replaces the client's options. */
	readonly options?: ForwardedRequest['options'];
	/** The model's text and look-ups of the reply so far. */
	readonly replySoFar?: readonly Message[];
}

/**
 * Sends a request, and remembers it so that a summary request can continue it, unless every reply has to be a call.
 * @throws {ModelError} and the signal's reason.
 */
export async function send(
	sent: SentRequests,
	forwarded: ForwardedRequest,
	prepared: PreparedRequest | undefined,
	{ sink, tokens, options = forwarded.options, replySoFar }: SendOptions,
): Promise<void> {
	const { client, history, isAside, signal } = forwarded;
	const { base } = forwarded.model;
	const context = contextOf(forwarded, prepared, replySoFar);
	const request = { context, originals: client.originals, options, tokens };
	await base.send(request, sink, signal);
	const { conversation } = prepared ?? {};
	const mustCall = options.toolMode === hostApi.LanguageModelChatToolMode.Required;
	if (conversation !== undefined && !isAside && !mustCall) {
		sent.keep(conversation, {
			model: base.id,
			length: history.length,
			tokens,
			continueWith: (more, maxOutputTokens) => base.continueWith(request, more, maxOutputTokens),
		});
	}
}
