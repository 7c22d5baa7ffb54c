import * as vscode from 'vscode';
import { toModelMessages } from './modelMessages.ts';
import { replyParts } from '../models/languageModelReplies.ts';
import { vsCodeModelId } from '../settings/modelId.ts';
import { ModelError } from '../../models/modelError.ts';
import { reclassifyBySize } from '../../models/providerErrors.ts';
import type { BaseModel } from './baseModel.ts';

/** One of VS Code's models as the base of a mirrored model. Its replies reach the client unchanged. */
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
		images: true,
		continueWith({ context, originals, options }, more) {
			const messages = [...context, { role: 'user' as const, content: more }];
			const chatMessages = toModelMessages(messages, originals);
			return { messages, chatMessages, chatOptions: requestOptions(options) };
		},
		async send({ context, originals, options, tokens }, sink, signal) {
			const messages = toModelMessages(context, originals);
			try {
				for await (const part of replyParts(chat, messages, requestOptions(options), signal)) {
					sink.pass(part as vscode.LanguageModelResponsePart);
				}
			} catch (error) {
				throw error instanceof ModelError ? reclassifyBySize(error, tokens, maxInputTokens) : error;
			}
		},
	};
}

/** All of the client's options, including those that the present types do not declare. */
function requestOptions({
	tools = [],
	...asked
}: vscode.ProvideLanguageModelChatResponseOptions): vscode.LanguageModelChatRequestOptions {
	return {
		...asked,
		...(tools.length === 0 ? {} : { tools: [...tools] }),
		justification: vscode.l10n.t('Precis sends your conversation to the model that you chose.'),
	};
}
