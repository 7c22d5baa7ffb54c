import type { ChatLanguageModelToolReference, LanguageModelChatTool } from 'vscode';
import { estimatedTokens } from '../../messages/tokens.ts';

/**
 * Which tools a prompt is answered with: those the person has allowed, and those the prompt names.
 * @param all What there is.
 */
export function chosenTools<Tool extends { readonly name: string }>(
	all: readonly Tool[],
	allowed: readonly string[],
	referenced: readonly Pick<ChatLanguageModelToolReference, 'name'>[],
): readonly Tool[] {
	const names = new Set([...allowed, ...referenced.map(({ name }) => name)]);
	return all.filter(({ name }) => names.has(name));
}

/** Tokens of the descriptions that every request carries. */
export function toolTokens(tools: readonly LanguageModelChatTool[]): number {
	const described = tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		inputSchema,
	}));
	return tools.length === 0 ? 0 : estimatedTokens.count(JSON.stringify(described));
}
