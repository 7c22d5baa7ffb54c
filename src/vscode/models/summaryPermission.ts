import * as vscode from 'vscode';
import { abortable } from '../../models/abortable.ts';
import { Interrupted } from '../../models/interrupts.ts';
import type { ModelTarget } from '../../models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../protocol/hostRequests.ts';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import { plainNotice } from '../plainText.ts';
import {
	spendingVerdict,
	withoutPaid,
	type SpendingRules,
	type SpendingVerdict,
} from './summarySpending.ts';

/** What decides which models a summary may use. */
export interface PermissionSources {
	readonly summaryModels: (conversation: string) => Promise<SummaryModels>;
	readonly rules: () => SpendingRules;
	readonly isPaid: (target: ModelTarget) => boolean;
	readonly log: vscode.LogOutputChannel;
	/** How long a person is waited for before the built-in summariser writes, milliseconds. */
	readonly patienceMs?: number;
}

/** How long settings, keys and VS Code's models are waited for before it goes on without, milliseconds. */
const preparationMs = 15_000;

/** A minute: whoever is there sees the question, and a turn may be waiting for the summary. */
const defaultPatienceMs = 60_000;

/** What is asked when nobody can say which models there are. */
const noModels: SummaryModels = { transientRetries: 0 };

/** Gives each summary the models it may use, and asks the person where something is to be spent. */
export class SummaryPermission {
	readonly #sources: PermissionSources;
	#toldOfLimit = false;

	constructor(sources: PermissionSources) {
		this.#sources = sources;
	}

	/** @param signal The summary is not wanted any more. */
	async modelsFor(plan: SummaryPlan, signal: AbortSignal): Promise<SummaryModels> {
		const models = await this.#models(plan.conversation, signal);
		const { rules, isPaid } = this.#sources;
		const verdict = spendingVerdict(plan, models, rules(), isPaid);
		switch (verdict.kind) {
			case 'allowed':
				this.#toldOfLimit = false;
				return models;
			case 'ask-first':
				return (await this.#asks(plan, verdict.model, verdict.estimate, signal))
					? models
					: withoutPaid(models, isPaid);
			case 'over-limit':
				return this.#overLimit(plan, models, verdict, signal);
		}
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

	/** Asks before a model is paid; who answers late has the summary written again. */
	async #asks(
		{ conversation, title }: SummaryPlan,
		model: string,
		estimate: number | undefined,
		signal: AbortSignal,
	): Promise<boolean> {
		const use = vscode.l10n.t('Use Model');
		const message =
			estimate === undefined
				? vscode.l10n.t('May {0} write the summary of "{1}"?', model, title)
				: vscode.l10n.t(
						'May {0} write the summary of "{1}"? About {2}.',
						model,
						title,
						dollars(estimate),
					);
		const asked = vscode.window.showInformationMessage(
			plainNotice(message),
			use,
			vscode.l10n.t('Use Built-in Summariser'),
		);
		const answer = await this.#inTime(asked, signal);
		if (answer.kind === 'answered') {
			return answer.value === use;
		}
		detach(
			asked.then((late) =>
				late === use
					? vscode.commands.executeCommand(commands.retryWithModel, conversation)
					: undefined,
			),
			this.#sources.log,
		);
		return false;
	}

	/** @throws {Interrupted} when a person calls off what they asked for. */
	async #overLimit(
		{ trigger }: SummaryPlan,
		models: SummaryModels,
		{ model, spent, limit }: Extract<SpendingVerdict, { readonly kind: 'over-limit' }>,
		signal: AbortSignal,
	): Promise<SummaryModels> {
		const { isPaid } = this.#sources;
		const sums = vscode.l10n.t(
			'Summaries have cost {0} today; the limit is {1}.',
			dollars(spent),
			dollars(limit),
		);
		if (trigger !== 'manual') {
			this.#tellOfLimit(sums);
			return withoutPaid(models, isPaid);
		}
		const anyway = vscode.l10n.t('Use Model Anyway');
		const builtIn = vscode.l10n.t('Use Built-in Summariser');
		const answer = await this.#inTime(
			vscode.window.showWarningMessage(
				vscode.l10n.t('The daily limit for summaries is reached.'),
				{
					modal: true,
					detail: vscode.l10n.t('{0} A summary by {1} would exceed the limit.', sums, model),
				},
				anyway,
				builtIn,
			),
			signal,
		);
		if (answer.kind === 'answered' && answer.value === undefined) {
			throw new Interrupted('job');
		}
		return answer.kind === 'answered' && answer.value === anyway
			? models
			: withoutPaid(models, isPaid);
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

	#tellOfLimit(sums: string): void {
		if (this.#toldOfLimit) {
			return;
		}
		this.#toldOfLimit = true;
		detach(
			vscode.window.showInformationMessage(
				vscode.l10n.t('{0} Until tomorrow, the built-in summariser writes summaries.', sums),
			),
			this.#sources.log,
		);
	}
}

function dollars(amount: number): string {
	return new Intl.NumberFormat(vscode.env.language, {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: 4,
	}).format(amount);
}
