import * as vscode from 'vscode';
import { messageNumber } from '../../messages/marks.ts';
import { recallAnswer, recallInput } from '../../conversations/recall/tool.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { withSignal } from '../worker/interrupts.ts';
import { recallSource } from '../conversations/recallSource.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { hostApi } from '../hostApi.ts';

/** Gives a model the originals of what was summarised: redacted, in pages below 8 KiB. */
export function recallTool(
	conversations: Pick<Conversations, 'ask'>,
): vscode.LanguageModelTool<unknown> {
	return {
		prepareInvocation({ input: given }) {
			const input = recallInput(given);
			if (input !== undefined && 'query' in input) {
				return {
					invocationMessage: vscode.l10n.t('Searching the archive for "{0}"', input.query),
				};
			}
			return {
				invocationMessage:
					input === undefined || !('number' in input)
						? vscode.l10n.t('Searching the archive')
						: vscode.l10n.t(
								'Fetching message {0} from the archive',
								messageNumber(input.number.number),
							),
			};
		},

		/** @throws With what a model can do about it, when input or handle are not right. */
		async invoke({ input: given }, token) {
			const input = recallInput(given);
			if (input === undefined) {
				throw new Error('Give the handle, and "number", "query", or neither for an outline.');
			}
			try {
				const text = await withSignal(token, (signal) =>
					recallAnswer(input, recallSource(conversations, signal, { inContext: false })),
				);
				return new hostApi.LanguageModelToolResult([new hostApi.LanguageModelTextPart(text)]);
			} catch (error) {
				if (WorkerError.is(error, workerCodes.unknownConversation)) {
					throw new Error(
						'No conversation of this workspace has this handle. precis_get_status lists those there are.',
						{ cause: error },
					);
				}
				throw error;
			}
		},
	};
}
