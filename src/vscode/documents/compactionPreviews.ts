import * as vscode from 'vscode';
import type { Preview } from '../../conversations/service/preview.ts';
import type { LogRange } from '../../messages/message.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { PlannedRequests } from '../../protocol/plannedRequests.ts';
import type {
	MessageRange,
	PreviewedSummariser,
	PreviewedSummary,
	PreviewView,
} from '../../protocol/previewView.ts';
import { redact } from '../../redaction/redact.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { columnBeside } from './originalTurns.ts';
import { documentUri } from './documentPlaces.ts';

export interface CompactionPreviewServices {
	readonly conversations: Conversations;
	readonly compactions: Compactions;
	/** The models that would write a summary of a conversation. */
	readonly summaryModels: (conversation: string) => Promise<SummaryModels>;
	readonly log: vscode.LogOutputChannel;
}

/** A preview that is shown, and what it was made of. */
interface Shown {
	readonly preview: Preview;
	readonly summariser: PreviewedSummariser;
	readonly written?: PreviewedSummary;
	/** The active record and the number of messages it was planned on. */
	readonly active: number | undefined;
	readonly messages: number;
}

/** What compactions would do, as the panel shows it: at most one for each conversation. */
export class CompactionPreviews implements vscode.Disposable {
	readonly #services: CompactionPreviewServices;
	readonly #shown = new Map<string, Shown>();
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscription: vscode.Disposable;

	/** Fires when a preview is shown, knows more, or is gone. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(services: CompactionPreviewServices) {
		this.#services = services;
		// Whatever runs makes what was planned before pointless.
		this.#subscription = services.compactions.onDidChange(() => {
			for (const id of this.#shown.keys()) {
				if (services.compactions.running(id) !== undefined) {
					this.#forget(id);
				}
			}
		});
	}

	/** What is shown; undefined: nothing, or the conversation has changed since. */
	of({ id, messages, standing }: ConversationView): PreviewView | undefined {
		const shown = this.#shown.get(id);
		return shown?.messages === messages && shown.active === standing.active
			? viewOf(shown)
			: undefined;
	}

	/** Plans a compaction and shows what it would do; asks no model. */
	async show(id: string, focus?: string): Promise<void> {
		const { conversations, compactions } = this.#services;
		// It is kept with the compaction.
		const topic = focus === undefined ? {} : { focus: redact(focus) };
		const planned = await conversations.ask('preview', { id, ...topic });
		if (planned.kind === 'nothing-to-do') {
			this.#forget(id);
			compactions.refuse(id, { kind: 'refused', reason: planned.reason });
			return;
		}
		const { preview } = planned;
		const { messages, standing } = await conversations.view(id);
		const basis = { preview, messages, active: standing.active };
		this.#set(id, { ...basis, summariser: { kind: 'not-known-yet' } });
		const summariser = await this.#summariser(id, preview.id);
		const end = await conversations.ask('previewSummary', { id, preview: preview.id });
		if (this.#shown.get(id)?.preview !== preview) {
			return;
		}
		if (end?.kind === 'refused' && summariser.kind === 'built-in') {
			this.#forget(id);
			compactions.refuse(id, end);
			return;
		}
		const written = end?.kind === 'written' ? { written: end } : {};
		this.#set(id, { ...basis, summariser, ...written });
	}

	/** Carries out what is shown. Resolves when that has ended. */
	async apply(id: string): Promise<void> {
		const { conversations, compactions } = this.#services;
		const shown = this.#forget(id);
		if (shown !== undefined) {
			const { id: preview, focus } = shown.preview;
			await compactions.run(id, focus === undefined ? {} : { focus }, () =>
				conversations.ask('applyPreview', { id, preview }),
			);
		}
	}

	async discard(id: string): Promise<void> {
		const shown = this.#forget(id);
		if (shown !== undefined) {
			await this.#services.conversations.ask('discardPreview', { id, preview: shown.preview.id });
		}
	}

	/** Opens what would be sent, beside. */
	async openRequests(id: string): Promise<void> {
		const preview = this.#shown.get(id)?.preview.id;
		if (preview !== undefined) {
			const place = { kind: 'requests', conversation: id, preview } as const;
			const name = vscode.l10n.t('What would be sent');
			const document = await vscode.workspace.openTextDocument(documentUri(place, name));
			await vscode.window.showTextDocument(document, { preview: true, viewColumn: columnBeside() });
		}
	}

	/** What models would be sent; undefined: the preview is gone, or no model writes. */
	async requests(id: string, preview: number): Promise<PlannedRequests | undefined> {
		const { conversations, summaryModels } = this.#services;
		const models = await summaryModels(id);
		return conversations.ask('previewRequests', { id, preview, models });
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#onDidChange.dispose();
	}

	async #summariser(id: string, preview: number): Promise<PreviewedSummariser> {
		try {
			const planned = await this.requests(id, preview);
			if (planned !== undefined) {
				const { prompts: _prompts, ...numbers } = planned;
				return { kind: 'model', ...numbers };
			}
		} catch (error) {
			// A compaction goes on without models it cannot find out about, too.
			this.#services.log.warn(`Who would write the summary is not known: ${String(error)}`);
		}
		return { kind: 'built-in' };
	}

	#set(id: string, shown: Shown): void {
		this.#shown.set(id, shown);
		this.#onDidChange.fire();
	}

	#forget(id: string): Shown | undefined {
		const shown = this.#shown.get(id);
		if (this.#shown.delete(id)) {
			this.#onDidChange.fire();
		}
		return shown;
	}
}

function viewOf({ preview, summariser, written }: Shown): PreviewView {
	const { focus, digested, before, after, summary } = preview;
	const head = rangeOf(preview.head);
	const tail = rangeOf(preview.tail);
	return {
		...(focus === undefined ? {} : { focus }),
		...(head === undefined ? {} : { head }),
		...(tail === undefined ? {} : { tail }),
		summarised: [preview.summarised.start + 1, preview.summarised.end],
		digested,
		before,
		after,
		summary,
		summariser,
		...(written === undefined ? {} : { written }),
	};
}

function rangeOf({ start, end }: LogRange): MessageRange | undefined {
	return start < end ? [start + 1, end] : undefined;
}
