import type { Failure } from '../../protocol/channel.ts';

/** Codes that the host handles; a failure may have others. */
export const workerCodes = {
	/** The requester cancelled and nothing was changed. */
	cancelled: 'cancelled',
	/** The worker thread ended before it answered. */
	stopped: 'worker-stopped',
	/** The worker does not have this conversation. */
	unknownConversation: 'unknown-conversation',
	/** The storage failed, and nothing was changed. */
	store: 'store',
} as const;

/** Why a request to the worker failed. The message is for users, the stack for the log. */
export class WorkerError extends Error {
	readonly code: string;
	override readonly name = 'WorkerError';

	constructor(failure: Failure, options?: ErrorOptions) {
		super(failure.message, options);
		this.code = failure.code;
		if (failure.stack !== undefined) {
			this.stack = failure.stack;
		}
	}

	/** Whether an error is a failure of the worker with this code. Works across bundles, which have their own class. */
	static is(error: unknown, code: string): boolean {
		return (
			error instanceof Error &&
			error.name === 'WorkerError' &&
			'code' in error &&
			error.code === code
		);
	}
}
