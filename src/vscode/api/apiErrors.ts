import type { PrecisError, PrecisErrorCode } from '../../api.ts';
import { messageOf } from '../../messages/errors.ts';
import { redact } from '../../redaction/redact.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

/** A failure in the form for other extensions: without its stack, which is in our log. */
export class ApiError extends Error implements PrecisError {
	override readonly name = 'PrecisError';
	readonly code: PrecisErrorCode;

	constructor(code: PrecisErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** The worker's codes that matter to other extensions. */
const codes: Readonly<Record<string, PrecisErrorCode>> = {
	[workerCodes.unknownConversation]: 'unknown-conversation',
	[workerCodes.store]: 'not-stored',
	[workerCodes.stopped]: 'stopped',
	// The conversation was released during the call; calling again succeeds.
	closed: 'stopped',
	// If the caller's own signal was not aborted, Precis itself has cancelled.
	[workerCodes.cancelled]: 'disposed',
};

/** Converts any failure to one of the API. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) {
		return error;
	}
	const code = error instanceof WorkerError ? codes[error.code] : undefined;
	const message = messageOf(error);
	return new ApiError(code ?? 'internal', redact(message));
}
