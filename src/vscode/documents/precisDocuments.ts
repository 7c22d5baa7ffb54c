import * as vscode from 'vscode';
import type { TurnText } from '../../protocol/workerRequests.ts';
import type { CompactionPreviews } from './compactionPreviews.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { documentScheme, placeOf, type DocumentPlace } from './documentPlaces.ts';
import { requestsText } from './previewTexts.ts';

/** Handoffs, original turns and planned requests as read-only documents. */
export class PrecisDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #conversations: Conversations;
	readonly #previews: Pick<CompactionPreviews, 'requests'>;
	readonly #registration: vscode.Disposable;

	constructor(conversations: Conversations, previews: Pick<CompactionPreviews, 'requests'>) {
		this.#conversations = conversations;
		this.#previews = previews;
		this.#registration = vscode.workspace.registerTextDocumentContentProvider(documentScheme, this);
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const place = placeOf(uri);
		if (place === undefined) {
			return vscode.l10n.t('This address names no part of a conversation.');
		}
		switch (place.kind) {
			case 'handoff':
			case 'handover':
				return this.#handoff(place);
			case 'turn':
				return this.#turn(place);
			case 'requests':
				return requestsText(await this.#previews.requests(place.conversation, place.preview));
		}
	}

	dispose(): void {
		this.#registration.dispose();
	}

	async #handoff({
		kind,
		conversation: id,
		record,
	}: Extract<DocumentPlace, { readonly kind: 'handoff' | 'handover' }>): Promise<string> {
		// 0 stands for the log as it is: nothing was summarised.
		const handoff = record === 0 ? '' : await this.#conversations.ask(kind, { id, record });
		return handoff ?? vscode.l10n.t('This compaction is no longer there.');
	}

	async #turn({
		conversation: id,
		number,
	}: Extract<DocumentPlace, { readonly kind: 'turn' }>): Promise<string> {
		const turn = await this.#conversations.ask('turnText', { id, number });
		return turn === undefined
			? vscode.l10n.t('This message is no longer there.')
			: `${headingOf(turn)}\n\n${turn.text}`;
	}
}

function headingOf({ title, first, last }: TurnText): string {
	const numbers =
		first === last
			? vscode.l10n.t('message {0}', first)
			: vscode.l10n.t('messages {0} to {1}', first, last);
	return `# ${title.replaceAll(/\s+/g, ' ')} · ${numbers}`;
}
