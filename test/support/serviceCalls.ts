import type {
	SummaryJob,
	TurnContext,
	TurnReport,
	TurnResult,
} from '../../src/conversations/service/ports.ts';
import { isTurnMasked } from '../../src/models/interrupts.ts';
import type { ModelFailure } from '../../src/models/modelError.ts';
import type { SummaryRequest } from '../../src/summary/summariser.ts';
import type { WrittenSummary } from '../../src/summary/writtenSummary.ts';
import { draftOf } from './compactions.ts';
import { assistant } from './logs.ts';
import { settled } from './scriptedClients.ts';
import { written } from './written.ts';

/** What a conversation service asks for, answered by a test when it wants. */

/** A call for a turn's answer that waits for a test to answer it. */
export class TurnCall {
	readonly context: TurnContext;
	readonly signal: AbortSignal;
	readonly report: TurnReport;
	/** Whether a turn's interrupt would not reach it. */
	readonly masked = isTurnMasked();
	readonly #result = Promise.withResolvers<TurnResult>();

	constructor(context: TurnContext, signal: AbortSignal, report: TurnReport) {
		this.context = context;
		this.signal = signal;
		this.report = report;
	}

	get result(): Promise<TurnResult> {
		return this.#result.promise;
	}

	/** Says something and completes the turn. */
	async answer(text = 'Done.'): Promise<void> {
		this.report.append(assistant(text));
		await this.complete();
	}

	async complete(): Promise<void> {
		this.#result.resolve({ kind: 'completed' });
		await settled();
	}

	async fail(failure: Partial<ModelFailure> = {}): Promise<void> {
		const whole: ModelFailure = { kind: 'server', message: 'It broke.', ...failure };
		this.#result.resolve({ kind: 'failed', failure: whole });
		await settled();
	}

	async reject(error: unknown): Promise<void> {
		this.#result.reject(error);
		await settled();
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
