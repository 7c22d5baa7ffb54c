import { StoreError, type StoreFailure } from '../conversations/store/storeError.ts';
import { messageOf } from '../messages/errors.ts';
import { Interrupted, type InterruptKind } from '../models/interrupts.ts';
import { ModelError, type ModelFailure } from '../models/modelError.ts';
import type { Failure } from './channel.ts';

/** Contents of {@link Failure.details}, by the original error. */
type Details =
	| { readonly failure: ModelFailure }
	| { readonly interrupt: InterruptKind }
	| undefined;

/** Why a request cannot be carried out. The code is passed on to the other thread. */
export class RequestError extends Error {
	override readonly name = 'RequestError';
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** An error in the form that is passed to the other thread. @param cancelled Whether the caller had cancelled. */
export function toFailure(error: unknown, cancelled: boolean): Failure {
	const message = messageOf(error);
	const code = cancelled || error instanceof Interrupted ? 'cancelled' : codeOf(error);
	const details = detailsOf(error);
	return {
		code,
		message,
		...(error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {}),
		...(details === undefined ? {} : { details }),
	};
}

/** Restores the host's error of a call to a model that failed or was interrupted. */
export function modelErrorOf({ message, details }: Failure, signal?: AbortSignal): unknown {
	const known = details as Details;
	if (known !== undefined && 'failure' in known) {
		return new ModelError(known.failure);
	}
	if (signal?.aborted === true) {
		return signal.reason;
	}
	return known === undefined
		? new ModelError({ kind: 'connection', message })
		: new Interrupted(known.interrupt);
}

function detailsOf(error: unknown): Details {
	if (error instanceof ModelError) {
		return { failure: error.failure };
	}
	return error instanceof Interrupted ? { interrupt: error.kind } : undefined;
}

/** Store errors that do not mean that the storage failed: the conversation is gone, or the store is closed. */
const storeCodes: Partial<Record<StoreFailure, string>> = {
	'not-found': 'unknown-conversation',
	closed: 'closed',
};

function codeOf(error: unknown): string {
	if (error instanceof StoreError) {
		return storeCodes[error.kind] ?? 'store';
	}
	return error instanceof Error && 'code' in error && typeof error.code === 'string'
		? error.code
		: 'internal';
}
