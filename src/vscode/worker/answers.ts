import * as vscode from 'vscode';
import type { TurnContext, TurnResult } from '../../conversations/service/ports.ts';
import { abortable } from '../../models/abortable.ts';
import type { ModelCalls, ModelTarget } from '../../models/modelCalls.ts';
import { ModelError } from '../../models/modelError.ts';
import { plainMessages } from '../../models/plainMessages.ts';
import { replyText } from '../../summary/replyText.ts';
import type { Answerer } from './answerers.ts';
import type { WorkerClient } from './workerClient.ts';

/** Tokens of the longest reply where none are reserved: the default of the setting. */
const defaultReply = 8_192;

/** What turns are answered with. */
export interface AnswerSources {
	/** The model that answers; undefined where none is set. */
	readonly model: () => Promise<ModelTarget | undefined>;
	readonly calls: () => ModelCalls;
	/** Tokens of the longest reply. */
	readonly reservedReply: () => number;
	readonly worker: Pick<WorkerClient, 'call'>;
}

/** Answers turns of conversations with the main model, without tools. */
export function mainModelAnswers({ model, calls, reservedReply, worker }: AnswerSources): Answerer {
	return {
		async answer(turn: number, context: TurnContext, signal: AbortSignal): Promise<TurnResult> {
			const target = await abortable(model, signal);
			if (target === undefined) {
				return { kind: 'failed', failure: noModel() };
			}
			const request = {
				messages: plainMessages(context.messages),
				maxOutputTokens: Math.min(reservedReply() || defaultReply, target.maxOutput ?? Infinity),
			};
			try {
				const { content, usage } = await calls().call(target, request, signal);
				const { text, refusal } = replyText(content);
				const said = text.trim() === '' ? refusal : text;
				if (said.trim() !== '') {
					const messages = [{ role: 'assistant' as const, content: said }];
					await worker.call('turnAppend', { turn, messages });
				}
				if (usage !== undefined) {
					await worker.call('turnPrompt', { turn, tokens: usage.inputTokens });
				}
				return { kind: 'completed' };
			} catch (error) {
				if (error instanceof ModelError) {
					return { kind: 'failed', failure: error.failure };
				}
				throw error;
			}
		},
	};
}

function noModel(): ModelError['failure'] {
	return {
		kind: 'not-available',
		message: vscode.l10n.t('No model is chosen to answer.'),
		advice: vscode.l10n.t('Set precis.models.main, or run "Precis: Choose Summary Model…".'),
	};
}
