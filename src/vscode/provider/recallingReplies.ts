import * as v from 'valibot';
import * as vscode from 'vscode';
import {
	roundMessages,
	type RecallExchange,
	type RecallRound,
} from '../../compaction/recallExchange.ts';
import {
	compactToolName,
	lookUpsIn,
	ownCompactTool,
	ownRecallTool,
	recallToolName,
} from '../../conversations/recall/ownTool.ts';
import { replyWithRecall, type LookUpResult } from '../../conversations/recall/replyRounds.ts';
import { recallAnswer, recallInput } from '../../conversations/recall/tool.ts';
import { parsedJson } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import type { TokenUsage } from '../../models/client.ts';
import { redact } from '../../redaction/redact.ts';
import { recallHandleOf } from '../../summary/handoff.ts';
import { countMessages, estimatedTokens } from '../../messages/tokens.ts';
import { recallSource } from '../conversations/recallSource.ts';
import { hostApi } from '../hostApi.ts';
import {
	maxTools,
	offersRecall,
	send,
	type ForwardedRequest,
	type SummarisedRequest,
} from './forwardedRequest.ts';
import type { SentRequests } from '../models/sentRequests.ts';
import { RoundSink } from './roundSink.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

export interface RecallServices {
	readonly worker: Pick<WorkerClient, 'call'>;
	readonly sent: SentRequests;
	/** Indicates that a look-up is in progress. */
	readonly onLookUp: (work: Promise<unknown>) => void;
	readonly log: vscode.LogOutputChannel;
}

/**
 * Replies of models that may look up what was summarised: Precis answers from the archive and calls the model again, so
 * that the client receives one reply to its one request.
 */
export class RecallingReplies {
	readonly #services: RecallServices;

	constructor(services: RecallServices) {
		this.#services = services;
	}

	/** @returns The usage of the model's first request: the one without look-ups. */
	async reply(
		forwarded: ForwardedRequest,
		prepared: SummarisedRequest,
	): Promise<TokenUsage | undefined> {
		const { history, model, shape, sink, signal } = forwarded;
		const { conversation, tokens } = prepared;
		const isLookUp = lookUpsOf(forwarded, prepared);
		const requests: RoundSink[] = [];
		const { rounds, isMixed, isStopped } = await replyWithRecall({
			room: model.window - shape.reservedReply - tokens,
			ask: async (before, isExhausted) => {
				const round = new RoundSink(sink, isLookUp, hasText(requests));
				requests.push(round);
				await this.#ask(forwarded, prepared, before, round, isExhausted);
				return round.round;
			},
			lookUp: (call) => this.#lookUp(conversation, call, signal),
		});
		const isSilent = rounds.length > 0 && !hasText(requests) && sink.calls.length === 0;
		if (isStopped || isSilent) {
			// Some clients treat a reply without visible content as a failure.
			const text = isStopped ? stoppedText(rounds) : silentText(rounds);
			sink.pass(new hostApi.LanguageModelTextPart(hasText(requests) ? `\n\n${text}` : text));
		}
		const replies = requests.map(({ usage }) => usage?.outputTokens ?? 0);
		const earlier = replies.slice(0, -1).reduce((sum, count) => sum + count, 0);
		requests.at(-1)?.finish(earlier);
		if (rounds.length > 0) {
			await this.#keep(conversation, { after: history.length, rounds, isMixed });
		}
		return requests[0]?.usage;
	}

