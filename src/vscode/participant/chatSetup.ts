import type * as vscode from 'vscode';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { AnsweringModel } from '../provider/answeringModel.ts';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import { chosenTools, toolTokens } from './chatTools.ts';
import { hostApi } from '../hostApi.ts';

export interface ChatSetupServices {
	readonly configuration: Pick<Configuration, 'now'>;
	/** The model to ask where this one was chosen. */
	readonly answering: (chosen: vscode.LanguageModelChat) => AnsweringModel;
}

/** What a chat answers with now. */
export interface ChatSetup {
	readonly answering: AnsweringModel;
	readonly tools: readonly vscode.LanguageModelToolInformation[];
	/** What its requests look like. */
	readonly shape: RequestShape;
}

/** The model the person chose, and the tools they allowed or named. */
export function chatSetup(
	{ configuration, answering: answeringFor }: ChatSetupServices,
	request: Pick<vscode.ChatRequest, 'model' | 'toolReferences'>,
): ChatSetup {
	const answering = answeringFor(request.model);
	const tools = chosenTools(hostApi.lm.tools, configuration.now.chatTools, request.toolReferences);
	const shape = {
		window: answering.window,
		reservedReply: answering.reservedReply,
		overhead: { instructions: 0, tools: toolTokens(tools), offered: tools.length },
		recall: tools.some(({ name }) => name === recallToolName),
	};
	return { answering, tools, shape };
}
