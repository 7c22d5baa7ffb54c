import type { PrecisError, PrecisErrorCode } from '../../api.ts';
import { messageOf } from '../../messages/errors.ts';
import { redact } from '../../redaction/redact.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

/** What other extensions get to see of a failure: without the stack, which is for our log. */
export class ApiError extends Error implements PrecisError {
	override readonly name = 'PrecisError';
	readonly code: PrecisErrorCode;

	constructor(code: PrecisErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** Codes of the worker that other extensions can do something about. */
const codes: Readonly<Record<string, PrecisErrorCode>> = {
	[workerCodes.unknownConversation]: 'unknown-conversation',
	[workerCodes.store]: 'not-stored',
	[workerCodes.stopped]: 'stopped',
	// It was let go of while the call waited: called again, it is done.
	closed: 'stopped',
	// Nobody but Precis itself cancels what the caller's own signal did not.
	[workerCodes.cancelled]: 'disposed',
};

/** Any failure as one of the API. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) {
		return error;
	}
	const code = error instanceof WorkerError ? codes[error.code] : undefined;
	const message = messageOf(error);
	return new ApiError(code ?? 'internal', redact(message));
}
