import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { contextUse, usedText } from '../status/contextStatus.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { quotedTitle } from './quotedTitle.ts';
import { workspaceName } from '../settings/workspace.ts';
import { hostApi, offers } from '../hostApi.ts';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import { recallTool } from './recallTool.ts';

/** The tool's name in package.json. */
export const statusToolName = 'precis_get_status';

/** Conversations that are listed. */
const listed = 20;

/** Tells a model which conversations there are, and how full the open one is. */
function statusTool(
	active: Pick<ActiveConversation, 'view'>,
	conversations: Pick<Conversations, 'askAll'>,
): vscode.LanguageModelTool<unknown> {
	return {
		prepareInvocation: () => ({ invocationMessage: vscode.l10n.t('Listing conversations') }),
		async invoke() {
			const rows = await conversations.askAll('list', null);
			const workspace = workspaceName();
			const here = rows.filter((row) => row.workspace === workspace);
			const lines = here
				.slice(0, listed)
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

function openNow({ view }: Pick<ActiveConversation, 'view'>): string {
	if (view === undefined) {
		return 'No conversation is open.';
	}
	const { used, percent } = contextUse(view.meter);
	const { window } = view.meter;
	const size = usedText(view.meter, String(used));
	const share = window === undefined ? '' : ` of ${window}`;
	const inPercent = percent === undefined ? '' : ` (${percent} %)`;
	return `Open: ${quotedTitle(view.title)}, handle ${view.id}. Its context has ${size}${share} tokens${inPercent}; compacted ${view.compactions} times.`;
}

/** Offers the archive to every assistant in VS Code that takes tools. */
export function registerTools(
	active: ActiveConversation,
	conversations: Conversations,
): vscode.Disposable {
	if (!offers('tools')) {
		return new vscode.Disposable(() => undefined);
	}
	return vscode.Disposable.from(
		hostApi.lm.registerTool(recallToolName, recallTool(conversations)),
		hostApi.lm.registerTool(statusToolName, statusTool(active, conversations)),
	);
}
