import * as vscode from 'vscode';
import { costOf, type ModelTarget } from '../../models/modelCalls.ts';
import { abortable } from '../../models/waiting.ts';
import type { SummaryModels, SummaryPlan } from '../../protocol/hostRequests.ts';
import { detach } from '../log.ts';
import type { Notifications } from '../notifications.ts';
import { parseModelId } from '../settings/modelId.ts';
import { dollars } from '../formats.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SpendingRules } from '../settings/settings.ts';
import type { Models } from './models.ts';

/** Whether a paid model may be asked for a summary. */
type SpendingVerdict =
	| 'allowed'
	/** The user has not said whether it may write automatic summaries. */
	| 'undecided'
	/** The user wants no automatic summaries by it. */
	| 'declined'
	| 'over-limit';

/** Decides whether a paid model may be called. Manual compactions need no consent. */
function spendingVerdict(
	plan: SummaryPlan,
	model: ModelTarget,
	{ automaticModels, dailyLimit }: SpendingRules,
): SpendingVerdict {
	// VS Code itself asks about its models, whose plan is paid already.
	const needsConsent = plan.trigger !== 'manual' && parseModelId(model.id)?.kind !== 'vscode';
	const consent = needsConsent ? automaticModels[model.id] : true;
	if (consent === false) {
		return 'declined';
	}
	const expected = plan.spentToday + (estimatedCost(plan, model) ?? 0);
	if (dailyLimit !== undefined && (dailyLimit === 0 || expected > dailyLimit)) {
		return 'over-limit';
	}
	return consent === undefined ? 'undecided' : 'allowed';
}

/** Cost of a summary request, US dollars; undefined: the prices are unknown. */
function estimatedCost({ tokens }: SummaryPlan, model: ModelTarget): number | undefined {
	return costOf(model, { inputTokens: tokens.input, outputTokens: tokens.output });
}

export interface PermissionServices {
	readonly configuration: Configuration;
	readonly log: vscode.LogOutputChannel;
	readonly models: Models;
	readonly notifications: Notifications;
}

/** How long the model lookup may take before the built-in summariser writes, milliseconds. */
const preparationMs = 15_000;

/**
 * Decides which models each summary may use. Precis asks once whether a paid model may write automatic
 * summaries; no summary waits for the answer.
 */
export class SummaryPermission {
	readonly #services: PermissionServices;
	/** Models that this window has asked about already. */
	readonly #asked = new Set<string>();
	#limitReported = false;

	constructor(services: PermissionServices) {
		this.#services = services;
	}

	get #rules(): SpendingRules {
		return this.#services.configuration.now.models.spending;
	}

	/** @param signal Cancels when the summary is no longer needed. */
	async modelsFor(plan: SummaryPlan, signal: AbortSignal): Promise<SummaryModels> {
		const { directory } = this.#services.models;
		const models = await this.#models(plan.conversation, signal);
		const judged = [models.summary, models.main]
			.filter((target) => target !== undefined)
			.map((target) => ({
				target,
				verdict: directory.isPaid(target) ? spendingVerdict(plan, target, this.#rules) : 'allowed',
			}));
		const undecided = judged.find(({ verdict }) => verdict === 'undecided');
		if (undecided !== undefined) {
			this.#ask(plan, undecided.target);
		}
		const refused = judged.filter(({ verdict }) => verdict !== 'allowed');
		const isReached =
			refused.length === judged.length && refused.some(({ verdict }) => verdict === 'over-limit');
		this.#reportLimit(plan, isReached);
		const withheld = refused.map(
			({ target, verdict }) => [target.id, this.#reason(plan, target, verdict)] as const,
		);
		return refused.length === 0 ? models : { ...models, withheld: Object.fromEntries(withheld) };
	}

	/** The models for a summary; none if they cannot be determined: then the built-in summariser writes. */
	async #models(conversation: string, signal: AbortSignal): Promise<SummaryModels> {
		const { models, log } = this.#services;
		try {
			const bounds = AbortSignal.any([signal, AbortSignal.timeout(preparationMs)]);
			return await abortable(() => models.summaryModels(conversation), bounds);
		} catch (error) {
			signal.throwIfAborted();
			log.warn(`The models for summaries could not be determined: ${String(error)}`);
			return { transientRetries: 0 };
		}
	}

	/** Why a model is not called, for the summary's receipt. */
	#reason(plan: SummaryPlan, { id }: ModelTarget, verdict: string): string {
		switch (verdict) {
			case 'undecided':
				return vscode.l10n.t(
					'You have not decided yet whether {0} may write automatic summaries.',
					id,
				);
			case 'declined':
				return vscode.l10n.t(
					'You chose not to let {0} write automatic summaries. To change this, edit the setting {1}.',
					id,
					'precis.tasks.compaction.automaticModels',
				);
			default:
				return this.#costText(plan);
		}
	}

	#costText({ spentToday }: SummaryPlan): string {
		return vscode.l10n.t(
			'Summaries have cost {0} today; the limit is {1}.',
			dollars(spentToday),
			dollars(this.#rules.dailyLimit ?? 0),
		);
	}

	/** Asks about an undecided model, once per window. */
	#ask(plan: SummaryPlan, target: ModelTarget): void {
		if (this.#asked.has(target.id)) {
			return;
		}
		this.#asked.add(target.id);
		const { configuration, notifications, log } = this.#services;
		const use = vscode.l10n.t('Use {0}', target.id);
		const asked = notifications.ask(question(plan, target), use, vscode.l10n.t('Built-in Only'));
		const decided = asked.then(async (answer) => {
			try {
				if (answer !== undefined) {
					const automaticModels = { ...this.#rules.automaticModels, [target.id]: answer === use };
					await configuration.save('tasks.compaction.automaticModels', automaticModels);
				}
			} catch (error) {
				notifications.failed(error, (cause) =>
					vscode.l10n.t('Your answer could not be saved to the settings: {0}', cause),
				);
			}
		});
		detach(decided, log);
	}

	/** Reports the spending limit once, and for each manual compaction. */
	#reportLimit(plan: SummaryPlan, isReached: boolean): void {
		if (isReached && (!this.#limitReported || plan.trigger === 'manual')) {
			this.#services.notifications.inform(
				vscode.l10n.t(
					'{0} Until tomorrow, the built-in summariser writes summaries.',
					this.#costText(plan),
				),
			);
		}
		this.#limitReported = isReached;
	}
}

/** The question for consent, with the cost of the present summary. */
function question(plan: SummaryPlan, target: ModelTarget): string {
	const cost = estimatedCost(plan, target);
	return cost === undefined
		? vscode.l10n.t(
				'May {0} write automatic summaries? It may cost money, but Precis does not know its price. Until you answer, Precis summarises without it.',
				target.id,
			)
		: vscode.l10n.t(
				'May {0} write automatic summaries? It is a paid model: a summary now would cost about {1}. Until you answer, Precis summarises without it.',
				target.id,
				dollars(cost),
			);
}
