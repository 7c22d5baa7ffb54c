import type * as vscode from 'vscode';
import type { Message } from '../../messages/message.ts';
import type { ModelRequest } from '../../models/client.ts';
import type { OriginalMessages } from './sourceParts.ts';
import type { NamedModel } from '../settings/modelId.ts';
import type { PartSink } from './replySink.ts';

/** What a model is asked: a context, and what the client wants beside it. */
export interface BaseRequest {
	readonly context: readonly Message[];
	/** The client's own parts of it. */
	readonly originals: OriginalMessages;
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	/** Our own count of all that is sent. */
	readonly tokens: number;
}

/** A model that stands behind one of ours. */
export interface BaseModel {
	/** As settings and records have it: `vscode/vendor/model` or `provider/model`. */
	readonly id: string;
	readonly named: NamedModel;
	readonly name: string;
	readonly family: string;
	readonly version: string;
	/** The extension or server it belongs to, for people. */
	readonly origin: string;
	/** Tokens of its window; absent where nobody tells. */
	readonly window?: number;
	/** Tokens of the window that are kept free for the reply; none where the window is for input only. */
	readonly reservedReply: number;
	/** Tokens of its longest reply; absent where that is not known. */
	readonly maxOutput?: number;
	/** What the person says its input costs, US dollars for a million tokens. */
	readonly inputPrice?: number;
	/** Absent where it is none of VS Code's. */
	readonly chat?: vscode.LanguageModelChat;
	/** Whether it takes images, unless a setting says otherwise. */
	readonly images: boolean;
	/** The same request with one more message of the user behind it, for the compaction task. */
	again(request: BaseRequest, more: string, maxOutputTokens: number | undefined): ModelRequest;
	/**
	 * Answers into the sink.
	 * @throws {ModelError} and the signal's reason.
	 */
	send(request: BaseRequest, sink: PartSink, signal: AbortSignal): Promise<void>;
}
