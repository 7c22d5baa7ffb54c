import { sizeAfterAppend, type ContextSize } from '../../compaction/contextSize.ts';
import type { Trigger } from '../../compaction/record.ts';
import { guardAfter, type ThrashGuard } from '../../compaction/thrashGuard.ts';

/** A request in flight. */
interface Request {
	/** Our own count of its tokens. */
	readonly sum: number;
	/** Which context it contains: a counter of changes of the active record. */
	readonly context: number;
	/** Tokens appended since it was sent. */
	appended: number;
	reported: boolean;
}

/** A compaction whose saving the provider has not counted yet. */
interface UnverifiedCompaction {
	/** The guard before it. */
	readonly guard: ThrashGuard;
	readonly trigger: Trigger;
	/** Size before it, and tokens appended since. */
	before: number;
}

/**
 * The size of the context and whether compacting it still helps: a running total that allows decisions in constant
 * time. A provider's count applies only to the context it was made for. Tokens.
 */
export class ContextUsage {
	#size: ContextSize;
	#guard: ThrashGuard;
	#context = 0;
	#request: Request | undefined;
	#unverified: UnverifiedCompaction | undefined;
	/** Tokens of every request besides the conversation. */
	#overhead: number;

	/** @param sum The context with `overhead`, which every request carries. */
	constructor(sum: number, guard: ThrashGuard, overhead = 0) {
		this.#size = { kind: 'counted', tokens: sum };
		this.#guard = guard;
		this.#overhead = overhead;
	}

	get size(): ContextSize {
		return this.#size;
	}

	get guard(): ThrashGuard {
		return this.#guard;
	}

	/** The best estimate of the size. */
	get tokens(): number {
		return this.#size.tokens;
	}

	/** The context has grown by this many tokens, or shrunk if the user shortened its summary. */
	appended(tokens: number): void {
		this.#size = sizeAfterAppend(this.#size, tokens);
		if (this.#request !== undefined) {
			this.#request.appended += tokens;
		}
		if (this.#unverified !== undefined && this.#request?.context !== this.#context) {
			this.#unverified.before += tokens;
		}
	}

	/** The overhead of every request from now on: another mode of the client has other tools. */
	overheadChanged(overhead: number): void {
		const more = overhead - this.#overhead;
		this.#overhead = overhead;
		if (more !== 0) {
			this.#size = sizeAfterAppend(this.#size, more);
		}
	}

	/** Continues from the size that the assistant of a saved session recorded. */
	recorded(size: ContextSize): void {
		this.#size = size;
	}

	/** A request is sent. @param sum Our own count of all its tokens. */
	requested(sum: number): void {
		this.#settlePending();
		this.#request = { sum, context: this.#context, appended: 0, reported: false };
	}

	/** The provider counted the prompt of the latest request. */
	reported(promptTokens: number): void {
		const request = this.#request;
		if (request === undefined || request.context !== this.#context || !(promptTokens > 0)) {
			return;
		}
		request.reported = true;
		this.#size = sizeAfterAppend({ kind: 'reported', tokens: promptTokens }, request.appended);
		if (this.#unverified !== undefined) {
			const { guard, trigger, before } = this.#unverified;
			this.#guard = this.#guardAfter(guard, trigger, { before, after: promptTokens });
			this.#unverified = undefined;
		}
	}

	/** The latest request was answered or abandoned. @returns Whether the size is settled by it. */
	answered(): boolean {
		const { kind } = this.#size;
		this.#settlePending();
		return this.#size.kind !== kind;
	}

	/** A compaction was committed. @param own Our own counts of the context before and after. */
	compacted(trigger: Trigger, own: { readonly before: number; readonly after: number }): void {
		const before = this.tokens;
		this.#context += 1;
		this.#size = { kind: 'pending', tokens: own.after };
		this.#unverified = { guard: this.#guard, trigger, before };
		this.#guard = this.#guardAfter(this.#guard, trigger, own);
	}

	/** A compaction was refused because it would have saved nothing. */
	savedNothing(trigger: Trigger): void {
		const { tokens } = this;
		this.#guard = this.#guardAfter(this.#guard, trigger, { before: tokens, after: tokens });
	}

	/** The context was replaced: undo, redo, restore, or another process. */
	contextReplaced(sum: number): void {
		this.#context += 1;
		this.#size = { kind: 'counted', tokens: sum };
		this.#unverified = undefined;
	}

	/** Judges a compaction by the part that it could have made smaller. */
	#guardAfter(
		guard: ThrashGuard,
		trigger: Trigger,
		{ before, after }: { readonly before: number; readonly after: number },
	): ThrashGuard {
		const overhead = this.#overhead;
		return guardAfter(guard, { trigger, before: before - overhead, after: after - overhead });
	}

	/** Without a provider's count, the request's own sum is used. */
	#settlePending(): void {
		const request = this.#request;
		if (
			this.#size.kind === 'pending' &&
			request !== undefined &&
			!request.reported &&
			request.context === this.#context
		) {
			this.#size = { kind: 'counted', tokens: request.sum + request.appended };
			this.#unverified = undefined;
		}
	}
}
