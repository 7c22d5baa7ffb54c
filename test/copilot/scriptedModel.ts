import { textOf, type Message } from '../../src/messages/message.ts';
import { summaryEnd } from '../../src/summary/parse.ts';
import { isSideRequest } from '../../src/vscode/provider/sideRequests.ts';
import { askedMessages } from '../support/fakeProvider/askedMessages.ts';
import { answer, hang, type Behaviour } from '../support/fakeProvider/behaviours.ts';
import { contextLengthExceeded } from '../support/fakeProvider/failures.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';

/** One reply of the model: text, and the tools it calls with their input. */
export interface ScriptedReply {
	readonly text?: string;
	readonly calls?: readonly (readonly [tool: string, input: object])[];
	/** Goes no further after half of its text. */
	readonly hangs?: boolean;
	/** The provider finds the request too long. */
	readonly refused?: boolean;
}

/** The models of the test's extension: they reply what a test scripts, whatever they are asked. */
export class ScriptedModel {
	readonly #provider: FakeProvider;
	readonly #replies: ScriptedReply[] = [];
	#taken = Promise.withResolvers<void>();

	private constructor(provider: FakeProvider, onTheSide: (request: ReceivedRequest) => Behaviour) {
		this.#provider = provider;
		provider.always((request) => (isOfAgent(request) ? this.#reply() : onTheSide(request)));
	}

	/** @param onTheSide Answers requests that are no turn's: titles, summaries of the client's own. */
	static async start(
		onTheSide: (request: ReceivedRequest) => Behaviour = () => answer('A side reply'),
	): Promise<ScriptedModel> {
		return new ScriptedModel(await startFakeProvider(), onTheSide);
	}

	/** Where the extension finds it. */
	get baseUrl(): string {
		return this.#provider.baseUrl;
	}

	/** All requests, oldest first. */
	get requests(): readonly ReceivedRequest[] {
		return this.#provider.requests;
	}

	/**
	 * What the model was asked with tools, oldest first: everything but titles and the like. Extensions
	 * have no role for the system prompt: a user message in front of another one is it.
	 */
	get asked(): readonly (readonly Message[])[] {
		return this.requests.filter(isOfAgent).map((request) => {
			const messages = askedMessages(request);
			const [first, second] = messages;
			return first?.role === 'user' && second?.role === 'user'
				? [{ role: 'system', content: first.content }, ...messages.slice(1)]
				: messages;
		});
	}

	/** The names of the tools that the model was offered in each of these requests. */
	get offered(): readonly (readonly string[])[] {
		return this.requests.filter(isOfAgent).map(({ body }) => body['tools'] as readonly string[]);
	}

	/** Characters that the tools of the latest request take. */
	get toolCharacters(): number {
		return Number(this.#provider.requests.findLast(isOfAgent)?.body['toolCharacters']);
	}

	/**
	 * Gives the replies of the next turn.
	 * @returns A promise that settles when the last of them is taken.
	 */
	play(replies: readonly ScriptedReply[]): Promise<void> {
		this.#replies.push(...replies);
		this.#taken = Promise.withResolvers();
		return this.#taken.promise;
	}

	/** Until a reply hangs. */
	hanging(): Promise<void> {
		return this.#provider.hanging();
	}

	/** Until so many requests were ended by their client. */
	left(count: number): Promise<void> {
		return this.#provider.left(count);
	}

	dispose(): Promise<void> {
		return this.#provider.dispose();
	}

	#reply(): Behaviour {
		const reply = this.#replies.shift() ?? { text: 'There is no reply left.' };
		if (this.#replies.length === 0) {
			this.#taken.resolve();
		}
		if (reply.refused === true) {
			return contextLengthExceeded;
		}
		const number = this.#provider.requests.length;
		const toolCalls = (reply.calls ?? []).map(([name, input], index) => ({
			id: `call_${number}_${index}`,
			name,
			arguments: JSON.stringify(input),
		}));
		const said = answer(reply.text ?? '', toolCalls.length === 0 ? {} : { toolCalls });
		return reply.hangs === true ? hang('mid-reply', said) : said;
	}
}

/** Whether a request is a turn's, with tools. */
export function isOfAgent(request: ReceivedRequest): boolean {
	const { tools } = request.body;
	return (
		request.api === 'chat' &&
		Array.isArray(tools) &&
		tools.length > 0 &&
		!isForSummary(request) &&
		!isOfClient(request)
	);
}

/** Whether the client asks for itself: in the background, Copilot Chat asks for its summary behind a whole turn, with its tools. */
function isOfClient(request: ReceivedRequest): boolean {
	const [first, ...rest] = askedMessages(request);
	return isSideRequest(textOf(first?.content ?? ''), rest, true);
}

/** Whether a request of ours asks for a summary, behind what the model was last sent or of its own. */
export function isForSummary({ body }: ReceivedRequest): boolean {
	const messages = body['messages'] as readonly unknown[];
	return JSON.stringify(messages.at(-1)).includes(`write this line: ${summaryEnd}`);
}
