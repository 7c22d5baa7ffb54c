/** An event as VS Code has them. What a listener throws is logged and disturbs nobody. */
export type PrecisEvent<Data> = (
	listener: (data: Data) => unknown,
	thisArgument?: unknown,
	disposables?: PrecisDisposable[],
) => PrecisDisposable;

/** Ends a subscription; fits into `context.subscriptions`. */
export interface PrecisDisposable {
	dispose(): void;
}
