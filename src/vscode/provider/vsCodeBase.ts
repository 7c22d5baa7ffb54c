import * as vscode from 'vscode';
import { toModelMessages } from './modelMessages.ts';
import { languageModelError } from '../models/languageModelFailure.ts';
import { vsCodeModelId } from '../models/modelId.ts';
import { consideringSize } from '../../models/providerErrors.ts';
import type { BaseModel } from './baseModel.ts';

/** A model of VS Code as the base of one of ours. Whatever it says reaches the client as it is. */
export function vsCodeBase(chat: vscode.LanguageModelChat): BaseModel {
	const { vendor, id: model, name, family, version, maxInputTokens } = chat;
	const id = vsCodeModelId({ vendor, model });
	return {
		id,
		named: { kind: 'vscode', vendor, model },
		name,
		family,
		version,
		origin: vendor,
		...(maxInputTokens > 0 ? { window: maxInputTokens } : {}),
		reservedReply: 0,
		chat,
		images: true,
		async send({ context, originals, options, tokens }, sink, signal) {
			const cancellation = new vscode.CancellationTokenSource();
			const cancel = (): void => cancellation.cancel();
			signal.addEventListener('abort', cancel, { once: true });
			try {
				signal.throwIfAborted();
				const response = await chat.sendRequest(
					toModelMessages(context, originals),
					requestOptions(options),
					cancellation.token,
				);
				for await (const part of response.stream) {
					signal.throwIfAborted();
					// Also parts that the types of today have no name for.
					sink.pass(part as vscode.LanguageModelResponsePart);
				}
				signal.throwIfAborted();
			} catch (error) {
				// What VS Code throws for a cancelled request says less than the signal's own reason.
				signal.throwIfAborted();
				throw consideringSize(languageModelError(error, id, vscode.l10n), tokens, maxInputTokens);
			} finally {
				signal.removeEventListener('abort', cancel);
				cancellation.cancel();
				cancellation.dispose();
			}
		},
	};
}

/** All that the client asked for, also what the types of today have no name for. */
function requestOptions({
	tools = [],
	...asked
}: vscode.ProvideLanguageModelChatResponseOptions): vscode.LanguageModelChatRequestOptions {
	return {
		...asked,
		...(tools.length === 0 ? {} : { tools: [...tools] }),
		justification: vscode.l10n.t(
			'Precis forwards an assistant’s requests to the model that you chose as "… · Precis".',
		),
	};
}
