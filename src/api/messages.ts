/** A piece of text in a message's content. */
export interface TextPart {
	readonly type: 'text';
	readonly text: string;
}

/** An image in a message's content. */
export interface ImagePart {
	readonly type: 'image';
	/** For example `image/png`; empty when it is not known. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** Text, or text and images in order. */
export type Content = string | readonly (TextPart | ImagePart)[];

/** A call that the model asked for. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text as the model wrote it. */
	readonly arguments: string;
}

/** What your extension tells the model to be. */
export interface SystemMessage {
	readonly role: 'system';
	readonly content: Content;
}

/** What was said to the model. */
export interface UserMessage {
	readonly role: 'user';
	readonly content: Content;
	/**
	 * Who put it there: the `person` (when absent), the `client` (reminders, notifications), or an
	 * earlier compaction as its `summary`.
	 */
	readonly origin?: 'person' | 'client' | 'summary';
}

/** What the model said, and the tools it called. */
export interface AssistantMessage {
	readonly role: 'assistant';
	readonly content: Content;
	readonly toolCalls?: readonly ToolCall[];
}

/** What came of a tool call. */
export interface ToolMessage {
	readonly role: 'tool';
	/** Of the call it answers. */
	readonly toolCallId: string;
	readonly content: Content;
	readonly isError?: boolean;
}

/** One entry of a log. What was appended stays as it is. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
