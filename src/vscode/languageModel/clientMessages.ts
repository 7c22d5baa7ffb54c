import * as vscode from 'vscode';
import type { Message, Part, ToolCall } from '../../messages/message.ts';
import { OriginalParts } from './originalParts.ts';
import { readPart } from './readPart.ts';

/** A client's request in the words of the log. */
export interface ClientMessages {
	/** The system prompt; empty where there is none. */
	readonly system: string;
	/** Everything else, in order. Content is parts, so that each finds its original. */
	readonly messages: readonly Message[];
	readonly originals: OriginalParts;
}

/** The system role, which clients send although the stable API has no name for it. */
const systemRole = 3;

/**
 * Reads what a client sends. System text is set apart wherever it stands, also where a client sends
 * it as the assistant's first message (Roo does); roles nobody knows are the user's.
 */
export function readClientMessages(
	sent: readonly vscode.LanguageModelChatRequestMessage[],
): ClientMessages {
	const originals = new OriginalParts();
	const system: string[] = [];
	const messages: Message[] = [];
	for (const [index, { role, content }] of sent.entries()) {
		const isAssistant = role === vscode.LanguageModelChatMessageRole.Assistant;
		const isPrompt = isAssistant && index === 0 && !content.some(isCall);
		if (isPrompt || (role as number) === systemRole) {
			system.push(textIn(content));
		} else if (isAssistant) {
			messages.push(...assistantMessages(content, originals));
		} else {
			messages.push(...resultMessages(content, originals), ...userMessages(content, originals));
		}
	}
	return { system: system.filter((text) => text.trim() !== '').join('\n\n'), messages, originals };
}

function isCall(part: unknown): part is vscode.LanguageModelToolCallPart {
	return part instanceof vscode.LanguageModelToolCallPart;
}

function isResult(part: unknown): part is vscode.LanguageModelToolResultPart {
	return part instanceof vscode.LanguageModelToolResultPart;
}

function assistantMessages(content: readonly unknown[], originals: OriginalParts): Message[] {
	const calls = content.filter(isCall).map(toCall);
	const { parts, beside } = readParts(
		content.filter((part) => !isCall(part)),
		originals,
	);
	const [first] = calls;
	if (first !== undefined) {
		originals.rememberCall(first, beside);
		return [{ role: 'assistant', content: parts, toolCalls: calls }];
	}
	return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }];
}

function toCall({ callId, name, input }: vscode.LanguageModelToolCallPart): ToolCall {
	return { id: callId, name, arguments: JSON.stringify(input ?? {}) };
}

function resultMessages(content: readonly unknown[], originals: OriginalParts): Message[] {
	return content.filter(isResult).map(({ callId, content: result }) => {
		const { parts } = readParts(result, originals);
		return { role: 'tool', toolCallId: callId, content: parts };
	});
}

function userMessages(content: readonly unknown[], originals: OriginalParts): Message[] {
	const { parts } = readParts(
		content.filter((part) => !isResult(part)),
		originals,
	);
	return parts.length === 0 ? [] : [{ role: 'user', content: parts }];
}

/**
 * Parts of a message, neighbouring text as one. What says nothing, a cache marker for example, goes
 * with the part in front of it; without one with the next.
 * @returns `beside`: what is left where there is no part at all.
 */
function readParts(
	content: readonly unknown[],
	originals: OriginalParts,
): { readonly parts: readonly Part[]; readonly beside: readonly unknown[] } {
	const groups: { part: Part; readonly members: unknown[] }[] = [];
	const leading: unknown[] = [];
	for (const original of content) {
		const part = readPart(original);
		const last = groups.at(-1);
		if (part === undefined) {
			(last?.members ?? leading).push(original);
		} else if (last?.part.type === 'text' && part.type === 'text') {
			last.part = { type: 'text', text: last.part.text + part.text };
			last.members.push(original);
		} else {
			groups.push({ part, members: [...leading.splice(0), original] });
		}
	}
	for (const { part, members } of groups) {
		originals.rememberPart(part, members);
	}
	return { parts: groups.map(({ part }) => part), beside: leading };
}

function textIn(content: readonly unknown[]): string {
	return content
		.map((original) => readPart(original))
		.map((part) => (part?.type === 'text' ? part.text : ''))
		.join('');
}
