import type { Message, ToolCall } from '../messages/message.ts';
import { countMessage, estimatedTokens } from '../messages/tokens.ts';
import type { SummaryUsage } from '../summary/writtenSummary.ts';
import type { Secret } from './secret.ts';

/** What a model is called through, whichever provider it belongs to. */

/** How a provider is spoken to; `vscode` is VS Code's own model API. */
export type ApiMode = 'chat' | 'responses' | 'vscode';

/** Everything that decides which client serves a call. */
export interface Route {
	/** The provider's name, for people and for its key. */
	readonly provider: string;
	readonly api: ApiMode;
	/** Absolute URL without a trailing slash; empty for `vscode`. */
	readonly baseUrl: string;
	/** Absent where the provider asks for none. */
	readonly credential?: Secret;
	/** The model's name as the provider knows it. */
	readonly model: string;
	/** Whether replies are asked for as streams of events. */
	readonly streaming: boolean;
}

/** A message of nothing but text. */
export interface PlainMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

/** A tool that a model may call. */
export interface ToolDescription {
	readonly name: string;
	readonly description: string;
	/** JSON schema of the arguments; absent: the tool takes none. */
	readonly inputSchema?: object;
}

/** What a model is asked, in no API's words. */
export interface ModelRequest {
	readonly messages: readonly Message[];
	/** They go behind what the model was sent of so many messages of the conversation, which the host has. */
	readonly behind?: number;
	/** Tokens of the longest reply; absent: the server's own limit. */
	readonly maxOutputTokens?: number;
	readonly tools?: readonly ToolDescription[];
	/** `required`: the reply has to call a tool. Means nothing without tools. Absent: `auto`. */
	readonly toolChoice?: 'auto' | 'required';
	/**
	 * More fields of the body, in the words of Chat Completions: temperature, top_p, seed, stop,
	 * reasoning_effort, parallel_tool_calls, as far as the API knows them. All others are ignored.
	 */
	readonly options?: Readonly<Record<string, unknown>>;
}

/** An estimate of all that is sent. */
export function requestTokens({ messages, tools = [] }: ModelRequest): number {
	return messages.reduce(
		(sum, message) => sum + countMessage(message, estimatedTokens),
		tools.length === 0 ? 0 : estimatedTokens.count(JSON.stringify(tools)),
	);
}

/** What a call cost, as the provider reports it. */
export type TokenUsage = Omit<SummaryUsage, 'requests'>;

/** Hears of a reply as it comes: more of its text, or, without one, that the model is at work. */
export type ReplyListener = (text?: string) => void;

/** A complete reply. */
export interface ModelAnswer {
	/** Whatever the provider gave as content: a string for most, parts or anything else for some. */
	readonly content: unknown;
	/** The complete calls, in order, each with an id of its own; absent where there are none. */
	readonly toolCalls?: readonly ToolCall[];
	/** As the provider names it; absent where there is none (VS Code's model API). */
	readonly finishReason?: string;
	readonly usage?: TokenUsage;
}

/** A connection to one provider, shared by every call of the same route. */
export interface ModelClient {
	/** False once it was closed or is known to be broken; it gets no further call then. */
	readonly usable: boolean;
	/**
	 * Sends a request and gives its whole reply.
	 * @param signal Aborts the request; the promise then rejects with the signal's reason.
	 * @throws {ModelError} as the provider's failure.
	 */
	send(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		hear: ReplyListener,
	): Promise<ModelAnswer>;
	/** Frees what it holds. Called once, when its last user is done. */
	close(): void;
}

/** Builds a client for a route. Loading what it needs may take time. */
export type ClientFactory = (route: Route) => Promise<ModelClient>;
