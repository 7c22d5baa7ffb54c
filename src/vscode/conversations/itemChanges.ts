import * as vscode from 'vscode';
import type { ChangeEnd } from '../../conversations/service/actor.ts';
import type { ItemChange, StoredItem } from '../../protocol/toPanel.ts';
import type { ActiveConversation } from './activeConversation.ts';
import type { Conversations } from './conversations.ts';
import type { PanelModel, PanelParts } from './panelModel.ts';

type Notice = PanelParts['changeNotice'];

export interface ItemChangeServices {
	readonly active: ActiveConversation;
	readonly conversations: Pick<Conversations, 'ask'>;
	readonly model: PanelModel;
}

/** Changes an item of a summary as a person asks for it, and shows what they should know of that. */
export async function changeItem(
	{ active, conversations, model }: ItemChangeServices,
	id: string,
	place: StoredItem,
	change: ItemChange,
): Promise<void> {
	model.hide(id, 'changeNotice');
	const end = await conversations.ask('changeItem', { id, place, change });
	const notice = noticeOf(end, place, change);
	await active.shown();
	if (notice !== undefined) {
		const after = active.view?.standing.active;
		model.show(id, 'changeNotice', notice, ({ standing }) => standing.active === after);
	}
}

function noticeOf(
	result: ChangeEnd,
	{ record }: StoredItem,
	change: ItemChange,
): Notice | undefined {
	if (result.kind === 'refused') {
		return { kind: 'refused', text: refusalOf(result.reason) };
	}
	if (result.kind === 'changed' && result.overBudget !== undefined) {
		const numbers = new Intl.NumberFormat(vscode.env.language);
		const { pinned, sensible } = result.overBudget;
		const text = vscode.l10n.t(
			'Pinned and edited items take {0} tokens. Above {1} tokens, little room is left for the rest of the summary.',
			numbers.format(pinned),
			numbers.format(sensible),
		);
		return { kind: 'over-budget', text, before: record };
	}
	return change.kind === 'remove'
		? { kind: 'removed', text: vscode.l10n.t('Item removed.'), before: record }
		: undefined;
}

function refusalOf(reason: Extract<ChangeEnd, { readonly kind: 'refused' }>['reason']): string {
	return {
		stale: vscode.l10n.t('Not changed: the summary has changed. Review it and try again.'),
		blank: vscode.l10n.t(
			'Not changed: an item cannot be empty. To delete the item, choose Remove.',
		),
		'no-room': vscode.l10n.t(
			'Not pinned: pinned and edited items can take at most a tenth of the window. Unpin other items first.',
		),
		busy: vscode.l10n.t('Not changed: a compaction is running. Try again when it has finished.'),
	}[reason];
}
