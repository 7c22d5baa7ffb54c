import type { Message } from '../../../src/messages/message.ts';
import { countMessage, type TokenCounter } from '../../../src/messages/tokens.ts';
import { requestViolations } from '../providerRules.ts';
import { scriptedReply, type ScriptedReply } from './scriptedReply.ts';

/** A request as the model got it. */
export interface ReceivedRequest {
	/** What names the conversation: its first message. */
	readonly session: string;
	readonly context: readonly Message[];
	readonly tokens: number;
}

/** A model that refuses what the strictest real one would, and anything over its window. */
export class StrictModel {
	readonly received: ReceivedRequest[] = [];
	/** Why requests were refused. */
	readonly refusals: string[] = [];
	readonly #window: number;
	readonly #counter: TokenCounter;

	/** @param window Tokens. */
	constructor(window: number, counter: TokenCounter) {
		this.#window = window;
		this.#counter = counter;
	}

	/**
	 * @param overhead Tokens of what comes with the context.
	 * @throws With the reason, as a provider would word it.
	 */
	ask(session: string, context: readonly Message[], overhead = 0): ScriptedReply {
		const tokens = context.reduce(
			(sum, message) => sum + countMessage(message, this.#counter),
			overhead,
		);
		this.received.push({ session, context, tokens });
		const problems = requestViolations(context);
		if (tokens > this.#window) {
			problems.push(`maximum context length is ${this.#window} tokens, ${tokens} were sent`);
		}
		if (problems.length > 0) {
			this.refusals.push(problems.join('; '));
			throw new Error(problems.join('; '));
		}
		return scriptedReply(context);
	}
}
