import * as vscode from 'vscode';
import type { StandingView } from '../../protocol/conversationView.ts';
import type { ChangeEnd } from '../../conversations/service/changes.ts';
import type { ItemChange, StoredItem } from '../../protocol/summaryChanges.ts';
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
	if (change.kind === 'remove') {
		// Known before the summary without the item is shown: a row takes its place at once.
		model.show(id, 'changeNotice', removalNotice(place), ({ standing }) =>
			isRemovalFrom(place.record, standing),
		);
	} else {
		model.hide(id, 'changeNotice');
	}
	const notice = noticeOf(await conversations.ask('changeItem', { id, place, change }), place);
	await active.shown();
	if (notice !== undefined) {
		const after = active.view?.standing.active;
		model.show(id, 'changeNotice', notice, ({ standing }) => standing.active === after);
	}
}

function noticeOf(result: ChangeEnd, { record }: StoredItem): Notice | undefined {
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
	return undefined;
}

function removalNotice({ record, section, index }: StoredItem): Notice {
	return {
		kind: 'removed',
		text: vscode.l10n.t('Item removed.'),
		before: record,
		section,
		index,
	};
}

/** Whether the active record is the one that a removal from another has made. */
function isRemovalFrom(record: number, { history, active }: StandingView): boolean {
	return history.some(
		({ id, kind, parent }) => id === active && kind === 'remove' && parent === record,
	);
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
