import * as vscode from 'vscode';
import type { ConversationView, StandingView } from '../../protocol/conversationView.ts';
import type {
	ItemChange,
	ItemChangeNotice,
	ItemChangeResult,
	ItemPlace,
	RemovalNotice,
} from '../../protocol/summaryChanges.ts';
import type { Conversations } from './conversations.ts';

/** Changes items of a summary as a person asks for it, and keeps what they should know of the last. */
export class ItemChanges implements vscode.Disposable {
	readonly #conversations: Conversations;
	readonly #refresh: (id: string) => Promise<void>;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	/** The last change's; one of another conversation or of an earlier record is nobody's news. */
	#last:
		| {
				readonly conversation: string;
				/** Whether the record that the change made is the active one. */
				readonly holds: (standing: StandingView) => boolean;
				readonly notice: ItemChangeNotice;
		  }
		| undefined;

	/** Fires when there is something to know, or nothing any more. */
	readonly onDidChange = this.#onDidChange.event;

	/** @param refresh Has what is shown of a conversation looked at again. */
	constructor(conversations: Conversations, refresh: (id: string) => Promise<void>) {
		this.#conversations = conversations;
		this.#refresh = refresh;
	}

	/** What there is to know of the last change to a conversation. */
	notice({ id, standing }: ConversationView): ItemChangeNotice | undefined {
		const last = this.#last;
		return last?.conversation === id && last.holds(standing) ? last.notice : undefined;
	}

	async change(id: string, place: ItemPlace, change: ItemChange): Promise<void> {
		// Known before the summary without the item is shown: a row takes its place at once.
		this.#last =
			change.kind === 'remove'
				? {
						conversation: id,
						holds: (standing) => isRemovalFrom(place.record, standing),
						notice: removalNotice(place),
					}
				: undefined;
		const result = await this.#conversations.ask('changeItem', { id, place, change });
		const notice = noticeOf(result, place);
		if (notice !== undefined) {
			const after = (await this.#conversations.view(id)).standing.active;
			this.#last = { conversation: id, holds: ({ active }) => active === after, notice };
		}
		await this.#refresh(id);
		this.#onDidChange.fire();
	}

	/** The person has read it. */
	dismiss(): void {
		this.#last = undefined;
		this.#onDidChange.fire();
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}

function noticeOf(result: ItemChangeResult, { record }: ItemPlace): ItemChangeNotice | undefined {
	if (result.kind === 'refused') {
		return { kind: 'refused', text: refusalOf(result.reason) };
	}
	if (result.overBudget !== undefined) {
		const numbers = new Intl.NumberFormat(vscode.env.language);
		const { pinned, sensible } = result.overBudget;
		const text = vscode.l10n.t(
			'Pinned and edited items take {0} tokens. More than {1} leaves the rest of the summary little room.',
			numbers.format(pinned),
			numbers.format(sensible),
		);
		return { kind: 'over-budget', text, before: record };
	}
	return undefined;
}

function removalNotice({ record, section, index }: ItemPlace): RemovalNotice {
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

function refusalOf(
	reason: Extract<ItemChangeResult, { readonly kind: 'refused' }>['reason'],
): string {
	switch (reason) {
		case 'stale':
			return vscode.l10n.t(
				'Not changed: the summary is another one by now. Look at it and try again.',
			);
		case 'blank':
			return vscode.l10n.t('Not changed: an item needs a text. Remove it instead.');
		case 'no-room':
			return vscode.l10n.t(
				'Not pinned: pinned and edited items may take a tenth of the window at most. Unpin others first.',
			);
		case 'busy':
			return vscode.l10n.t('Not changed: a compaction is running. Try again when it has ended.');
	}
}
