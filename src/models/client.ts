import type { Message, ToolCall } from '../messages/message.ts';
import { countMessage, estimatedTokens } from '../messages/tokens.ts';
import type { SummaryUsage } from '../summary/writtenSummary.ts';
import type { Secret } from './secret.ts';

/** The interface for calling a model, whichever provider it belongs to. */

/** The protocol of a provider; `vscode` is VS Code's own model API. */
export type ApiMode = 'chat' | 'responses' | 'vscode';

/** Everything that determines which client serves a call, and how. */
export interface Route {
	/** The provider's name, for display and for its key. */
	readonly provider: string;
	readonly api: ApiMode;
	/** Absolute URL without a trailing slash; empty for `vscode`. */
	readonly baseUrl: string;
	/** Absent if the provider requires none. */
	readonly credential?: Secret;
	/** The provider's name for the model. */
	readonly model: string;
	/** Whether replies are requested as event streams. */
	readonly streaming: boolean;
}

/** `openrouter/gpt-5`, the usual form of model names; the provider alone if no model was called. */
export function nameOf({ provider, model }: Partial<Route> & Pick<Route, 'provider'>): string {
	return model === undefined ? provider : `${provider}/${model}`;
}

/** A text-only message. */
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

/** A request to a model, independent of any API. */
export interface ModelRequest {
	readonly messages: readonly Message[];
	/**
	 * Number of the conversation's messages that the request continues: the host, which has them, inserts their request
	 * before these messages.
	 */
	readonly continuesAfter?: number;
	/** Tokens of the longest reply; absent: the server's own limit. */
	readonly maxOutputTokens?: number;
	readonly tools?: readonly ToolDescription[];
	/** `required`: the reply has to call a tool. Ignored without tools. Absent: `auto`. */
	readonly toolChoice?: 'auto' | 'required';
	/**
	 * More fields of the body, with their names in Chat Completions: temperature, top_p, seed, stop, reasoning_effort,
	 * parallel_tool_calls, if the API supports them. All others are ignored.
	 */
	readonly options?: Readonly<Record<string, unknown>>;
}

/** An estimate of the whole request. */
export function requestTokens({ messages, tools = [] }: ModelRequest): number {
	return messages.reduce(
		(sum, message) => sum + countMessage(message, estimatedTokens),
		tools.length === 0 ? 0 : estimatedTokens.count(JSON.stringify(tools)),
	);
}

/** Usage of a call, as reported by the provider. */
export type TokenUsage = Omit<SummaryUsage, 'requests'>;

/** Called as a reply arrives: with more of its text, or without text as a sign that the model is active. */
export type ReplyListener = (text?: string) => void;

/** A complete reply. */
export interface ModelAnswer {
	/** The provider's content: usually a string, sometimes parts or anything else. */
	readonly content: unknown;
	/** The complete calls, in order, with unique ids; absent if there are none. */
	readonly toolCalls?: readonly ToolCall[];
	/** The provider's name for it; absent if there is none (VS Code's model API). */
	readonly finishReason?: string;
	readonly usage?: TokenUsage;
}

/** A connection to one provider, shared by every call of the same route. */
export interface ModelClient {
	/**
	 * Sends a request and returns its whole reply.
	 * @param signal Aborts the request; the promise then rejects with the signal's reason.
	 * @throws {ModelError} for the provider's failures.
	 */
	send(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		onReply: ReplyListener,
	): Promise<ModelAnswer>;
	/** Frees its resources. Called once, when its last user is done. */
	close(): void;
}

/** Builds a client for a route. Loading its dependencies may take time. */
export type ClientFactory = (route: Route) => Promise<ModelClient>;
