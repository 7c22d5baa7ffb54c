import * as vscode from 'vscode';
import { abortable } from '../../models/waiting.ts';
import { Interrupted } from '../../models/interrupts.ts';
import type { ModelTarget } from '../../models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../protocol/hostRequests.ts';
import { detach } from '../detach.ts';
import { askModally, type Notifications } from '../notifications.ts';
import {
	estimatedCost,
	spendingVerdict,
	type SpendingRules,
	type SpendingVerdict,
} from './summarySpending.ts';

/** What decides which models a summary may use. */
export interface PermissionSources {
	readonly summaryModels: (conversation: string) => Promise<SummaryModels>;
	readonly rules: () => SpendingRules;
	/** Whether a model costs money. */
	readonly isPaid: (target: ModelTarget) => boolean;
	/** Saves whether a paid model may write automatic summaries. */
	readonly decide: (model: string, allowed: boolean) => Promise<void>;
	readonly notifications: Pick<Notifications, 'ask' | 'failed' | 'inform'>;
	readonly log: vscode.LogOutputChannel;
	/** How long a person who asked for a summary is waited for before the built-in summariser writes it, milliseconds. */
	readonly patienceMs?: number;
}

/** A model of a summary, and whether it may be asked. */
interface Judged {
	readonly target: ModelTarget;
	readonly verdict: SpendingVerdict;
}

/** How long settings, keys and VS Code's models are waited for before it goes on without, milliseconds. */
const preparationMs = 15_000;

/** A minute: whoever has just asked for a summary is there. */
const defaultPatienceMs = 60_000;

/** What is asked when nobody can say which models there are. */
const noModels: SummaryModels = { transientRetries: 0 };

/**
 * Decides which models each summary may use. Precis asks once whether a paid model may write automatic
 * summaries; no automatic summary waits for the answer.
 */
export class SummaryPermission {
	readonly #sources: PermissionSources;
	/** Models that this window has asked about. */
	readonly #asked = new Set<string>();
	#toldOfLimit = false;

	constructor(sources: PermissionSources) {
		this.#sources = sources;
	}

	/** @param signal The summary is not wanted any more. */
	async modelsFor(plan: SummaryPlan, signal: AbortSignal): Promise<SummaryModels> {
		const models = await this.#models(plan.conversation, signal);
		const judged = this.#judge(plan, models);
		if (plan.trigger === 'manual') {
			const first = judged[0];
			return first?.verdict === 'over-limit' && (await this.#confirms(plan, first.target, signal))
				? models
				: this.#withhold(plan, models, judged);
		}
		this.#ask(plan, judged);
		this.#tellOfLimit(plan, judged);
		return this.#withhold(plan, models, judged);
	}

	/** The models that may be asked; none where that cannot be found out: a summary there will be. */
	async #models(conversation: string, signal: AbortSignal): Promise<SummaryModels> {
		const { summaryModels, log } = this.#sources;
		const late = AbortSignal.timeout(preparationMs);
		try {
			const bounds = AbortSignal.any([signal, late]);
			return await abortable(() => summaryModels(conversation), bounds);
		} catch (error) {
			signal.throwIfAborted();
			log.warn(`The models for summaries could not be found out: ${String(error)}`);
			return noModels;
		}
	}

