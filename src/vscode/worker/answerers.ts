import type * as vscode from 'vscode';
import type { TurnContext, TurnResult } from '../../conversations/service/ports.ts';
import type { HostRequests } from '../../protocol/hostRequests.ts';

/** Answers turns: asks a model, and reports what it said with `turnAppend` and its kin. */
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

/** Who answers which turn: whoever submitted the message, else everybody's answerer. */
export class Answerers {
	readonly #everybodys: Answerer;
	readonly #named = new Map<string, Answerer>();
	/** Conversations that a named answerer was asked about last, by its name. */
	readonly #asked = new Map<string, string>();
	#last = 0;

	constructor(everybodys: Answerer) {
		this.#everybodys = everybodys;
	}

	/** Names an answerer, for `submit`, until it is disposed of. */
	add(answerer: Answerer): NamedAnswerer {
		this.#last += 1;
		const name = String(this.#last);
		this.#named.set(name, answerer);
		return {
			name,
			dispose: () => {
				this.#named.delete(name);
				this.#asked.delete(name);
			},
		};
	}

	/** Whether the turn that runs in a conversation has its own answerer, which tells how it ended. */
	isNamed(conversation: string): boolean {
		return [...this.#asked.values()].includes(conversation);
	}

	answer(
		{ turn, context, answerer }: HostRequests['turn']['parameters'],
		signal: AbortSignal,
	): Promise<TurnResult> {
		const named = answerer === undefined ? undefined : this.#named.get(answerer);
		if (answerer !== undefined && named !== undefined) {
			this.#asked.set(answerer, context.conversation);
		}
		return (named ?? this.#everybodys).answer(turn, context, signal);
	}
}
