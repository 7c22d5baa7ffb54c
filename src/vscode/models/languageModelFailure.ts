import { redact } from '../../redaction/redact.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from '../../models/modelError.ts';
import type { Translator } from '../../protocol/summaryStrings.ts';

/**
 * What an error of VS Code's model API means. Its codes say who refused; errors of the model itself
 * come as `Unknown`, with nothing but words.
 * @param model `vscode/vendor/model`.
 */
export function languageModelError(error: unknown, model: string, l10n: Translator): ModelError {
	return error instanceof ModelError
		? error
		: new ModelError(languageModelFailure(error, model, l10n));
}

function languageModelFailure(error: unknown, model: string, l10n: Translator): ModelFailure {
	const words = redact(wordsOf(error)).replace(/\s+/g, ' ').trim();
	switch (codeOf(error)) {
		case 'NotFound':
			return {
				kind: 'not-available',
				message: l10n.t('{0} is no longer available.', model),
				advice: l10n.t('Choose another model with "Precis: Choose Summary Model…".'),
			};
		case 'NoPermissions':
			return {
				kind: 'forbidden',
				message: l10n.t('Precis may not use {0}.', model),
				advice: l10n.t(
					'Allow it under Accounts > Manage Language Model Access, or choose another model.',
				),
			};
		case 'Blocked':
			// VS Code's word for a spent quota, and for a request that a content filter stopped.
			return quota.test(words) || words === ''
				? {
						kind: 'credit',
						message: l10n.t('{0} cannot be used for now: its quota is used up.', model),
						advice: l10n.t('Wait until it is renewed, or choose another model.'),
					}
				: {
						kind: 'bad-request',
						message: l10n.t('{0} refused the request: {1}', model, words),
						advice: l10n.t('Choose another model with "Precis: Choose Summary Model…".'),
					};
		default:
			return {
				kind: kindOf(words),
				message: l10n.t('{0} failed: {1}', model, words === '' ? l10n.t('no reason given') : words),
			};
	}
}

const quota = /quota|credit|premium request|usage limit|billing|spend/i;

/** Words are all there is: the first pattern that fits decides. */
const kinds: readonly (readonly [words: RegExp, kind: ModelFailureKind])[] = [
	[
		/context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum.{0,20}tokens|token limit/i,
		'context-too-long',
	],
	[/rate.?limit|too many requests|\b429\b/i, 'rate-limited'],
	[quota, 'credit'],
	[/api.?key|unauthori[sz]ed|sign.?in|not signed in|\b401\b/i, 'authentication'],
	[/forbidden|not allowed|\b403\b/i, 'forbidden'],
	[/overloaded|over capacity|\b529\b/i, 'overloaded'],
	[/not found|does not exist|not supported|no available|\b(?:404|503)\b/i, 'not-available'],
	[/timed? ?out/i, 'timeout'],
	[/\b5\d\d\b|server error/i, 'server'],
	[/\b4\d\d\b|bad request|filtered|content policy/i, 'bad-request'],
];

function kindOf(words: string): ModelFailureKind {
	return kinds.find(([pattern]) => pattern.test(words))?.[1] ?? 'connection';
}

/** The code of a `LanguageModelError`; other errors have none, or one that means something else. */
function codeOf(error: unknown): string {
	const { code } = (typeof error === 'object' && error !== null ? error : {}) as {
		readonly code?: unknown;
	};
	return typeof code === 'string' ? code : '';
}

/** An error's words and those of its cause, which for `Unknown` says what happened. */
function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) {
		return typeof error === 'string' ? error : '';
	}
	const { message, cause } = error;
	const inner = cause === undefined ? '' : wordsOf(cause);
	return inner === '' || message.includes(inner) ? message : `${message} ${inner}`.trim();
}
