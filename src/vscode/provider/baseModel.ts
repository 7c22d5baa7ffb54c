import type * as vscode from 'vscode';
import type { Message } from '../../messages/message.ts';
import type { ModelRequest } from '../../models/client.ts';
import type { OriginalMessages } from './originalMessages.ts';
import type { NamedModel } from '../settings/modelId.ts';
import type { PartSink } from './replySink.ts';

/** A request to a model: a context, and the client's options. */
export interface BaseRequest {
	readonly context: readonly Message[];
	/** The client's own parts of the context. */
	readonly originals: OriginalMessages;
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	/** Our own count of the whole request. */
	readonly tokens: number;
}

/** A model that a mirrored model is based on. */
export interface BaseModel {
	/** In the form of settings and records: `vscode/vendor/model` or `provider/model`. */
	readonly id: string;
	readonly named: NamedModel;
	readonly name: string;
	readonly family: string;
	readonly version: string;
	/** The extension or server it belongs to, for display. */
	readonly origin: string;
	/** Tokens of its window; absent if unknown. */
	readonly window?: number;
	/** The window is not known; the stated one is the default. */
	readonly isWindowAssumed?: true;
	/** Tokens of the window that are reserved for the reply; none if the window is for input only. */
	readonly reservedReply: number;
	/** Tokens of its longest reply; absent if unknown. */
	readonly maxOutput?: number;
	/** The user's setting for its input price, US dollars for a million tokens. */
	readonly inputPrice?: number;
	/** Whether it accepts images, unless a setting overrides that. */
	readonly images: boolean;
	/** The same request with one more user message at the end, for the compaction task. */
	continueWith(
		request: BaseRequest,
		more: string,
		maxOutputTokens: number | undefined,
	): ModelRequest;
	/**
	 * Sends the reply to the sink.
	 * @throws {ModelError} and the signal's reason.
	 */
	send(request: BaseRequest, sink: PartSink, signal: AbortSignal): Promise<void>;
}
