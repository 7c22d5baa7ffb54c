import * as vscode from 'vscode';
import { detach } from '../detach.ts';
import type { MirroringSettings } from '../settings.ts';
import type { BaseModel } from './baseModel.ts';

/** A model of ours: what VS Code is told of it, and what answers. */
export interface MirroredModel {
	readonly information: vscode.LanguageModelChatInformation;
	readonly base: BaseModel;
	/** Tokens that a request may have, the reply included. */
	readonly window: number;
}

export interface MirroringSources {
	readonly settings: () => MirroringSettings;
	/** Tokens of the longest reply where nobody tells. */
	readonly reservedReply: () => number;
	/** All models that could be mirrored; may take long, and may ask VS Code. */
	readonly baseModels: () => Promise<readonly BaseModel[]>;
	readonly log: vscode.LogOutputChannel;
}

/**
 * The models Precis offers, one for each there is. The list is always at hand: whoever asked for all
 * models while it is asked for its own would wait for itself.
 */
export class MirroredModels implements vscode.Disposable {
	readonly #sources: MirroringSources;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#bases: readonly BaseModel[] = [];
	#models: readonly MirroredModel[] = [];
	#refreshing: Promise<void> | undefined;
	#again = false;
	#disposed = false;

	/** Fires when the list is another one. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(sources: MirroringSources) {
		this.#sources = sources;
	}

	get all(): readonly MirroredModel[] {
		return this.#models;
	}

	/** Whether it was ever asked for: until then nobody wants to know of models. */
	get isWanted(): boolean {
		return this.#refreshing !== undefined;
	}

	find(id: string): MirroredModel | undefined {
		return this.#models.find(({ information }) => information.id === id);
	}

	/** Has the list made anew, elsewhere and later. */
	refresh(): void {
		this.#again = true;
		this.#refreshing ??= Promise.resolve();
		const before = this.#refreshing;
		this.#refreshing = before.then(() => this.#gather());
		detach(this.#refreshing, this.#sources.log);
	}

	/** Resolves when the list is as new as the last request for it. */
	async whenFresh(): Promise<void> {
		await this.#refreshing;
	}

	/** Settings have changed: the same models may be told of otherwise. */
	retell(): void {
		const { settings, reservedReply } = this.#sources;
		const models = mirrored(this.#bases, settings(), reservedReply());
		const changed = told(models) !== told(this.#models);
		this.#models = models;
		if (changed && !this.#disposed) {
			this.#onDidChange.fire();
		}
	}

	dispose(): void {
		this.#disposed = true;
		this.#onDidChange.dispose();
	}

	/** Requests that came while one was under way are answered by one more. */
	async #gather(): Promise<void> {
		if (!this.#again || this.#disposed) {
			return;
		}
		this.#again = false;
		const { settings, baseModels, log } = this.#sources;
		try {
			this.#bases = settings().enabled ? await baseModels() : [];
		} catch (error) {
			log.warn(`The models could not be listed: ${String(error)}`);
		}
		this.retell();
	}
}

function mirrored(
	bases: readonly BaseModel[],
	{ enabled, advertisedWindow, models }: MirroringSettings,
	reservedReply: number,
): readonly MirroredModel[] {
	if (!enabled) {
		return [];
	}
	return bases.flatMap((base): MirroredModel[] => {
		const stated = Object.hasOwn(models, base.id) ? (models[base.id] ?? {}) : {};
		if (stated.enabled === false) {
			return [];
		}
		const window = stated.window ?? base.window;
		const maxOutput = stated.maxOutput ?? base.maxOutput ?? (reservedReply || defaultReply);
		return [
			{
				base,
				window,
				information: {
					id: base.id,
					name: `${base.name} · Precis`,
					family: base.family,
					version: base.version,
					detail: base.origin,
					tooltip: vscode.l10n.t(
						'{0}, with conversations kept inside its window of {1} tokens by Precis.',
						base.name,
						window.toLocaleString(vscode.env.language),
					),
					maxInputTokens: Math.floor(advertisedWindow * (window - base.reservedReply)),
					maxOutputTokens: maxOutput,
					capabilities: {
						toolCalling: stated.tools ?? true,
						imageInput: stated.images ?? base.images,
					},
				},
			},
		];
	});
}

/** Tokens of the longest reply where none are reserved: the default of the setting. */
const defaultReply = 8_192;

function told(models: readonly MirroredModel[]): string {
	return JSON.stringify(models.map(({ information }) => information));
}
