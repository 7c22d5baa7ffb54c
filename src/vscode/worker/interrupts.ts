import type { CancellationToken } from 'vscode';

/** An abort signal that follows a cancellation token. */
export interface TokenSignal {
	readonly signal: AbortSignal;
	/** Stops listening to the token. The signal keeps its state. */
	dispose(): void;
}

/**
 * VS Code's cancellation tokens end here: behind the edge everything takes abort signals. Whether a
 * token means the turn or the job is for the caller to say, by the name it passes the signal under.
 * @param token One that is cancelled already gives a signal that is aborted already.
 */
export function signalOf(token: CancellationToken): TokenSignal {
	const controller = new AbortController();
	if (token.isCancellationRequested) {
		controller.abort();
		return { signal: controller.signal, dispose: () => undefined };
	}
	const listener = token.onCancellationRequested(() => {
		listener.dispose();
		controller.abort();
	});
	return {
		signal: controller.signal,
		dispose() {
			listener.dispose();
		},
	};
}
