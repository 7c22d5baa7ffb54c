import * as vscode from 'vscode';
import { messageOf } from '../../messages/errors.ts';
import { redact } from '../../redaction/redact.ts';
import { chatCommands, participantId } from '../contributions.ts';
import { withSignal } from '../worker/withSignal.ts';
import { promptText } from './attachments.ts';
import {
	ChatConversations,
	placeIn,
	type ChatEntry,
	type ChatMetadata,
} from './chatConversations.ts';
import { chatSetup, type ParticipantServices } from './chatSetup.ts';
import { answerPrompt } from './chatTurn.ts';
import { runSlashCommand } from './slashCommands.ts';
import { hostApi, supports } from '../hostApi.ts';

/** Offers `@precis` in the chat. */
export function registerParticipant(services: ParticipantServices): vscode.Disposable {
	if (!supports('participant')) {
		return new vscode.Disposable(() => undefined);
	}
	const participant = hostApi.chat.createChatParticipant(participantId, chatHandler(services));
	participant.iconPath = vscode.Uri.joinPath(services.extensionUri, 'media', 'icon.png');
	return participant;
}

/** Answers messages to `@precis`. */
function chatHandler(services: ParticipantServices): vscode.ChatRequestHandler {
	const { active, worker, log, memory } = services;
	const chats = new ChatConversations(worker, active, memory);

	return (request, { history }, stream, token) =>
		withSignal(token, async (signal) => {
			const entries = history.map(entryOf);
			let unchanged = metadataOf(entries);
			try {
				const content = await promptText(request.prompt, request.references);
				const setup = chatSetup(services, request);
				const name = chatCommands.find((command) => command === request.command);
				if (name !== undefined) {
					const slashCommand = { name, text: request.prompt, content, shape: setup.shape };
					return await runSlashCommand(services, chats, slashCommand, entries, stream, signal);
				}
				if (content === '') {
					stream.markdown(
						vscode.l10n.t('What would you like to know? Type / to list the commands of @precis.'),
					);
					return unchanged;
				}
				const conversation = await chats.findOrStart(entries, request.prompt);
				unchanged = {};
				const { toolInvocationToken: invocationToken } = request;
				const prompt = { setup, invocationToken, content, stream, signal, token };
				return await answerPrompt(services, chats, conversation, prompt);
			} catch (error) {
				log.error(error instanceof Error ? error : String(error));
				const message = vscode.l10n.t('The action failed: {0}', redact(messageOf(error)));
				return { ...unchanged, errorDetails: { message } };
			}
		});
}

/** The metadata of the previous turn: a turn without effect does not move the chat's position. */
function metadataOf(history: readonly ChatEntry[]): Pick<vscode.ChatResult, 'metadata'> {
	const place = placeIn(history);
	if (place === undefined) {
		return {};
	}
	const { conversation, messages } = place;
	return { metadata: { conversation, messages } satisfies ChatMetadata };
}

function entryOf(turn: vscode.ChatRequestTurn | vscode.ChatResponseTurn): ChatEntry {
	const command = turn.command === undefined ? {} : { command: turn.command };
	if (turn instanceof hostApi.ChatRequestTurn) {
		return { kind: 'prompt', ...command, text: turn.prompt };
	}
	const texts = turn.response.map((part) =>
		part instanceof hostApi.ChatResponseMarkdownPart ? part.value.value : '',
	);
	return { kind: 'answer', ...command, text: texts.join(''), metadata: turn.result.metadata };
}
