import { cutEnd } from '../../messages/marks.ts';
import { needsPerson } from '../../models/cooldown.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { plainNotice } from '../plainText.ts';
import { parseModelId } from './modelId.ts';
import type { Translator } from '../translator.ts';

/** Whether a person has to be told how a summary came about, and in which words. */

/** What a notification offers, in order. */
export type NoticeAction =
	| { readonly kind: 'retry' }
	| { readonly kind: 'set-key'; readonly provider: string }
	| { readonly kind: 'show-log' };

/** A notification about a failure. */
export interface FailureNotice {
	readonly message: string;
	readonly actions: readonly NoticeAction[];
}

/** Longest cause in a notification, characters (behaviour, *Failing*); the log has it whole. */
const causeLength = 220;

/** A try that a model was asked for and that came to nothing. */
type Miss = Attempt & { readonly model: string };

/** What to tell of a finished compaction; undefined: nothing. */
export function failureNotice(
	attempts: readonly Attempt[],
	l10n: Translator,
): FailureNotice | undefined {
	const misses = attempts.filter(isMiss);
	const writer = attempts.findLast(({ outcome }) => outcome === 'ok');
	const builtIn = writer === undefined || writer.rung === 'built-in';
	const toTell = misses.findLast(({ tellPerson }) => tellPerson === true);
	// Where another model stepped in, only what a person can mend is worth a word.
	const passing = misses.findLast(
		({ failure }) => failure === undefined || !needsPerson(failure.kind),
	);
	const miss = toTell ?? (builtIn ? passing : undefined);
	return miss === undefined
		? undefined
		: {
				message: messageOf(miss, builtIn ? undefined : writer.model, l10n),
				actions: actionsFor(miss, builtIn),
			};
}

/** What rests after a failure was told of when it failed. */
function isMiss(attempt: Attempt): attempt is Miss {
	const { model, outcome } = attempt;
	return model !== undefined && (outcome === 'failed' || outcome === 'rejected');
}

function messageOf(
	{ model, error = '', failure }: Miss,
	writer: string | undefined,
	l10n: Translator,
): string {
	const named = error.includes(model) ? error : l10n.t('{0}: {1}', model, error);
	const cause = plainNotice(sentence(cutEnd(named.trim(), causeLength)));
	const happened =
		writer === undefined
			? l10n.t('{0} The built-in summariser wrote the summary instead.', cause)
			: l10n.t('{0} {1} wrote the summary instead.', cause, writer);
	return `${happened} ${failure?.advice ?? ''}`.trim();
}

function actionsFor({ model, failure }: Miss, builtIn: boolean): readonly NoticeAction[] {
	const provider = failure?.kind === 'authentication' ? providerOf(model) : undefined;
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

function sentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
