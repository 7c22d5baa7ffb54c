import type * as vscode from 'vscode';
import {
	textOf,
	toolCallsOf,
	type Content,
	type Message,
	type Part,
} from '../../messages/message.ts';
import { walkableJson } from '../../messages/json.ts';
import { OriginalMessages } from './sourceParts.ts';
import { hostApi } from '../hostApi.ts';

/** A part as the types of today know them; what passes may be others. */
type AnyPart = vscode.LanguageModelInputPart;

/**
 * A context for a model of VS Code's. There is no system role: that text leads, as a message of the
 * user. Results of tools are the user's too, in one message with what the user says next.
 * @param originals What a client gave is sent as it was given.
 */
export function toModelMessages(
	context: readonly Message[],
	originals = new OriginalMessages(),
): vscode.LanguageModelChatMessage[] {
	const sent: vscode.LanguageModelChatMessage[] = [];
	let open: AnyPart[] | undefined;
	for (let index = 0; index < context.length; ) {
		const { role, parts, messages } = takeNext(context, index, originals);
		index += messages;
		if (role === 'assistant') {
			open = undefined;
			sent.push(messageOf(hostApi.LanguageModelChatMessageRole.Assistant, parts));
		} else if (role === 'system') {
			sent.push(messageOf(hostApi.LanguageModelChatMessageRole.User, parts));
		} else if (open === undefined) {
			open = [...parts];
			sent.push(messageOf(hostApi.LanguageModelChatMessageRole.User, open));
		} else {
			open.push(...parts);
		}
	}
	return sent;
}

/** What is sent for the messages from one place on: as the client gave them where they are whole. */
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
	const isWhole = origin?.became.every((one, at) => context[index + at] === one) === true;
	return isWhole
		? // VS Code's own types have no name for every part that passes.
			{
				role: message.role,
				parts: origin.content as readonly AnyPart[],
				messages: origin.became.length,
			}
		: { role: message.role, parts: newParts(message, originals), messages: 1 };
}

function messageOf(
	role: vscode.LanguageModelChatMessageRole,
	parts: readonly AnyPart[],
): vscode.LanguageModelChatMessage {
	const message = new hostApi.LanguageModelChatMessage(role, []);
	// The very list: what is still to come goes into it.
	message.content = parts as AnyPart[];
	return message;
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
			return parts;
		case 'system':
			return parts.length === 0
				? [new hostApi.LanguageModelTextPart(textOf(message.content))]
				: parts;
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

/** The input of a call as VS Code takes it: an object, whatever the model wrote. */
export function toolInput(argumentsText: string): object {
	// VS Code writes it as JSON between its processes, which would overflow the stack.
	const input = walkableJson(argumentsText);
	if (input === undefined) {
		return { input: argumentsText };
	}
	return typeof input === 'object' && input !== null ? input : { input };
}
