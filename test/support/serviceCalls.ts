import assert from 'node:assert/strict';
import type { ConversationActor } from '../../src/conversations/service/actor.ts';
import type { SummaryJob, TurnContext } from '../../src/conversations/service/ports.ts';
import type { Message } from '../../src/messages/message.ts';
import { isTurnMasked } from '../../src/models/interrupts.ts';
import type { SummaryRequest } from '../../src/summary/summariser.ts';
import type { WrittenSummary } from '../../src/summary/writtenSummary.ts';
import { draftOf } from './compactions.ts';
import { assistant, user } from './logs.ts';
import { settled } from './scriptedClients.ts';
import { written } from './written.ts';

/** What a conversation service is asked by a client, and asks for itself, when a test wants. */

/** A turn that a test leads as clients do: its message is in the log at once, and waits for its context. */
export class ClientTurn {
	#context: TurnContext | undefined;
	readonly #actor: ConversationActor;
	readonly #controller = new AbortController();

	/** @throws {StoreError} when the message cannot be stored. */
	constructor(actor: ConversationActor, text: string) {
		this.#actor = actor;
		actor.clientTurns.append([user(text)]);
	}

	/** What its model was sent last. */
	get context(): TurnContext {
		assert.ok(this.#context !== undefined, 'it has its context');
		return this.#context;
	}

	/** Has the context that its next request is made from. */
	async ask(): Promise<TurnContext> {
		this.#context = await this.#actor.clientTurns.nextContext(this.#controller.signal);
		return this.#context;
	}

	append(...messages: readonly Message[]): void {
		this.#actor.clientTurns.append(messages);
	}

	/** The model's last word. */
	async answer(text = 'Done.'): Promise<void> {
		this.append(assistant(text));
		await settled();
	}

	/** The person stops it, or the model fails. */
	async end(): Promise<void> {
		this.#controller.abort();
		this.#actor.clientTurns.requestEnded(false);
		await settled();
	}

	/** The provider finds the context too long. @returns Whether there is a shorter one. */
	async tooLong(): Promise<boolean> {
		const isShorter = await this.#actor.clientTurns.compactForOverflow(this.#controller.signal);
		if (isShorter) {
			await this.ask();
		}
		return isShorter;
	}
}

/** A summary that waits for a test to write it. */
export class SummaryCall {
	readonly job: SummaryJob;
	readonly request: SummaryRequest;
	readonly signal: AbortSignal;
	/** Whether a turn's interrupt would not reach it. */
	readonly masked = isTurnMasked();
	readonly #written = Promise.withResolvers<WrittenSummary>();

	constructor(job: SummaryJob, request: SummaryRequest, signal: AbortSignal) {
		this.job = job;
		this.request = request;
		this.signal = signal;
	}

	get written(): Promise<WrittenSummary> {
		return this.#written.promise;
	}

	/** @param text What the summary says. */
	async write(text?: string): Promise<void> {
		this.#written.resolve(written(draftOf(text)));
		await settled();
	}

	async fail(error: unknown = new Error('No summary.')): Promise<void> {
		this.#written.reject(error);
		await settled();
	}
}