	#judge(plan: SummaryPlan, { summary, main }: SummaryModels): readonly Judged[] {
		const { rules, isPaid } = this.#sources;
		return [summary, main]
			.filter((target) => target !== undefined)
			.map((target) => ({
				target,
				verdict: isPaid(target) ? spendingVerdict(plan, target, rules()) : 'allowed',
			}));
	}

	#withhold(plan: SummaryPlan, models: SummaryModels, judged: readonly Judged[]): SummaryModels {
		const withheld = judged.flatMap(({ target, verdict }) =>
			verdict === 'allowed' ? [] : [[target.id, this.#reason(plan, target, verdict)] as const],
		);
		return withheld.length === 0 ? models : { ...models, withheld: Object.fromEntries(withheld) };
	}

	/** Why a model is not asked; as a summary's receipt shows it. */
	#reason(
		plan: SummaryPlan,
		{ id }: ModelTarget,
		verdict: Exclude<SpendingVerdict, 'allowed'>,
	): string {
		switch (verdict) {
			case 'undecided':
				return vscode.l10n.t(
					'You have not decided yet whether {0} may write automatic summaries.',
					id,
				);
			case 'declined':
				return vscode.l10n.t(
					'You chose that {0} writes no automatic summaries. To change this, edit the setting {1}.',
					id,
					'precis.tasks.compaction.automaticModels',
				);
			case 'over-limit':
				return this.#sums(plan);
		}
	}

	#sums({ spentToday }: SummaryPlan): string {
		return vscode.l10n.t(
			'Summaries have cost {0} today; the limit is {1}.',
			dollars(spentToday),
			dollars(this.#sources.rules().dailyLimit ?? 0),
		);
	}

	/** Asks about the first undecided model, once in a window. */
	#ask(plan: SummaryPlan, judged: readonly Judged[]): void {
		const target = judged.find(({ verdict }) => verdict === 'undecided')?.target;
		if (target === undefined || this.#asked.has(target.id)) {
			return;
		}
		this.#asked.add(target.id);
		const { decide, notifications, log } = this.#sources;
		const use = vscode.l10n.t('Use {0}', target.id);
		const asked = notifications.ask(question(plan, target), use, vscode.l10n.t('Built-in Only'));
		const decided = asked.then(async (answer) => {
			try {
				await (answer === undefined ? undefined : decide(target.id, answer === use));
			} catch (error) {
				notifications.failed(error, (cause) =>
					vscode.l10n.t('Your answer could not be saved to the settings: {0}', cause),
				);
			}
		});
		detach(decided, log);
	}

	/**
	 * Whether a person who asked for a summary goes beyond the limit for it.
	 * @throws {Interrupted} when they call it off.
	 */
	async #confirms(plan: SummaryPlan, { id }: ModelTarget, signal: AbortSignal): Promise<boolean> {
		const anyway = vscode.l10n.t('Use Model Anyway');
		const answer = await this.#inTime(
			askModally(
				vscode.l10n.t('The daily limit for summaries is reached.'),
				vscode.l10n.t('{0} A summary by {1} would exceed the limit.', this.#sums(plan), id),
				anyway,
				vscode.l10n.t('Use Built-in Summariser'),
			),
			signal,
		);
		if (answer.kind === 'answered' && answer.value === undefined) {
			throw new Interrupted('job');
		}
		return answer.kind === 'answered' && answer.value === anyway;
	}

	/** What a person answers, unless they are not there. */
	async #inTime(
		asked: Thenable<string | undefined>,
		signal: AbortSignal,
	): Promise<
		{ readonly kind: 'answered'; readonly value: string | undefined } | { readonly kind: 'late' }
	> {
		const { patienceMs = defaultPatienceMs } = this.#sources;
		const ends = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
		try {
			return {
				kind: 'answered',
				value: await abortable(() => Promise.resolve(asked), ends),
			};
		} catch {
			signal.throwIfAborted();
			return { kind: 'late' };
		}
	}

	/** Says once that the limit leaves summaries to the built-in summariser. */
	#tellOfLimit(plan: SummaryPlan, judged: readonly Judged[]): void {
		const isReached =
			judged.some(({ verdict }) => verdict === 'over-limit') &&
			judged.every(({ verdict }) => verdict !== 'allowed');
		if (isReached && !this.#toldOfLimit) {
			this.#sources.notifications.inform(
				vscode.l10n.t(
					'{0} Until tomorrow, the built-in summariser writes summaries.',
					this.#sums(plan),
				),
			);
		}
		this.#toldOfLimit = isReached;
	}
}

/** Whether a model may write automatic summaries, with what the present one would cost. */
function question(plan: SummaryPlan, target: ModelTarget): string {
	const cost = estimatedCost(plan, target);
	return cost === undefined
		? vscode.l10n.t(
				'May {0} write automatic summaries? It may cost money: Precis does not know its price. Until you answer, Precis summarises without it.',
				target.id,
			)
		: vscode.l10n.t(
				'May {0} write automatic summaries? It is a paid model: a summary now would cost about {1}. Until you answer, Precis summarises without it.',
				target.id,
				dollars(cost),
			);
}

function dollars(amount: number): string {
	return new Intl.NumberFormat(vscode.env.language, {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: 4,
	}).format(amount);
}
