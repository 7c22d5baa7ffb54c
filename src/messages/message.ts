/**
 * The only conversation model: OpenAI's chat shape in camel case. Readers convert to it, the engine works on it,
 * adapters convert from it.
 */

/**
 * Author of a part of a message: the `person`; the `client` (reminders, notifications, continuation nudges, command
 * echoes); a `tool` or a `file` whose text the client inserted; or an earlier compaction, as its `summary`.
 */
export type Origin = 'person' | 'client' | 'tool' | 'file' | 'summary';

/** A piece of text inside multimodal content. */
export interface TextPart {
	readonly type: 'text';
	readonly text: string;
	/** The author, if a reader knows; absent: determined by the envelope of the message. */
	readonly origin?: Origin;
}

/** An image inside multimodal content, or a PDF, which models view page by page. */
export interface ImagePart {
	readonly type: 'image';
	/** For example `image/png` or {@link documentType}; empty if the source did not specify it. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** A part of content. */
export type Part = TextPart | ImagePart;

/** Text, or text and images in order. */
export type Content = string | readonly Part[];

/** A tool call by the assistant. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text from the model; may be invalid if the source was. */
	readonly arguments: string;
}

/** What a client sends with a message besides its content. */
interface SentMessage {
	/**
	 * Tokens of parts that concern only the model, its reasoning for example, as the client sent them last: clients drop
	 * them later. Not stored.
	 */
	readonly unreadTokens?: number;
}

/** The client's instructions to the model. */
export interface SystemMessage extends SentMessage {
	readonly role: 'system';
	readonly content: Content;
}

/**
 * Author of a user row in the log: the `person`; the `client` (reminders, notifications, continuation nudges, command
 * echoes); or an earlier compaction, as its `summary`.
 */
export type UserOrigin = 'person' | 'client' | 'summary';

/** The end of work that outlived its call, as the client reports it later. */
export interface EndedWork {
	/** The id that the result of its call gave it. */
	readonly id?: string;
	/** The command, if the client reports that instead. */
	readonly command?: string;
	readonly exitCode?: number;
	readonly failed?: boolean;
	/** The result of the work, if the client includes it. */
	readonly report?: string;
}

/** A message to the model, from any author. */
export interface UserMessage extends SentMessage {
	readonly role: 'user';
	readonly content: Content;
	/** Absent means `person`. */
	readonly origin?: UserOrigin;
	/** When it was written, if its source records that, as `2031-03-04T02:13:07.114Z`. */
	readonly time?: string;
	/** Work whose end the client reports with it. */
	readonly ended?: readonly EndedWork[];
}

/** The model's text, and its tool calls. */
export interface AssistantMessage extends SentMessage {
	readonly role: 'assistant';
	readonly content: Content;
	readonly toolCalls?: readonly ToolCall[];
}

/** What a call did to a file; `written`: as a whole, if it is unknown whether the file existed. */
export interface FileChange {
	readonly path: string;
	readonly change: 'created' | 'written' | 'changed' | 'deleted' | 'renamed';
	/** Of a renamed file. */
	readonly movedTo?: string;
}

/** The result of a tool call. */
export interface ToolMessage extends SentMessage {
	readonly role: 'tool';
	readonly toolCallId: string;
	readonly content: Content;
	/** True if the client marked the result as an error, false if it marked it as successful. */
	readonly isError?: boolean;
	/** The command's exit code, if the client stores it separately. */
	readonly exitCode?: number;
	/** The id of work that continues after this result; empty if the client assigns none. */
	readonly runsOn?: string;
	/** What a sub-agent that the call started did to files, in order, if the client records its calls. */
	readonly changed?: readonly FileChange[];
}

/** One entry of the log. Immutable once appended. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** A message in the log. */
export interface LogEntry {
	readonly message: Message;
	/** Tokens, counted once when the message was appended. */
	readonly tokens: number;
}

/** The append-only log. Message `n`, as users and models see it, is at index `n - 1`. */
export type Log = readonly LogEntry[];

/** Half-open range of log indices. */
export interface LogRange {
	readonly start: number;
	readonly end: number;
}

/** The only kind of document that providers accept. */
export const documentType = 'application/pdf';

/** Replaces an image wherever only text is possible. */
export const imagePlaceholder = '[image]';

/** Replaces an image or a document wherever only text is possible. */
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

/** Number of images in content. */
export function imagesIn(content: Content): number {
	return typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
}

/** Whether content holds an image. */
export function hasImage(content: Content): boolean {
	return imagesIn(content) > 0;
}

/** Whether content has neither an image nor a visible character. */
export function isBlank(content: Content): boolean {
	return !hasImage(content) && textOf(content).trim() === '';
}

/** The tool calls of a message; none unless it is the assistant's. */
export function toolCallsOf(message: Message): readonly ToolCall[] {
	return message.role === 'assistant' ? (message.toolCalls ?? []) : [];
}
