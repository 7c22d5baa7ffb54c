import * as vscode from 'vscode';
import { ModelError, type ModelFailure, type ModelFailureKind } from '../../models/modelError.ts';
import {
	requestedWait,
	kindOf,
	overflowSigns,
	providerError,
} from '../../models/providerErrors.ts';
import { redact } from '../../redaction/redact.ts';
import { vsCodeModelId } from '../settings/modelId.ts';

/**
 * The parts of a reply by a model of VS Code, including parts of unknown types.
 * @throws {ModelError}, and the signal's reason when it is aborted: some models then end their reply as if
 * it were complete.
 */
export async function* replyParts(
	chat: vscode.LanguageModelChat,
	messages: vscode.LanguageModelChatMessage[],
	options: vscode.LanguageModelChatRequestOptions,
	signal: AbortSignal,
): AsyncGenerator {
	const cancellation = new vscode.CancellationTokenSource();
	const cancel = (): void => cancellation.cancel();
	signal.addEventListener('abort', cancel, { once: true });
	try {
		signal.throwIfAborted();
		const { stream } = await chat.sendRequest(messages, options, cancellation.token);
		for await (const part of stream) {
			signal.throwIfAborted();
			yield part;
		}
		signal.throwIfAborted();
	} catch (error) {
		// The signal's reason is more precise than VS Code's error for a cancelled request.
		signal.throwIfAborted();
		throw languageModelError(error, vsCodeModelId({ vendor: chat.vendor, model: chat.id }));
	} finally {
		signal.removeEventListener('abort', cancel);
		// Has no effect on a complete request.
		cancellation.cancel();
		cancellation.dispose();
	}
}

/**
 * Classifies an error of VS Code's model API. Its codes identify refusals; errors of the model itself
 * are `Unknown`, with only a message.
 * @param model `vscode/vendor/model`.
 */
export function languageModelError(error: unknown, model: string): ModelError {
	return error instanceof ModelError ? error : new ModelError(languageModelFailure(error, model));
}

function languageModelFailure(error: unknown, model: string): ModelFailure {
	const words = redact(messageText(error)).replace(/\s+/g, ' ').trim();
	switch (codeOf(error)) {
		case 'NotFound':
			return {
				kind: 'not-available',
				message: vscode.l10n.t('{0} is no longer available.', model),
				advice: vscode.l10n.t('Choose another model with "Precis: Choose Summary Model…".'),
			};
		case 'NoPermissions':
			return {
				kind: 'forbidden',
				message: vscode.l10n.t('Precis may not use {0}.', model),
				advice: vscode.l10n.t(
					'Allow it under Accounts > Manage Language Model Access, or choose another model.',
				),
			};
		case 'Blocked':
			// VS Code's code for a spent quota and for a request that a content filter stopped.
			return quota.test(words) || words === ''
				? {
						kind: 'credit',
						message: vscode.l10n.t('{0} cannot be used for now: its quota is used up.', model),
						advice: vscode.l10n.t('Wait until it is renewed, or choose another model.'),
					}
				: {
						kind: 'bad-request',
						message: vscode.l10n.t('{0} refused the request: {1}', model, words),
						advice: vscode.l10n.t('Choose another model with "Precis: Choose Summary Model…".'),
					};
		default:
			return {
				...classify(words),
				message: vscode.l10n.t(
					'{0} failed: {1}',
					model,
					words === '' ? vscode.l10n.t('no reason given') : words,
				),
			};
	}
}

const quota = /quota|credit|premium request|usage limit|billing|spend/i;

/** The HTTP status in messages of VS Code's models: "Request Failed: 400 {…}". */
const statusInWords = /(?:^|status(?: code)?|failed|error|http\S*)\W{0,3}([45]\d\d)\b(?! tokens)/i;

/** Messages of VS Code and its vendors; those of servers are in the table of all providers. */
const kindsInWords: readonly (readonly [words: RegExp, kind: ModelFailureKind])[] = [
	[quota, 'credit'],
	[/unauthori[sz]ed|sign.?in|not signed in|api.?key/i, 'authentication'],
	[/forbidden|not allowed/i, 'forbidden'],
	[/not found|not supported|no available/i, 'not-available'],
	[/timed? ?out/i, 'timeout'],
	[/bad request|filtered|content policy/i, 'bad-request'],
];

/** Classifies the message of an error, including its cause's. */
function classify(words: string): Pick<ModelFailure, 'kind'> & Partial<ModelFailure> {
	const status = statusInWords.exec(words)?.[1];
	const error = providerError(words, status === undefined ? undefined : Number(status));
	const wait = requestedWait(undefined, error.words, Date.now());
	const known = kindOf(error, wait !== undefined);
	const isSpecific = known !== 'server' && known !== 'bad-request';
	const named = isSpecific ? undefined : kindsInWords.find(([pattern]) => pattern.test(words))?.[1];
	const isUnknown =
		known === 'server' && error.status === undefined && !/server error/i.test(words);
	const kind = named ?? (isUnknown ? 'connection' : known);
	return {
		kind,
		...overflowSigns(error, kind),
		...(error.status === undefined ? {} : { status: error.status }),
		...(wait === undefined ? {} : { retryAfterMs: wait }),
	};
}

/** The code of a `LanguageModelError`; other errors have none, or one with another meaning. */
function codeOf(error: unknown): string {
	const { code } = (typeof error === 'object' && error !== null ? error : {}) as {
		readonly code?: unknown;
	};
	return typeof code === 'string' ? code : '';
}

/** The messages of an error and its cause, which explains an `Unknown` one. */
function messageText(error: unknown): string {
	if (!(error instanceof Error)) {
		return typeof error === 'string' ? error : '';
	}
	const { message, cause } = error;
	const inner = cause === undefined ? '' : messageText(cause);
	return inner === '' || message.includes(inner) ? message : `${message} ${inner}`.trim();
}
