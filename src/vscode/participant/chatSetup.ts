import type * as vscode from 'vscode';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import { modelVendor } from '../contributions.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Services } from '../conversations/services.ts';
import { hostApi } from '../hostApi.ts';
import { defaultWindow } from '../models/modelDirectory.ts';
import type { Models } from '../models/models.ts';
import type { BaseModel } from '../provider/baseModel.ts';
import type { MirroredModels } from '../provider/mirroredModels.ts';
import { toolTokens } from '../provider/mirroredRequests.ts';
import { vsCodeBase } from '../provider/vsCodeBase.ts';

/** Dependencies of `@precis`. */
export interface ParticipantServices extends Services {
	readonly compactions: Compactions;
	readonly memory: vscode.Memento;
	readonly mirrored: MirroredModels;
	readonly models: Models;
}

/** How a chat is answered now. */
export interface ChatSetup {
	/** The model the user chose. */
	readonly chosen: vscode.LanguageModelChat;
	/** The model to call: for a mirrored model its base, because the conversation is already kept inside its window. */
	readonly base: BaseModel;
	readonly tools: readonly vscode.LanguageModelChatTool[];
	/** Properties of its requests. */
	readonly shape: RequestShape;
}

/** The model the user chose, and the tools they allowed or named. */
export function chatSetup(
	{ configuration, mirrored }: ParticipantServices,
	{ model: chosen, toolReferences }: Pick<vscode.ChatRequest, 'model' | 'toolReferences'>,
): ChatSetup {
	const found = chosen.vendor === modelVendor ? mirrored.find(chosen.id) : undefined;
	const base = found?.base ?? vsCodeBase(chosen);
	const allowed = new Set([
		...configuration.now.chatTools,
		...toolReferences.map(({ name }) => name),
	]);
	const tools = hostApi.lm.tools
		.filter(({ name }) => allowed.has(name))
		.map(({ name, description, inputSchema }) => ({
			name,
			description,
			...(inputSchema === undefined ? {} : { inputSchema }),
		}));
	const window = found?.window ?? base.window;
	const isWindowAssumed = found?.isWindowAssumed ?? window === undefined;
	const shape = {
		window: window ?? defaultWindow,
		...(isWindowAssumed ? { isWindowAssumed } : {}),
		model: base.id,
		...(found === undefined ? {} : { prices: found.prices }),
		...(found?.threshold === undefined ? {} : { threshold: found.threshold }),
		reservedReply: base.reservedReply,
		overhead: {
			instructions: 0,
			tools: toolTokens(tools),
			offered: tools.length,
		},
		recall: tools.some(({ name }) => name === recallToolName),
	};
	return { chosen, base, tools, shape };
}