	async #ask(
		forwarded: ForwardedRequest,
		prepared: SummarisedRequest,
		rounds: readonly RecallRound[],
		round: RoundSink,
		isExhausted: boolean,
	): Promise<void> {
		const replySoFar = roundMessages(rounds);
		const tokens = prepared.tokens + countMessages(replySoFar, estimatedTokens);
		const options = withRecall(forwarded.options, isExhausted);
		await send(this.#services.sent, forwarded, prepared, {
			sink: round,
			tokens,
			options,
			replySoFar,
		});
	}

	/** An error is an answer too: the model decides how to continue. */
	async #lookUp(conversation: string, call: ToolCall, signal: AbortSignal): Promise<LookUpResult> {
		if (call.name === compactToolName) {
			return this.#requestCompaction(conversation, call);
		}
		const input = inputOf(call, conversation);
		if (input === undefined) {
			return { result: 'Give "number", "query", or neither for an outline.', isError: true };
		}
		const { worker, onLookUp, log } = this.#services;
		try {
			const work = recallAnswer(input, recallSource(worker, signal, { inContext: true }));
			onLookUp(work);
			return { result: await work };
		} catch (error) {
			signal.throwIfAborted();
			log.warn(`A look-up within a reply failed: ${String(error)}`);
			return {
				result: 'The archive cannot be read now. Answer without it, and say what is missing.',
				isError: true,
			};
		}
	}

	async #requestCompaction(id: string, { arguments: text }: ToolCall): Promise<LookUpResult> {
		const given = v.safeParse(requestSchema, parsedJson(text));
		if (!given.success) {
			return { result: 'Give "focus": what the summary has to keep in detail.', isError: true };
		}
		const { worker, log } = this.#services;
		const focus = redact(given.output.focus);
		try {
			const isNoted = await worker.call('requestCompaction', { id, focus });
			return {
				result: isNoted
					? 'Noted: the conversation is compacted when your answer ends. Finish it now.'
					: 'Not noted: it was requested already, or no compaction is wanted now. Finish your answer.',
			};
		} catch (error) {
			log.warn(`A model requested a compaction, which could not be recorded: ${String(error)}`);
			return { result: 'This could not be noted. Finish your answer.', isError: true };
		}
	}

	/** The client has its reply; if the exchange cannot be stored, the next request goes without it. */
	async #keep(id: string, exchange: RecallExchange): Promise<void> {
		const { worker, log } = this.#services;
		try {
			await worker.call('keepRecall', { id, exchange });
		} catch (error) {
			log.warn(`What a model looked up could not be kept: ${String(error)}`);
		}
	}
}

/**
 * Distinguishes look-ups from calls of the client's tools. If the client offers the recall tool itself, it answers for
 * other conversations, for example the one of a handoff in a new chat.
 */
function lookUpsOf(
	{ options }: ForwardedRequest,
	{ conversation, record }: SummarisedRequest,
): (call: vscode.LanguageModelToolCallPart) => boolean {
	const isClients = offersRecall(options);
	const own = [undefined, conversation, recallHandleOf(record.handoff)];
	return ({ name, input }) =>
		name === compactToolName ||
		(name === recallToolName &&
			(!isClients || own.includes((input as { readonly handle?: string } | null)?.handle)));
}

function hasText(requests: readonly RoundSink[]): boolean {
	return requests.some(({ round }) => round.text.trim() !== '');
}

/** The input of a look-up, always in the present conversation, whatever handle the model gives. */
function inputOf({ arguments: text }: ToolCall, handle: string): ReturnType<typeof recallInput> {
	const given: unknown = JSON.parse(text);
	return recallInput(typeof given === 'object' ? { ...given, handle } : given);
}

const requestSchema = v.object({ focus: v.pipe(v.string(), v.nonEmpty()) });

/** The request's options with our tools after the client's own, which keep their positions. */
function withRecall(
	options: vscode.ProvideLanguageModelChatResponseOptions,
	isExhausted: boolean,
): vscode.ProvideLanguageModelChatResponseOptions {
	const { tools = [], toolMode } = options;
	// A model that must call a tool would keep calling the recall tool for ever.
	const mustCall = toolMode === hostApi.LanguageModelChatToolMode.Required;
	if (isExhausted && mustCall) {
		return { ...options, tools: tools.filter(({ name }) => name !== recallToolName) };
	}
	const own = offersRecall(options) ? [ownCompactTool] : [ownRecallTool, ownCompactTool];
	return { ...options, tools: [...tools, ...own.slice(0, maxTools - tools.length)] };
}

function stoppedText(rounds: readonly RecallRound[]): string {
	return vscode.l10n.t(
		'Precis stopped the model after {0} look-ups in the archive. Send another message to continue.',
		lookUpsIn(rounds).length,
	);
}

function silentText(rounds: readonly RecallRound[]): string {
	const { length } = lookUpsIn(rounds);
	return length === 0
		? vscode.l10n.t('The model returned an empty reply.')
		: vscode.l10n.t(
				'The model looked up summarised messages ({0}) and returned no answer. Send another message to continue.',
				length,
			);
}
