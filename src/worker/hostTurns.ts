import type {
	TurnContext,
	TurnPort,
	TurnReport,
	TurnResult,
} from '../conversations/service/ports.ts';
import type { AssistantMessage, ToolMessage } from '../messages/message.ts';
import type { Host } from './host.ts';
import { RequestError } from '../protocol/failures.ts';

/** Turns that the host answers; what it reports arrives as requests. */
export class HostTurns implements TurnPort {
	readonly #host: Pick<Host, 'call'>;
	readonly #reports = new Map<number, TurnReport>();
	#last = 0;

	constructor(host: Pick<Host, 'call'>) {
		this.#host = host;
	}

	async runTurn(
		context: TurnContext,
		signal: AbortSignal,
		report: TurnReport,
	): Promise<TurnResult> {
		this.#last += 1;
		const turn = this.#last;
		this.#reports.set(turn, report);
		try {
			const { answerer } = report;
			return await this.#host.call('turn', { turn, context, answerer }, { signal });
		} finally {
			this.#reports.delete(turn);
		}
	}

	/** Appends what the model said. Durable when it returns. @throws When the turn is over. */
	append(turn: number, messages: readonly (AssistantMessage | ToolMessage)[]): void {
		this.#reportOf(turn).append(...messages);
	}

	/** The context for another request of the turn. */
	nextContext(turn: number): Promise<TurnContext> {
		return this.#reportOf(turn).nextContext();
	}

	#reportOf(turn: number): TurnReport {
		const report = this.#reports.get(turn);
		if (report === undefined) {
			throw new RequestError('turn-over', 'This turn is over.');
		}
		return report;
	}
}
