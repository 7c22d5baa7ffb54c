/**
 * The one conversation model: OpenAI's chat shape in camel case. Readers translate into it, the
 * engine works on it, adapters translate out of it.
 */

/**
 * Who wrote a part of a message: the `person`; the `client` (reminders, notifications, continuation
 * nudges, command echoes); a `tool` or a `file` whose text the client put there; or an earlier
 * compaction, as its `summary`.
 */
export type Origin = 'person' | 'client' | 'tool' | 'file' | 'summary';

/** A piece of text inside multimodal content. */
export interface TextPart {
	readonly type: 'text';
	readonly text: string;
	/** Who wrote it, where a reader knows; absent means as the envelope of the message tells. */
	readonly origin?: Origin;
}

/** An image inside multimodal content, or a PDF, which models look at page by page. */
export interface ImagePart {
	readonly type: 'image';
	/** For example `image/png` or {@link documentType}; empty when the source did not say. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** One of the parts that content consists of. */
export type Part = TextPart | ImagePart;

/** Text, or text and images in order. */
export type Content = string | readonly Part[];

/** A call the assistant asked for. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text as the model wrote it; may be invalid when the source was. */
	readonly arguments: string;
}

/** What the client tells the model to be. */
export interface SystemMessage {
	readonly role: 'system';
	readonly content: Content;
}

/**
 * Who put a user row into the log: the `person`; the `client` (reminders, notifications,
 * continuation nudges, command echoes); or an earlier compaction, as its `summary`.
 */
export type UserOrigin = 'person' | 'client' | 'summary';

/** How work that outlived its call ended, as the client tells later. */
export interface EndedWork {
	/** Of the work, as the result of its call named it; else what the command was. */
	readonly id?: string;
	readonly command?: string;
	readonly exitCode?: number;
	readonly failed?: boolean;
	/** What the work came to, where the client brings that. */
	readonly report?: string;
}

/** What was said to the model, by whomever. */
export interface UserMessage {
	readonly role: 'user';
	readonly content: Content;
	/** Absent means `person`. */
	readonly origin?: UserOrigin;
	/** When it was written, where its source tells, as `2031-03-04T02:13:07.114Z`. */
	readonly time?: string;
	/** Work whose end the client tells with it. */
	readonly ended?: readonly EndedWork[];
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
	readonly toolCallId: string;
	readonly content: Content;
	/** True when the client marked the result as an error, false when it marked it as none. */
	readonly isError?: boolean;
	/** The command's exit code, where the client keeps it beside the text. */
	readonly exitCode?: number;
	/** The id of work that goes on behind this result; empty where the client gives it none. */
	readonly runsOn?: string;
}

/** One entry of the log. Immutable once appended. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** A message as the log holds it. */
export interface LogEntry {
	readonly message: Message;
	/** Tokens, counted once when the message was appended. */
	readonly tokens: number;
}

/**
 * The append-only log. Message `n`, as people and models see it, stands at index `n - 1`.
 */
export type Log = readonly LogEntry[];

/** Half-open range of log indices. */
export interface LogRange {
	readonly start: number;
	readonly end: number;
}

/** The one kind of document that providers take. */
export const documentType = 'application/pdf';

/** What stands for an image wherever only text is possible. */
export const imagePlaceholder = '[image]';

/** What stands for an image or a document wherever only text is possible. */
export function placeholderOf({ mediaType }: ImagePart): string {
	return mediaType === documentType ? '[document]' : imagePlaceholder;
}

/** The text of any content; images become {@link imagePlaceholder}. */
export function textOf(content: Content): string {
	if (typeof content === 'string') {
		return content;
	}
	return content.map((part) => (part.type === 'text' ? part.text : placeholderOf(part))).join('\n');
}

/** Content as parts, without those that are blank. */
export function partsOf(content: Content): readonly Part[] {
	const parts: readonly Part[] =
		typeof content === 'string' ? [{ type: 'text', text: content }] : content;
	return parts.filter((part) => part.type === 'image' || part.text.trim() !== '');
}

/** Whether content holds an image. */
export function hasImage(content: Content): boolean {
	return typeof content !== 'string' && content.some((part) => part.type === 'image');
}

/** Whether content has neither an image nor a visible character. */
export function isBlank(content: Content): boolean {
	return !hasImage(content) && textOf(content).trim() === '';
}

/** The tool calls of a message, none for all but an assistant's. */
export function toolCallsOf(message: Message): readonly ToolCall[] {
	return message.role === 'assistant' ? (message.toolCalls ?? []) : [];
}
