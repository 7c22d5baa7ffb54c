import * as vscode from 'vscode';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type {
	PlannedRequests,
	PreviewedSummariser,
	PreviewView,
} from '../../protocol/previewView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { OnScreen, PanelModel } from '../conversations/panelModel.ts';
import { topicOf } from '../conversations/topic.ts';
import { documentUri } from './precisDocuments.ts';
import { columnBeside } from './sessionEditors.ts';

export interface CompactionPreviewServices {
	readonly active: ActiveConversation;
	readonly conversations: Conversations;
	readonly compactions: Compactions;
	readonly model: PanelModel;
	/** What people call a model, by its id. */
	readonly nameOf: (id: string) => string;
	readonly summaryModels: (conversation: string) => Promise<SummaryModels>;
	readonly log: vscode.LogOutputChannel;
}

/** What compactions would do, as the panel shows it: at most one for each conversation. */
export class CompactionPreviews implements vscode.Disposable {
	readonly #services: CompactionPreviewServices;
	readonly #subscription: vscode.Disposable;

	constructor(services: CompactionPreviewServices) {
		const { compactions, model } = services;
		this.#services = services;
		// Whatever runs makes what was planned before pointless.
		this.#subscription = compactions.onDidChange(() =>
			compactions.ids.forEach((id) => model.hide(id, 'preview')),
		);
	}

	/** Plans a compaction and shows what it would do; asks no model. */
	async show(id: string, focus?: string): Promise<void> {
		const { active, conversations, compactions, model } = this.#services;
		const planned = await conversations.ask('preview', { id, ...topicOf(focus) });
		if (planned.kind === 'nothing-to-do') {
			model.hide(id, 'preview');
			compactions.refuse(id, { kind: 'refused', reason: planned.reason });
			return;
		}
		const { preview, summary } = planned;
		const written = summary?.kind === 'written' ? { written: summary } : {};
		const { messages, standing } =
			active.view?.id === id ? active.view : await conversations.view(id);
		const holds = (now: OnScreen): boolean =>
			now.messages === messages && now.standing.active === standing.active;
		const planOnly: PreviewView = {
			...preview,
			...written,
			summariser: { kind: 'not-known-yet' },
		};
		model.show(id, 'preview', planOnly, holds);
		const summariser = await this.#summariser(id, preview.id);
		if (model.get(id, 'preview') !== planOnly) {
			return;
		}
		if (summary?.kind === 'refused' && summariser.kind === 'built-in') {
			model.hide(id, 'preview');
			compactions.refuse(id, summary);
			return;
		}
		model.show(id, 'preview', { ...planOnly, summariser }, holds);
	}

	/** Carries out what is shown. Resolves when that has ended. */
	async apply(id: string): Promise<void> {
		const { conversations, compactions, model } = this.#services;
		const shown = model.hide(id, 'preview');
		if (shown !== undefined) {
			const { id: preview, focus } = shown;
			await compactions.run(id, focus === undefined ? {} : { focus }, () =>
				conversations.ask('applyPreview', { id, preview }),
			);
		}
	}

	discard(id: string): void {
		this.#services.model.hide(id, 'preview');
	}

	/** Opens what would be sent, beside. */
	async openRequests(id: string): Promise<void> {
		const preview = this.#services.model.get(id, 'preview')?.id;
		if (preview !== undefined) {
			const place = { kind: 'requests', conversation: id, preview } as const;
			const name = vscode.l10n.t('What would be sent');
			const document = await vscode.workspace.openTextDocument(documentUri(place, name));
			await vscode.window.showTextDocument(document, { preview: true, viewColumn: columnBeside() });
		}
	}

	/** What models would be sent; undefined: the preview is gone, or no model writes. */
	async requests(id: string, preview: number): Promise<PlannedRequests | undefined> {
		const { conversations, nameOf, summaryModels } = this.#services;
		const models = await summaryModels(id);
		const planned = await conversations.ask('previewRequests', { id, preview, models });
		return planned && { ...planned, model: nameOf(planned.model) };
	}

	dispose(): void {
		this.#subscription.dispose();
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
}
