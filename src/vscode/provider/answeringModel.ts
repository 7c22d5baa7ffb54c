import type * as vscode from 'vscode';
import type { NamedModel } from '../settings/modelId.ts';
import { modelVendor } from '../contributions.ts';
import type { MirroredModels } from './mirroredModels.ts';

/** A model as an assistant of ours asks it: its conversation is kept inside the window already. */
export interface AnsweringModel {
	readonly model: vscode.LanguageModelChat;
	/** As settings and records have it. */
	readonly named: NamedModel;
	/** Tokens of its window. */
	readonly window: number;
	/** Tokens of the window that are kept free for the reply. */
	readonly reservedReply: number;
	/** Goes with every request. */
	readonly modelOptions?: Readonly<Record<string, unknown>>;
}

/** Says that a request is ours: it passes a mirrored model as it is. */
const ownRequest = 'precis.own';

/** The model behind the one a person chose, where that is one of ours. */
export function answeringModel(
	chosen: vscode.LanguageModelChat,
	mirrored: Pick<MirroredModels, 'find'>,
): AnsweringModel {
	const found = chosen.vendor === modelVendor ? mirrored.find(chosen.id) : undefined;
	if (found === undefined) {
		// VS Code's windows are for what goes in.
		const { vendor, id } = chosen;
		const named = { kind: 'vscode', vendor, model: id } as const;
		return { model: chosen, named, window: chosen.maxInputTokens, reservedReply: 0 };
	}
	const { window, base } = found;
	const { reservedReply, chat, named } = base;
	return chat === undefined
		? { model: chosen, named, window, reservedReply, modelOptions: { [ownRequest]: true } }
		: { model: chat, named, window, reservedReply };
}

/** Whether a request comes from an assistant of ours. */
export function isOwnRequest({
	modelOptions,
}: Pick<vscode.ProvideLanguageModelChatResponseOptions, 'modelOptions'>): boolean {
	return modelOptions?.[ownRequest] === true;
}
