import type { CancellationToken } from 'vscode';

/**
 * Converts VS Code's cancellation token to an abort signal, which the caller assigns to a turn or a job.
 * @param run Gets a signal that follows the token until the run has ended.
 */
export async function withSignal<Result>(
	token: CancellationToken,
	run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	if (token.isCancellationRequested) {
		controller.abort();
	}
	const listener = token.onCancellationRequested(() => controller.abort());
	try {
		return await run(controller.signal);
	} finally {
		listener.dispose();
	}
}
