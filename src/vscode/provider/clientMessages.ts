import type * as vscode from 'vscode';
import type { Message, Part, TextPart, ToolCall } from '../../messages/message.ts';
import { userOrigin } from '../../messages/origins.ts';
import { OriginalMessages, type SourceParts } from './originalMessages.ts';
import { readPart, unreadTokensOf } from './readPart.ts';
import { hostApi } from '../hostApi.ts';

/** A client's request in the form of the log. */
export interface ClientMessages {
	/** The system prompt; empty if there is none. */
	readonly system: readonly TextPart[];
	/** Everything else, in order. Content consists of parts, so that each can be mapped to its original. */
	readonly messages: readonly Message[];
	readonly originals: OriginalMessages;
}

/** The system role. Clients send it although the stable API does not declare it. */
const systemRole = 3;

/**
 * Reads a client's messages. The system prompt is the first one, also if a client without a system role sends it as the
 * assistant's first message (Roo does) or as the first of two user messages (participants do). Unknown roles count as
 * the user's, and so does system text after the first message: moving it to the front would change every request's
 * beginning.
 */
export function readClientMessages(
	sent: readonly vscode.LanguageModelChatRequestMessage[],
): ClientMessages {
	const originals = new OriginalMessages();
	const system: TextPart[] = [];
	const messages: Message[] = [];
	for (const [index, { role, content }] of sent.entries()) {
		const isAssistant = role === hostApi.LanguageModelChatMessageRole.Assistant;
		const isPrompt = index === 0 ? isLeadingPrompt(sent) : (role as number) === systemRole;
		if (isPrompt && messages.length === 0) {
			system.push(...promptParts(content, originals));
			continue;
		}
		const mapsTo = isAssistant
			? assistantMessages(content, originals)
			: [...resultMessages(content, originals), ...userMessages(content, originals)];
		for (const message of mapsTo) {
			originals.messages.set(message, { content, mapsTo });
		}
		messages.push(...mapsTo);
	}
	return { system, messages: messages.map((message) => originals.read(message)), originals };
}

/**
 * Drops a client message after the last tool results, as Cline sends. If the next request lacks it, the history would
 * look like another conversation.
 */
export function withoutTrailingClientMessage(messages: readonly Message[]): readonly Message[] {
	const last = messages.at(-1);
	return last !== undefined && userOrigin(last) === 'client' && messages.at(-2)?.role === 'tool'
		? messages.slice(0, -1)
		: messages;
}

/** Whether the first message is a prompt, in whatever role. */
function isLeadingPrompt([
	first,
	second,
]: readonly vscode.LanguageModelChatRequestMessage[]): boolean {
	const { User, Assistant } = hostApi.LanguageModelChatMessageRole;
	const isUserText = (message: vscode.LanguageModelChatRequestMessage | undefined): boolean =>
		message?.role === User && !message.content.some(isResult);
	if (first === undefined) {
		return false;
	}
	switch (first.role) {
		case Assistant:
			return !first.content.some(isCall);
		case User:
			return isUserText(first) && isUserText(second);
		default:
			return (first.role as number) === systemRole;
	}
}

function isCall(part: unknown): part is vscode.LanguageModelToolCallPart {
	return part instanceof hostApi.LanguageModelToolCallPart;
}

function isResult(part: unknown): part is vscode.LanguageModelToolResultPart {
	return part instanceof hostApi.LanguageModelToolResultPart;
}

function promptParts(content: SourceParts, originals: OriginalMessages): TextPart[] {
	return readParts(content, originals).flatMap((part) => (part.type === 'text' ? [part] : []));
}

function assistantMessages(content: SourceParts, originals: OriginalMessages): Message[] {
	const toolCalls = content.filter(isCall).map(toCall);
	const parts = readParts(
		content.filter((part) => !isCall(part)),
		originals,
	);
	const message = { role: 'assistant' as const, content: parts, ...unreadIn(content) };
	if (toolCalls.length > 0) {
		return [{ ...message, toolCalls }];
	}
	return parts.length === 0 ? [] : [message];
}

function unreadIn(content: SourceParts): Pick<Message, 'unreadTokens'> {
	const unreadTokens = content.reduce<number>((sum, part) => sum + unreadTokensOf(part), 0);
	return unreadTokens === 0 ? {} : { unreadTokens };
}

/** A call in the form of the log. */
export function toCall({ callId, name, input }: vscode.LanguageModelToolCallPart): ToolCall {
	return { id: callId, name, arguments: JSON.stringify(input ?? {}) };
}

function resultMessages(content: SourceParts, originals: OriginalMessages): Message[] {
	return content.filter(isResult).map((part) => {
		const { callId, content: result } = part;
		const message = {
			role: 'tool' as const,
			toolCallId: callId,
			content: readParts(result, originals),
			...unreadIn(result),
		};
		return isFailure(part) ? { ...message, isError: true } : message;
	});
}

/** VS Code passes this field, which its stable API does not declare. */
function isFailure(part: object): boolean {
	return 'isError' in part && part.isError === true;
}

/** Texts stay separate: a new text of the client ends an open element of the previous one. */
function userMessages(content: SourceParts, originals: OriginalMessages): Message[] {
	const own = content.filter((part) => !isResult(part));
	const parts = groupParts(own);
	return parts.length === 0
		? []
		: [{ role: 'user', content: mapped(parts, originals), ...unreadIn(own) }];
}

/** One of our parts, and VS Code's parts that it contains. */
interface Group {
	readonly part: Part;
	readonly sources: readonly unknown[];
}

/** Parts of a message, neighbouring texts joined. */
function readParts(content: SourceParts, originals: OriginalMessages): readonly Part[] {
	const groups: Group[] = [];
	for (const group of groupParts(content)) {
		const last = groups.at(-1);
		if (last?.part.type === 'text' && group.part.type === 'text') {
			const part: Part = { type: 'text', text: last.part.text + group.part.text };
			groups[groups.length - 1] = { part, sources: [...last.sources, ...group.sources] };
		} else {
			groups.push(group);
		}
	}
	return mapped(groups, originals);
}

/**
 * Parts of a message. Those without content, a cache marker for example, are grouped with the previous part, or if
 * there is none with the next.
 */
function groupParts(content: SourceParts): readonly Group[] {
	const groups: { part: Part; readonly sources: unknown[] }[] = [];
	const leading: unknown[] = [];
	for (const original of content) {
		const part = readPart(original);
		const last = groups.at(-1);
		if (part !== undefined && !isBlank(part)) {
			groups.push({ part, sources: [...leading.splice(0), original] });
			continue;
		}
		(last?.sources ?? leading).push(original);
		if (last?.part.type === 'text' && part?.type === 'text') {
			last.part = { type: 'text', text: last.part.text + part.text };
		}
	}
	return groups;
}

function mapped(groups: readonly Group[], originals: OriginalMessages): readonly Part[] {
	for (const { part, sources } of groups) {
		originals.parts.set(part, sources);
	}
	return groups.map(({ part }) => part);
}

function isBlank(part: Part): boolean {
	return part.type === 'text' && part.text.trim() === '';
}
