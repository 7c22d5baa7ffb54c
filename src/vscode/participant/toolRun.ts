import * as vscode from 'vscode';
import { messageOf } from '../../messages/errors.ts';
import type { Part, ToolMessage } from '../../messages/message.ts';
import { readPart } from '../provider/readPart.ts';
import { hostApi } from '../hostApi.ts';

/** What tools are run with. */
export interface ToolRun {
	/** The tools that were offered: no other is run. */
	readonly tools: readonly { readonly name: string }[];
	/** Ties what is run to the chat, which shows it and asks for consent. */
	readonly invocationToken: vscode.ChatParticipantToolToken;
	/** Tokens a result should have at most. */
	readonly budget: number;
	readonly countTokens: (text: string) => Thenable<number>;
}

/**
 * Runs a tool. What goes wrong is a result, too: the model has to know of it. For models: not
 * translated.
 */
export async function runTool(
	{ tools, invocationToken, budget, countTokens }: ToolRun,
	{ callId, name, input }: vscode.LanguageModelToolCallPart,
	token: vscode.CancellationToken,
): Promise<ToolMessage> {
	const failed = (why: string): ToolMessage => ({
		role: 'tool',
		toolCallId: callId,
		content: why,
		isError: true,
	});
	if (!tools.some((tool) => tool.name === name)) {
		const names = tools.map((tool) => tool.name).join(', ') || 'none';
		return failed(`There is no tool "${name}". The tools offered: ${names}.`);
	}
	try {
		const { content } = await hostApi.lm.invokeTool(
			name,
			{
				input,
				toolInvocationToken: invocationToken,
				tokenizationOptions: { tokenBudget: budget, countTokens },
			},
			token,
		);
		const parts = content.map(readPart).filter((part): part is Part => part !== undefined);
		return {
			role: 'tool',
			toolCallId: callId,
			content: parts.length === 0 ? 'The tool gave nothing back.' : parts,
		};
	} catch (error) {
		return failed(
			error instanceof vscode.CancellationError || isCancelled(error)
				? 'The person did not allow this call, or stopped it.'
				: `The tool failed: ${messageOf(error)}`,
		);
	}
}

/** VS Code's own errors lose their class on the way. */
function isCancelled(error: unknown): boolean {
	return error instanceof Error && error.name === 'Canceled';
}
