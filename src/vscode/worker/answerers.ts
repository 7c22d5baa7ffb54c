import type * as vscode from 'vscode';
import type { TurnContext, TurnResult } from '../../conversations/service/ports.ts';
import type { HostRequests } from '../../protocol/hostRequests.ts';

/** Answers turns: asks a model, and reports what it said with `turnAppend`. */
export interface Answerer {
	/**
	 * @param turn The worker's name for the turn.
	 * @param signal The turn is stopped.
	 */
	answer(turn: number, context: TurnContext, signal: AbortSignal): Promise<TurnResult>;
}

/** An answerer the worker can name. */
export interface NamedAnswerer extends vscode.Disposable {
	readonly name: string;
}

/** Who answers which turn: whoever submitted the message. */
export class Answerers {
	readonly #named = new Map<string, Answerer>();
	#last = 0;

	/** Names an answerer, for `submit`, until it is disposed of. */
	add(answerer: Answerer): NamedAnswerer {
		this.#last += 1;
		const name = String(this.#last);
		this.#named.set(name, answerer);
		return { name, dispose: () => this.#named.delete(name) };
	}

	answer(
		{ turn, context, answerer }: HostRequests['turn']['parameters'],
		signal: AbortSignal,
	): Promise<TurnResult> {
		const named = this.#named.get(answerer);
		if (named === undefined) {
			throw new Error(`No answerer ${answerer}.`);
		}
		return named.answer(turn, context, signal);
	}
}
