export interface TextPart {
	readonly type: 'text';
	readonly text: string;
}

export interface ImagePart {
	readonly type: 'image';
	/** For example `image/png`; empty when it is not known. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** Text, or text and images in order. */
export type Content = string | readonly (TextPart | ImagePart)[];

export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text as the model wrote it. */
	readonly arguments: string;
}

export interface SystemMessage {
	readonly role: 'system';
	readonly content: Content;
}

export interface UserMessage {
	readonly role: 'user';
	readonly content: Content;
	/**
	 * Who put it there: the `person` (when absent), the `client` (reminders, notifications), or an
	 * earlier compaction as its `summary`.
	 */
	readonly origin?: 'person' | 'client' | 'summary';
}

export interface AssistantMessage {
	readonly role: 'assistant';
	readonly content: Content;
	readonly toolCalls?: readonly ToolCall[];
}

export interface ToolMessage {
	readonly role: 'tool';
	/** Of the call it answers. */
	readonly toolCallId: string;
	readonly content: Content;
	readonly isError?: boolean;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
