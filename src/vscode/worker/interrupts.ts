import type { CancellationToken } from 'vscode';

/**
 * VS Code's cancellation tokens end here: behind the edge everything takes abort signals. Whether a
 * token means the turn or the job is for the caller to say, by the name it passes the signal under.
 * @param run Gets a signal that follows the token until it has ended.
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
