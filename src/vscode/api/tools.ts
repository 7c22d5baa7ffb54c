import * as vscode from 'vscode';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import { recallAnswer, recallInput } from '../../conversations/recall/tool.ts';
import { messageNumber } from '../../messages/marks.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { recallSource } from '../conversations/recallSource.ts';
import { formatUsed } from '../formats.ts';
import { hostApi, supports } from '../hostApi.ts';
import { quotedTitle } from '../plainText.ts';
import { workspaceName } from '../settings/workspace.ts';
import { contextUse } from '../status/contextStatus.ts';
import { withSignal } from '../worker/withSignal.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** The tool's name in package.json. */
export const statusToolName = 'precis_get_status';

/** Maximum number of listed conversations. */
const maxListed = 20;

/** Lists the conversations for a model, and how full the open one is. */
function statusTool(
	active: ActiveConversation,
	worker: WorkerClient,
): vscode.LanguageModelTool<unknown> {
	return {
		prepareInvocation: () => ({ invocationMessage: vscode.l10n.t('Listing conversations') }),
		async invoke() {
			const rows = await worker.call('list', null);
			const workspace = workspaceName();
			const here = rows.filter((row) => row.workspace === workspace);
			const lines = here
				.slice(0, maxListed)
				.map(
					({ id, title, source, messages, updatedAt }) =>
						`- ${quotedTitle(title)} · ${source} · ${messages} messages · last changed ${new Date(updatedAt).toISOString()} · handle ${id}`,
				);
			const more = here.length - lines.length;
			const text = [
				openNow(active),
				lines.length === 0
					? 'No conversation is kept for this workspace.'
					: 'Conversations of this workspace, newest first:',
				...lines,
				...(more > 0 ? [`${more} older ones are not listed.`] : []),
			].join('\n');
			return new hostApi.LanguageModelToolResult([new hostApi.LanguageModelTextPart(text)]);
		},
	};
}

function openNow({ view }: ActiveConversation): string {
	if (view === undefined) {
		return 'No conversation is open.';
	}
	const { used, percent } = contextUse(view.meter);
	const { window, isWindowReported } = view.meter;
	const size = formatUsed(view.meter, String(used));
	const share =
		window === undefined
			? ''
			: ` of ${formatUsed({ isReported: isWindowReported }, String(window))}`;
	const inPercent = percent === undefined ? '' : ` (${percent} %)`;
	return `Open: ${quotedTitle(view.title)}, handle ${view.id}. Its context has ${size}${share} tokens${inPercent}; compacted ${view.compactions} times.`;
}

/** Looks up summarised originals for a model: redacted, in pages below 8 KiB. */
function recallTool(worker: WorkerClient): vscode.LanguageModelTool<unknown> {
	return {
		prepareInvocation({ input: given }) {
			const input = recallInput(given);
			const invocationMessage =
				input !== undefined && 'query' in input
					? vscode.l10n.t('Searching the archive for "{0}"', input.query)
					: input !== undefined && 'number' in input
						? vscode.l10n.t(
								'Fetching message {0} from the archive',
								messageNumber(input.number.number),
							)
						: vscode.l10n.t('Searching the archive');
			return { invocationMessage };
		},

		/** @throws If the input or the handle is invalid, with what the model can do about it. */
		async invoke({ input: given }, token) {
			const input = recallInput(given);
			if (input === undefined) {
				throw new Error('Give the handle, and "number", "query", or neither for an outline.');
			}
			try {
				const text = await withSignal(token, (signal) =>
					recallAnswer(input, recallSource(worker, signal, { inContext: false })),
				);
				return new hostApi.LanguageModelToolResult([new hostApi.LanguageModelTextPart(text)]);
			} catch (error) {
				if (WorkerError.is(error, workerCodes.unknownConversation)) {
					throw new Error(
						`No conversation of this workspace has this handle. ${statusToolName} lists them.`,
						{ cause: error },
					);
				}
				throw error;
			}
		},
	};
}

/** Offers the archive to every assistant in VS Code that supports tools. */
export function registerTools(active: ActiveConversation, worker: WorkerClient): vscode.Disposable {
	if (!supports('tools')) {
		return new vscode.Disposable(() => undefined);
	}
	return vscode.Disposable.from(
		hostApi.lm.registerTool(recallToolName, recallTool(worker)),
		hostApi.lm.registerTool(statusToolName, statusTool(active, worker)),
	);
}
