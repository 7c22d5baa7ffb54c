import * as vscode from 'vscode';
import type {
	PlannedRequests,
	PreviewedSummariser,
	PreviewView,
} from '../../protocol/previewView.ts';
import { topicOf, type Compactions } from '../conversations/compactions.ts';
import type { DisplayedConversation, PanelModel } from '../conversations/panelModel.ts';
import type { Services } from '../conversations/services.ts';
import { documentUri } from './precisDocuments.ts';
import { secondColumn } from './sessionEditors.ts';

interface PreviewServices extends Services {
	readonly compactions: Compactions;
	readonly model: PanelModel;
}

/** Previews of compactions, at most one for each conversation. */
export class CompactionPreviews implements vscode.Disposable {
	readonly #services: PreviewServices;
	readonly #subscription: vscode.Disposable;
	/** Number of the latest preview. Each one has its own address, because VS Code does not read an open document again. */
	#latest = 0;

	constructor(services: PreviewServices) {
		const { compactions, model } = services;
		this.#services = services;
		// A running compaction invalidates the preview.
		this.#subscription = compactions.onDidChange(() =>
			compactions.ids.forEach((id) => model.hide(id, 'preview')),
		);
	}

	/** Plans a compaction and shows the plan; calls no model. */
	async show(id: string, focus?: string): Promise<void> {
		const { active, worker, compactions, model } = this.#services;
		const planned = await worker.call('preview', { id, ...topicOf(focus) });
		if (planned.kind === 'nothing-to-do') {
			model.hide(id, 'preview');
			compactions.refuse(id, { kind: 'refused', reason: planned.reason });
			return;
		}
		const { preview, summary } = planned;
		this.#latest += 1;
		const written = summary.kind === 'written' ? { written: summary } : {};
		const { messages, status } =
			active.view?.id === id ? active.view : await worker.call('view', { id });
		const isCurrent = (now: DisplayedConversation): boolean =>
			now.messages === messages && now.status.active === status.active;
		const planOnly: PreviewView = {
			...preview,
			...written,
			summariser: { kind: 'not-known-yet' },
		};
		model.show(id, 'preview', planOnly, isCurrent);
		const summariser = await this.#summariser(id);
		if (model.get(id, 'preview') !== planOnly) {
			return;
		}
		if (summary.kind === 'refused' && summariser.kind === 'built-in') {
			model.hide(id, 'preview');
			compactions.refuse(id, summary);
			return;
		}
		model.show(id, 'preview', { ...planOnly, summariser }, isCurrent);
	}

	/** Carries out the shown preview. Resolves when the compaction has ended. */
	async apply(id: string): Promise<void> {
		const { compactions, model } = this.#services;
		const shown = model.hide(id, 'preview');
		if (shown !== undefined) {
			await compactions.start(id, shown.focus, true);
		}
	}

	/** Opens the planned requests in a second column. */
	async openRequests(id: string): Promise<void> {
		if (this.#services.model.get(id, 'preview') !== undefined) {
			const place = { kind: 'requests', conversation: id, preview: this.#latest } as const;
			const name = vscode.l10n.t('What would be sent');
			const document = await vscode.workspace.openTextDocument(documentUri(place, name));
			await vscode.window.showTextDocument(document, { preview: true, viewColumn: secondColumn() });
		}
	}

	/** The planned requests to models; undefined: the preview is gone, or no model would write. */
	async requests(id: string, preview: number): Promise<PlannedRequests | undefined> {
		const { worker, model, nameOf, summaryModels } = this.#services;
		const shown = model.get(id, 'preview');
		if (shown === undefined || preview !== this.#latest) {
			return undefined;
		}
		const models = await summaryModels(id);
		const planned = await worker.call('previewRequests', {
			id,
			...topicOf(shown.focus),
			models,
		});
		return planned && { ...planned, model: nameOf(planned.model) };
	}

	dispose(): void {
		this.#subscription.dispose();
	}

	async #summariser(id: string): Promise<PreviewedSummariser> {
		try {
			const planned = await this.requests(id, this.#latest);
			if (planned !== undefined) {
				const { prompts: _prompts, ...numbers } = planned;
				return { kind: 'model', ...numbers };
			}
		} catch (error) {
			// A compaction also continues without models that cannot be determined.
			this.#services.log.warn(`The summary's model could not be determined: ${String(error)}`);
		}
		return { kind: 'built-in' };
	}
}
