import type { ModelFailure, ModelFailureKind } from '../../models/modelError.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { plainNotice } from '../plainNotice.ts';
import { parseModelId } from './modelId.ts';
import type { Translator } from './translator.ts';

/** Whether a person has to be told how a summary came about, and in which words. */

/** What a notification offers, in order. */
export type NoticeAction =
	| { readonly kind: 'retry' }
	| { readonly kind: 'set-key'; readonly provider: string }
	| { readonly kind: 'show-log' };

export interface FailureNotice {
	readonly message: string;
	readonly actions: readonly NoticeAction[];
}

/** A try, with the kind of its failure where that came along. */
export type NoticedAttempt = Attempt & { readonly kind?: ModelFailureKind };

/** Longest cause in a notification, characters (behaviour, *Failing*); the log has it whole. */
const causeLength = 220;

/** Only a person can mend these. They are told once, or every compaction would say the same. */
const toldOnce: readonly (ModelFailureKind | undefined)[] = [
	'authentication',
	'credit',
	'forbidden',
];

interface Miss {
	readonly model: string;
	readonly error: string;
	readonly kind?: ModelFailureKind;
	readonly advice?: string;
}

/** Decides about one compaction after the other, and remembers what was told. */
export class FailureNotices {
	readonly #failureOf: (model: string) => ModelFailure | undefined;
	readonly #l10n: Translator;
	readonly #told = new Set<string>();

	/** @param failureOf Why the last call of a model failed, by the model's id. */
	constructor(failureOf: (model: string) => ModelFailure | undefined, l10n: Translator) {
		this.#failureOf = failureOf;
		this.#l10n = l10n;
	}

	/** What to tell of a finished compaction; undefined: nothing. */
	decide(attempts: readonly NoticedAttempt[]): FailureNotice | undefined {
		const misses = attempts.flatMap((attempt) => this.#missOf(attempt));
		const writer = attempts.findLast(({ outcome }) => outcome === 'ok');
		const builtIn = writer === undefined || writer.rung === 'built-in';
		const untold = misses.findLast((miss) => isMendable(miss) && !this.#told.has(whatIsTold(miss)));
		// Where another model stepped in, only what a person can mend is worth a word.
		const miss = untold ?? (builtIn ? misses.findLast((one) => !isMendable(one)) : undefined);
		if (miss === undefined) {
			return undefined;
		}
		if (isMendable(miss)) {
			this.#told.add(whatIsTold(miss));
		}
		return {
			message: this.#message(miss, builtIn ? undefined : writer.model),
			actions: actionsFor(miss, builtIn),
		};
	}

	/** Settings or keys have changed: everything may be told again. */
	reset(): void {
		this.#told.clear();
	}

	#missOf(attempt: NoticedAttempt): readonly Miss[] {
		const { model, outcome, error = '' } = attempt;
		// What rests after a failure was told of when it failed.
		if (model === undefined || (outcome !== 'failed' && outcome !== 'rejected')) {
			return [];
		}
		const last = outcome === 'failed' ? this.#failureOf(model) : undefined;
		const kind = attempt.kind ?? last?.kind;
		const advice = kind === last?.kind ? last?.advice : undefined;
		return [
			{
				model,
				error,
				...(kind === undefined ? {} : { kind }),
				...(advice === undefined ? {} : { advice }),
			},
		];
	}

	#message({ model, error, advice = '' }: Miss, writer: string | undefined): string {
		const l10n = this.#l10n;
		const named = error.includes(model) ? error : l10n.t('{0}: {1}', model, error);
		const cause = plainNotice(sentence(cut(named.trim())));
		const happened =
			writer === undefined
				? l10n.t('{0} The built-in summariser wrote the summary instead.', cause)
				: l10n.t('{0} {1} wrote the summary instead.', cause, writer);
		return `${happened} ${advice}`.trim();
	}
}

function isMendable({ kind }: Miss): boolean {
	return toldOnce.includes(kind);
}

/** A refused key is the same for all models of a provider. */
function whatIsTold({
	model,
	kind = '',
}: {
	readonly model: string;
	readonly kind?: string;
}): string {
	return `${providerOf(model) ?? model} ${kind}`;
}

function actionsFor({ model, kind }: Miss, builtIn: boolean): readonly NoticeAction[] {
	const provider = kind === 'authentication' ? providerOf(model) : undefined;
	return [
		...(provider === undefined ? [] : [{ kind: 'set-key', provider } as const]),
		...(builtIn ? [{ kind: 'retry' } as const] : []),
		{ kind: 'show-log' },
	];
}

/** The provider that a key can be set for; models of VS Code have none. */
function providerOf(model: string): string | undefined {
	const named = parseModelId(model);
	return named?.kind === 'provider' ? named.provider : undefined;
}

function cut(text: string): string {
	return text.length <= causeLength ? text : `${text.slice(0, causeLength - 1)}…`;
}

function sentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
