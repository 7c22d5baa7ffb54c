import type * as vscode from 'vscode';
import { toolCallsOf, type Content, type Message, type Part } from '../../messages/message.ts';
import { walkableJson } from '../../messages/json.ts';
import type { OriginalMessages } from './originalMessages.ts';
import { hostApi } from '../hostApi.ts';

/** A part as the present types know it; actual parts may differ. */
type AnyPart = vscode.LanguageModelInputPart;

/**
 * A context for one of VS Code's models. There is no system role: system text is sent first, as a user message. Tool
 * results are the user's too, in one message with the user's next text.
 * @param originals The client's own parts are sent unchanged.
 */
export function toModelMessages(
	context: readonly Message[],
	originals: OriginalMessages,
): vscode.LanguageModelChatMessage[] {
	const { User, Assistant } = hostApi.LanguageModelChatMessageRole;
	const sent: vscode.LanguageModelChatMessage[] = [];
	/** Whether the last message is the user's, and not the system text. */
	let isOpen = false;
	for (let index = 0; index < context.length; ) {
		const { role, parts, messages } = takeNext(context, index, originals);
		index += messages;
		const isUsers = role === 'user' || role === 'tool';
		if (!isOpen || !isUsers) {
			sent.push(new hostApi.LanguageModelChatMessage(role === 'assistant' ? Assistant : User, []));
		}
		sent.at(-1)?.content.push(...parts);
		isOpen = isUsers;
	}
	return sent;
}

/** The parts to send for the next messages: the client's original message if all that it maps to are there. */
function takeNext(
	context: readonly Message[],
	index: number,
	originals: OriginalMessages,
): {
	readonly role: Message['role'];
	readonly parts: readonly AnyPart[];
	readonly messages: number;
} {
	const message = context[index];
	if (message === undefined) {
		throw new RangeError(`No message at ${index}`);
	}
	const origin = originals.messages.get(message);
	const isWhole = origin?.mapsTo.every((one, at) => context[index + at] === one) === true;
	return isWhole
		? // VS Code's types do not declare every part that it passes.
			{
				role: message.role,
				parts: origin.content as readonly AnyPart[],
				messages: origin.mapsTo.length,
			}
		: { role: message.role, parts: newParts(message, originals), messages: 1 };
}

function newParts(message: Message, originals: OriginalMessages): readonly AnyPart[] {
	const parts = partsOf(message.content, originals);
	switch (message.role) {
		case 'tool': {
			const part = new hostApi.LanguageModelToolResultPart(message.toolCallId, parts);
			return [message.isError === true ? Object.assign(part, { isError: true }) : part];
		}
		case 'assistant':
			return [
				...parts,
				...toolCallsOf(message).map(
					({ id, name, arguments: text }) =>
						new hostApi.LanguageModelToolCallPart(id, name, toolInput(text)),
				),
			];
		case 'user':
		case 'system':
			return parts;
	}
}

function partsOf(
	content: Content,
	originals: OriginalMessages,
): (vscode.LanguageModelTextPart | vscode.LanguageModelDataPart)[] {
	if (typeof content === 'string') {
		return content === '' ? [] : [new hostApi.LanguageModelTextPart(content)];
	}
	return content.flatMap(
		(part) =>
			(originals.parts.get(part) as vscode.LanguageModelTextPart[] | undefined) ?? [newPart(part)],
	);
}

const dataUrl = /^data:([^;,]*);base64,(.*)$/s;

function newPart(part: Part): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
	if (part.type === 'text') {
		return new hostApi.LanguageModelTextPart(part.text);
	}
	const [, mediaType, data] = dataUrl.exec(part.url) ?? [];
	return data === undefined
		? new hostApi.LanguageModelTextPart(`[image] ${part.url}`)
		: hostApi.LanguageModelDataPart.image(
				Buffer.from(data, 'base64'),
				mediaType || part.mediaType || 'image/png',
			);
}

/** The input of a call in the form VS Code requires: an object, whatever the model wrote. */
export function toolInput(argumentsText: string): object {
	// VS Code serialises it as JSON between its processes, where deep nesting would overflow the stack.
	const input = walkableJson(argumentsText);
	if (input === undefined) {
		return { input: argumentsText };
	}
	return typeof input === 'object' && input !== null ? input : { input };
}
