import assert from 'node:assert/strict';
import type {
	ModelAnswer,
	ModelRequest,
	PlainMessage,
	TokenUsage,
} from '../../src/models/client.ts';
import type { Cooldowns } from '../../src/models/cooldown.ts';
import {
	ladderSummariser,
	type LadderOptions,
	type LadderProgress,
} from '../../src/models/ladder.ts';
import type { ModelCalls, ModelTarget } from '../../src/models/modelCalls.ts';
import {
	ModelError,
	type ModelFailure,
	type ModelFailureKind,
} from '../../src/models/modelError.ts';
import type { SummaryRequest } from '../../src/summary/summariser.ts';
import type { WrittenSummary } from '../../src/summary/writtenSummary.ts';

/** The ladder with everything around it played by the test: models, clocks, waits, cooldowns. */

/** How one call ends. */
export type Scripted =
	| { readonly content: unknown; readonly finishReason?: string; readonly usage?: TokenUsage }
	| ({ readonly fails: ModelFailureKind } & FailureDetails)
	| { readonly throws: unknown };

type FailureDetails = Partial<Omit<ModelFailure, 'kind'>>;

/** Milliseconds each call takes. */
export const callMs = 100;

/** When the clocks of a test begin, milliseconds since the epoch. */
const epochMs = 1_700_000_000_000;

export const summaryModel: ModelTarget = { id: 'a/small', window: 128_000, route: 'route a' };
export const mainModel: ModelTarget = { id: 'a/large', window: 200_000, route: 'route a' };
export const otherModel: ModelTarget = { id: 'b/large', window: 200_000, route: 'route b' };

/** A request for a summary: texts, and a bound. */
export interface AskedForSummary {
	readonly messages: readonly PlainMessage[];
	readonly maxOutputTokens: number;
}

export type LadderChanges = Partial<
	Omit<LadderOptions, 'calls' | 'clock' | 'wait' | 'cooldowns' | 'learntWindows'>
>;

/** A world in which calls end as the script says, in order; then its last entry again and again. */
export class ScriptedWorld implements ModelCalls {
	readonly calls: { readonly target: ModelTarget; readonly request: AskedForSummary }[] = [];
	readonly waits: number[] = [];
	readonly progress: LadderProgress[] = [];
	/** What a person had to be told of, in order. */
	readonly told: [ModelFailureKind, string][] = [];
	readonly #script: readonly Scripted[];
	cooldowns: Cooldowns = {};
	cooldownsSet = 0;
	readonly learntWindows = new Map<string, number>();
	nowMs = epochMs;

	constructor(...script: readonly Scripted[]) {
		this.#script = script;
	}

	/** Hears of everything that happens; a test may abort there. */
	onEvent: () => void = () => undefined;

	async call(
		target: ModelTarget,
		request: ModelRequest,
		_signal: AbortSignal,
		onText?: (more: string) => void,
	): Promise<ModelAnswer> {
		const outcome = this.#script[Math.min(this.calls.length, this.#script.length - 1)];
		this.calls.push({ target, request: askedForSummary(request) });
		this.onEvent();
		await Promise.resolve();
		this.onEvent();
		this.nowMs += callMs;
		assert.ok(outcome !== undefined, 'nothing is scripted');
		if ('throws' in outcome) {
			throw outcome.throws;
		}
		if ('fails' in outcome) {
			const { fails, ...more } = outcome;
			throw new ModelError(failureOf(fails, target.id, more));
		}
		onText?.(String(outcome.content));
		return outcome;
	}

	async wait(ms: number): Promise<void> {
		this.waits.push(ms);
		this.onEvent();
		await Promise.resolve();
		this.onEvent();
		this.nowMs += ms;
	}

	options(changes: LadderChanges = {}): LadderOptions {
		return {
			models: { summary: summaryModel, main: otherModel },
			calls: this,
			clock: { monotonic: () => this.nowMs - epochMs, epoch: () => this.nowMs },
			wait: (ms) => this.wait(ms),
			cooldowns: {
				get: () => this.cooldowns,
				set: (cooldowns) => {
					this.cooldowns = cooldowns;
					this.cooldownsSet += 1;
				},
			},
			learntWindows: this.learntWindows,
			onProgress: (progress) => {
				this.progress.push(progress);
				this.onEvent();
			},
			...changes,
		};
	}

	async summarise(
		request: SummaryRequest,
		changes: LadderChanges = {},
		signal: AbortSignal = new AbortController().signal,
	): Promise<WrittenSummary> {
		const written = await ladderSummariser(this.options(changes)).summarise(request, signal);
		for (const { model, failure, tellPerson } of written.attempts) {
			if (tellPerson === true && failure !== undefined) {
				this.told.push([failure.kind, model ?? '']);
			}
		}
		return written;
	}

	/** Which models were called, in order. */
	get called(): string[] {
		return this.calls.map(({ target }) => target.id);
	}
}

/** What a request asks for; one that is not for a summary is a mistake. */
function askedForSummary({ messages, maxOutputTokens }: ModelRequest): AskedForSummary {
	assert.ok(maxOutputTokens !== undefined, 'a summary has a bound');
	return {
		maxOutputTokens,
		messages: messages.map(({ role, content }) => {
			assert.ok(role !== 'tool' && typeof content === 'string', 'a summary is asked for in words');
			return { role, content };
		}),
	};
}

export function failureOf(
	kind: ModelFailureKind,
	id = 'a/small',
	more: FailureDetails = {},
): ModelFailure {
	return { kind, message: `${id} failed: ${kind}.`, ...more };
}

/** A summary's attempts, each as one line. */
export function attemptsOf(written: WrittenSummary): string[] {
	return written.attempts.map(({ rung, outcome, error }) =>
		[`${rung} ${outcome}`, ...(error === undefined ? [] : [error])].join(': '),
	);
}
