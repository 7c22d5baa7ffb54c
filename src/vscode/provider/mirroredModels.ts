import * as vscode from 'vscode';
import type { StatedPrices } from '../../compaction/cost/modelPrices.ts';
import { systemTimers } from '../../models/deadlines.ts';
import { withTimeout } from '../../models/waiting.ts';
import type { Services } from '../conversations/services.ts';
import { detach } from '../log.ts';
import type { Models } from '../models/models.ts';
import type { MirroringSettings } from '../settings/settings.ts';
import type { BaseModel } from './baseModel.ts';
import { whole } from '../formats.ts';
import {
	distinctNames,
	isOffered,
	mayBillRounds,
	settingOf,
	recallAccess,
	type Candidate,
	type RecallAccess,
} from './mirrorable.ts';
import { serverBase } from './serverBase.ts';
import { vsCodeBase } from './vsCodeBase.ts';

/** A mirrored model: its description for VS Code, and its base. */
export interface MirroredModel {
	readonly information: vscode.LanguageModelChatInformation;
	readonly base: BaseModel;
	/** Maximum tokens of a request, including the reply. */
	readonly window: number;
	/** Neither a setting nor its server states the window. */
	readonly isWindowAssumed: boolean;
	readonly recall: RecallAccess;
	/** The user's hard threshold for it. */
	readonly threshold?: number;
	/** The user's settings for its prices. */
	readonly prices: StatedPrices;
}

/** Dependencies of the mirrored models. */
export interface MirroringServices extends Services {
	readonly models: Models;
}

/** Pause before the next listing, by the number of consecutive ones without changes, milliseconds. */
const pausesMs = [0, 0, 250, 1_000, 4_000, 15_000, 60_000];

/** Maximum time for listing all models, milliseconds. */
const deadlineMs = 30_000;

/**
 * The models that Precis offers, one for each base model. The list is always available at once: a caller that requests
 * all models while Precis is asked for its own would wait for itself.
 */
export class MirroredModels implements vscode.Disposable {
	readonly #services: MirroringServices;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#bases: readonly BaseModel[] = [];
	#models: readonly MirroredModel[] = [];
	/** VS Code has requested the list: before that, no models are listed. */
	#isWanted = false;
	/** A new listing was requested. */
	#again = false;
	#isGathering = false;
	/** Ends the pause before the next listing. */
	#stopWaiting: (() => void) | undefined;
	/** Consecutive listings without changes. */
	#unchanged = 0;
	#disposed = false;

	/** Fires when the list has changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(services: MirroringServices) {
		this.#services = services;
	}

	/** Descriptions of the present models. The first call starts the first listing. */
	descriptions(): vscode.LanguageModelChatInformation[] {
		if (!this.#isWanted) {
			this.#isWanted = true;
			this.refresh();
		}
		return this.#models.map(({ information }) => information);
	}

