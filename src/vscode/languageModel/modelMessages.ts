import * as vscode from 'vscode';
import {
	textOf,
	toolCallsOf,
	type Content,
	type Message,
	type Part,
} from '../../messages/message.ts';
import { OriginalParts } from './originalParts.ts';
import { toolInput } from './toolInput.ts';

type UserPart =
	| vscode.LanguageModelTextPart
	| vscode.LanguageModelToolResultPart
	| vscode.LanguageModelDataPart;

/**
 * A context for a model of VS Code's. There is no system role: that text leads, as a message of the
 * user. Results of tools are the user's too, in one message with what the user says next.
 * @param originals Parts that are sent as the client gave them.
 */
export function toModelMessages(
	context: readonly Message[],
	originals = new OriginalParts(),
): vscode.LanguageModelChatMessage[] {
	const sent: vscode.LanguageModelChatMessage[] = [];
	let open: UserPart[] | undefined;
	for (const message of context) {
		switch (message.role) {
			case 'system':
				sent.push(vscode.LanguageModelChatMessage.User(textOf(message.content)));
				break;
			case 'assistant':
				open = undefined;
				sent.push(assistantMessage(message, originals));
				break;
			case 'tool':
			case 'user': {
				if (open === undefined) {
					open = [];
					sent.push(userMessage(open));
				}
				open.push(...userParts(message, originals));
			}
		}
	}
	return sent;
}

function userMessage(parts: UserPart[]): vscode.LanguageModelChatMessage {
	const message = vscode.LanguageModelChatMessage.User([]);
	message.content = parts;
	return message;
}

function userParts(
	message: Message & { readonly role: 'user' | 'tool' },
	originals: OriginalParts,
): UserPart[] {
	const parts = partsOf(message.content, originals);
	return message.role === 'tool'
		? [new vscode.LanguageModelToolResultPart(message.toolCallId, parts)]
		: parts;
}

function assistantMessage(
	message: Message,
	originals: OriginalParts,
): vscode.LanguageModelChatMessage {
	const calls = toolCallsOf(message);
	const sent = vscode.LanguageModelChatMessage.Assistant([]);
	sent.content = [
		...partsOf(message.content, originals),
		...calls.flatMap((call) => [
			// VS Code's own types have no name for every part that passes.
			...(originals.besideCall(call) as vscode.LanguageModelDataPart[]),
			new vscode.LanguageModelToolCallPart(call.id, call.name, toolInput(call.arguments)),
		]),
	];
	return sent;
}

function partsOf(
	content: Content,
	originals: OriginalParts,
): (vscode.LanguageModelTextPart | vscode.LanguageModelDataPart)[] {
	if (typeof content === 'string') {
		return content === '' ? [] : [new vscode.LanguageModelTextPart(content)];
	}
	return content.flatMap(
		(part) =>
			(originals.ofPart(part) as vscode.LanguageModelTextPart[] | undefined) ?? [newPart(part)],
	);
}

const dataUrl = /^data:([^;,]*);base64,(.*)$/s;

function newPart(part: Part): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
	if (part.type === 'text') {
		return new vscode.LanguageModelTextPart(part.text);
	}
	const [, mediaType, data] = dataUrl.exec(part.url) ?? [];
	return data === undefined
		? new vscode.LanguageModelTextPart(`[image] ${part.url}`)
		: vscode.LanguageModelDataPart.image(
				Buffer.from(data, 'base64'),
				mediaType || part.mediaType || 'image/png',
			);
}
