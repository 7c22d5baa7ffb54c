import type * as vscode from 'vscode';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import { hostApi } from '../hostApi.ts';
import type { AnsweringModel } from '../provider/answeringModel.ts';
import type { Configuration } from '../settings/configuration.ts';

export interface ChatSetupServices {
	readonly configuration: Pick<Configuration, 'now'>;
	/** The model to ask where this one was chosen. */
	readonly answering: (chosen: vscode.LanguageModelChat) => AnsweringModel;
}

/** What a chat answers with now. */
export interface ChatSetup {
	readonly answering: AnsweringModel;
	readonly tools: readonly vscode.LanguageModelChatTool[];
	/** What its requests look like. */
	readonly shape: RequestShape;
}

/** The model the person chose, and the tools they allowed or named. */
export function chatSetup(
	{ configuration, answering: answeringFor }: ChatSetupServices,
	request: Pick<vscode.ChatRequest, 'model' | 'toolReferences'>,
): ChatSetup {
	const answering = answeringFor(request.model);
	const named = request.toolReferences.map(({ name }) => name);
	const chosen = new Set([...configuration.now.chatTools, ...named]);
	const tools = hostApi.lm.tools
		.filter(({ name }) => chosen.has(name))
		.map(({ name, description, inputSchema }) => ({
			name,
			description,
			...(inputSchema === undefined ? {} : { inputSchema }),
		}));
	const shape = {
		window: answering.window,
		reservedReply: answering.reservedReply,
		overhead: {
			instructions: 0,
			tools: tools.length === 0 ? 0 : estimatedTokens.count(JSON.stringify(tools)),
			offered: tools.length,
		},
		recall: tools.some(({ name }) => name === recallToolName),
	};
	return { answering, tools, shape };
}