	/** All existing models, offered or not. May take long, and may call VS Code. */
	async candidates(): Promise<readonly Candidate[]> {
		// A server may just have loaded another model.
		this.#services.models.directory.clear();
		const bases = await withTimeout(baseModels(this.#services), deadlineMs);
		return distinctById(bases ?? this.#bases);
	}

	find(id: string): MirroredModel | undefined {
		return this.#models.find(({ information }) => information.id === id);
	}

	/**
	 * Schedules a new listing in the background. Its pause grows with the number of listings without changes, because some
	 * vendors report a change whenever they are asked.
	 */
	refresh(): void {
		this.#again = true;
		const isPlanned = this.#isGathering || this.#stopWaiting !== undefined;
		if (!this.#isWanted || isPlanned || this.#disposed) {
			return;
		}
		const pause = pausesMs[Math.min(this.#unchanged, pausesMs.length - 1)] ?? 0;
		this.#stopWaiting = systemTimers.after(pause, () => {
			this.#stopWaiting = undefined;
			detach(this.#gather(), this.#services.log);
		});
	}

	/** The user has changed something: lists the models again at once. */
	renew(): void {
		this.#updateDescriptions();
		this.#unchanged = 0;
		this.#stopWaiting?.();
		this.#stopWaiting = undefined;
		this.refresh();
	}

	/** Updates the descriptions of the same models. @returns Whether they have changed. */
	#updateDescriptions(): boolean {
		const { mirroring, settings } = this.#services.configuration.now;
		const models = mirrored(this.#bases, mirroring, settings.reservedReply);
		const changed = fingerprint(models) !== fingerprint(this.#models);
		this.#models = models;
		if (changed && !this.#disposed) {
			this.#onDidChange.fire();
		}
		return changed;
	}

	dispose(): void {
		this.#disposed = true;
		this.#stopWaiting?.();
		this.#onDidChange.dispose();
	}

	async #gather(): Promise<void> {
		const { configuration, log } = this.#services;
		this.#again = false;
		this.#isGathering = true;
		try {
			const { enabled } = configuration.now.mirroring;
			const bases = enabled ? await withTimeout(baseModels(this.#services), deadlineMs) : [];
			this.#bases = bases ?? this.#bases;
		} catch (error) {
			log.warn(`The models could not be listed: ${String(error)}`);
		}
		this.#isGathering = false;
		this.#unchanged = this.#updateDescriptions() ? 0 : this.#unchanged + 1;
		if (this.#again) {
			this.refresh();
		}
	}
}

/** All models that could be mirrored. May take long, and may call VS Code. */
async function baseModels({
	configuration,
	models,
}: MirroringServices): Promise<readonly BaseModel[]> {
	const { directory, languageModels } = models;
	const { reservedReply } = configuration.now.settings;
	const [chats, served] = await Promise.all([languageModels.all(), directory.configured()]);
	const servers = served.map(async (named) =>
		serverBase(
			named,
			await directory.targetOf(named),
			() => models.replyCalls(),
			reservedReply,
			directory.inputPriceOf(named),
		),
	);
	return [...chats.map((chat) => vsCodeBase(chat)), ...(await Promise.all(servers))];
}

function mirrored(
	bases: readonly BaseModel[],
	{ enabled, advertisedWindow, recall, models }: MirroringSettings,
	reservedReply: number,
): readonly MirroredModel[] {
	if (!enabled) {
		return [];
	}
	const offered = distinctById(bases).filter((base) => isOffered(base, models));
	const names = distinctNames(offered);
	return offered.flatMap((base): MirroredModel[] => {
		const stated = settingOf(models, base.id);
		const window = stated.window ?? base.window;
		if (window === undefined) {
			return [];
		}
		const name = names.get(base.id) ?? base.name;
		const maxOutput = stated.maxOutput ?? base.maxOutput ?? reservedReply;
		return [
			{
				base,
				window,
				isWindowAssumed: stated.window === undefined && base.isWindowAssumed === true,
				prices: {
					...(base.inputPrice === undefined ? {} : { inputPrice: base.inputPrice }),
					...stated,
				},
				recall: recall ? recallAccess(base.named, stated) : 'off',
				...(stated.threshold === undefined ? {} : { threshold: stated.threshold }),
				information: {
					id: base.id,
					name: `${name} · Precis`,
					family: base.family,
					version: base.version,
					detail: base.origin,
					tooltip: tooltipOf(base, window),
					maxInputTokens: Math.floor(
						advertisedWindow * Math.max(window - base.reservedReply, window / 2),
					),
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

/** A vendor may offer several models with the same id: VS Code uses one of them. */
function distinctById(bases: readonly BaseModel[]): readonly BaseModel[] {
	return [...new Map(bases.map((base) => [base.id, base])).values()];
}

function tooltipOf({ name, named }: BaseModel, window: number): string {
	const what = vscode.l10n.t(
		'{0}, with conversations kept inside its window of {1} tokens by Precis',
		name,
		whole(window),
	);
	return mayBillRounds(named)
		? `${what} ${vscode.l10n.t('Copilot Chat sends cache markers only to its own entries, and annual plans from before June 2026 may count each round of tools as a prompt. The original entry avoids both: its model can look up what Copilot’s summary drops with the MCP server Precis.')}`
		: what;
}

function fingerprint(models: readonly MirroredModel[]): string {
	return JSON.stringify(models.map(({ information }) => information));
}
