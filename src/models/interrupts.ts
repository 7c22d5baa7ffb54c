import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What may stop a call to a model, and what that affects. A user who presses Stop, or sends another message, stops the
 * turn; that must not cancel a compaction that runs at the same time, or its summary is lost (law 4). So the flow that
 * compacts masks itself against the turn, and only against the turn.
 */

/** `turn`: stop answering. `job`: cancel this piece of work. `service`: everything shuts down. */
export type InterruptKind = 'turn' | 'job' | 'service';

/** The sources of a call's interrupts; VS Code's cancellation tokens are mapped to these. */
export type Interrupts = { readonly [Kind in InterruptKind]?: AbortSignal };

const kinds: readonly InterruptKind[] = ['service', 'job', 'turn'];

/** A call was stopped on purpose. Not a failure: nothing is wrong with model or connection. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
	readonly kind: InterruptKind;

	constructor(kind: InterruptKind, reason?: unknown) {
		super(
			{
				turn: 'The turn was stopped.',
				job: 'The work was cancelled.',
				service: 'Precis is shutting down.',
			}[kind],
			{ cause: reason },
		);
		this.kind = kind;
	}
}

/** Set in every asynchronous flow within a mask; leaving an inner mask restores the outer. */
const masks = new AsyncLocalStorage<'masked'>();

/**
 * Runs something that a turn's interrupt does not reach. The mask covers only the asynchronous flow that starts here
 * and everything it awaits; masks nest. An interrupt during that time is not lost: it reaches the flow around the
 * outermost mask when that continues.
 */
export function maskTurn<Result>(run: () => Result): Result {
	return masks.run('masked', run);
}

/** Whether the present asynchronous flow is masked against its turn. */
export function isTurnMasked(): boolean {
	return masks.getStore() === 'masked';
}

/**
 * Listens for the first interrupt that reaches the present flow; called at once if it came before.
 * @returns Stops listening.
 */
export function onInterrupt(
	interrupts: Interrupts,
	listener: (interrupt: Interrupted) => void,
): () => void {
	const isMasked = isTurnMasked();
	const removals: (() => void)[] = [];
	const stop = (): void => removals.splice(0).forEach((remove) => remove());
	for (const kind of kinds) {
		const signal = interrupts[kind];
		if (signal === undefined || (kind === 'turn' && isMasked)) {
			continue;
		}
		const interrupt = (): void => {
			stop();
			listener(new Interrupted(kind, signal.reason));
		};
		if (signal.aborted) {
			interrupt();
			return stop;
		}
		signal.addEventListener('abort', interrupt, { once: true });
		removals.push(() => signal.removeEventListener('abort', interrupt));
	}
	return stop;
}
