import * as vscode from 'vscode';
import type { TurnText } from '../../protocol/workerRequests.ts';
import type { CompactionPreviews } from './compactionPreviews.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { requestsText } from './requestsText.ts';

/** Scheme of the documents that show what a conversation holds. */
export const documentScheme = 'precis';

/** What a document shows: a handoff, the original turn of a message, or what a preview would send. */
export type DocumentPlace =
	| { readonly kind: 'handoff'; readonly conversation: string; readonly record: number }
	/** A handoff with what was said since. */
	| { readonly kind: 'handover'; readonly conversation: string; readonly record: number }
	| { readonly kind: 'turn'; readonly conversation: string; readonly number: number }
	| { readonly kind: 'requests'; readonly conversation: string; readonly preview: number };

/** Characters of a tab's name; the numbers at its end tell two of one conversation apart. */
const longestName = 120;

/** @param name What the editor's tab says, without an ending. */
export function documentUri(place: DocumentPlace, name: string): vscode.Uri {
	const shown = name
		.slice(-longestName)
		.replaceAll(/[/\\?#]/g, ' ')
		.trim();
	const path = `/${shown || 'Precis'}.md`;
	return vscode.Uri.from({
		scheme: documentScheme,
		authority: place.kind,
		path,
		query: JSON.stringify(place),
	});
}

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

/** Anybody can open any address: what does not name a place of ours is none. */
function placeOf({ query }: vscode.Uri): DocumentPlace | undefined {
	try {
		const value = JSON.parse(query) as Partial<Record<string, unknown>> | null;
		const { kind, conversation, record, number, preview } = value ?? {};
		if (typeof conversation !== 'string') {
			return undefined;
		}
		if ((kind === 'handoff' || kind === 'handover') && typeof record === 'number') {
			return { kind, conversation, record };
		}
		if (kind === 'requests' && typeof preview === 'number') {
			return { kind, conversation, preview };
		}
		return kind === 'turn' && typeof number === 'number'
			? { kind, conversation, number }
			: undefined;
	} catch {
		return undefined;
	}
}
