import * as vscode from 'vscode';
import { cutEnd } from '../../messages/marks.ts';
import { needsPerson } from '../../models/cooldown.ts';
import type { ModelError } from '../../models/modelError.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { commands } from '../contributions.ts';
import type { Services } from '../conversations/services.ts';
import { detach } from '../log.ts';
import { plainNotice } from '../plainText.ts';
import { parseModelId } from '../settings/modelId.ts';

/**
 * Logs the attempts at a summary, and notifies the user of a failed model if that matters.
 * @param id The conversation.
 * @param attempts All attempts at the summary, in order.
 * @param isOnScreen The Summary view shows the conversation, with the reason and *Retry with Model*.
 */
export function notifyAttempts(
	id: string,
	attempts: readonly Attempt[],
	{ log, nameOf }: Pick<Services, 'log' | 'nameOf'>,
	isOnScreen: boolean,
): void {
	for (const { rung, model = '', outcome, error, ms } of attempts) {
		if (outcome === 'ok') {
			log.info(`Summary: ${rung} ${model} wrote it in ${ms} ms.`);
		} else {
			log.warn(`Summary: ${rung} ${model} ${outcome} after ${ms} ms: ${error ?? ''}`);
		}
	}
	const notice = failureNotice(id, attempts, nameOf);
	const isShown = isOnScreen && notice?.isInPanel === true;
	if (notice !== undefined && !isShown) {
		detach(show(notice), log);
	}
}

async function show({ message, actions }: FailureNotice): Promise<void> {
	const chosen = await vscode.window.showWarningMessage(message, ...actions);
	if (chosen !== undefined) {
		await vscode.commands.executeCommand(chosen.command, chosen.argument);
	}
}

/** Why a model failed and what a user can do about it, in sentences. */
export function failureText({ failure: { message, advice = '' } }: ModelError): string {
	return `${message} ${advice}`.trim();
}

/** A notification about a failure, with its buttons in order. */
export interface FailureNotice {
	readonly message: string;
	/** The Summary view shows the reason and the same actions. */
	readonly isInPanel: boolean;
	readonly actions: readonly {
		readonly title: string;
		readonly command: string;
		readonly argument?: string;
	}[];
}

/** Longest cause in a notification, characters; the log has it whole. */
const causeLength = 220;

/** A failed attempt of a model. */
type FailedAttempt = Attempt & { readonly model: string };

/**
 * The notice about a finished compaction; undefined: none is needed.
 * @param id The conversation.
 * @param nameOf The display name of a model, by its id.
 */
export function failureNotice(
	id: string,
	attempts: readonly Attempt[],
	nameOf: (id: string) => string,
): FailureNotice | undefined {
	const failures = attempts.filter(isFailure);
	const writer = attempts.findLast(({ outcome }) => outcome === 'ok');
	const builtIn = writer === undefined || writer.rung === 'built-in';
	const toReport = failures.findLast(({ tellPerson }) => tellPerson === true);
	// If another model wrote the summary, only failures that the user can fix matter.
	const temporary = failures.findLast(
		({ failure }) => failure === undefined || !needsPerson(failure.kind),
	);
	const reported = toReport ?? (builtIn ? temporary : undefined);
	return reported === undefined
		? undefined
		: {
				message: noticeText(reported, builtIn ? undefined : writer.model, nameOf),
				isInPanel: builtIn && reported.failure?.kind !== 'authentication',
				actions: actionsFor(id, reported, builtIn),
			};
}

/** Skipped models do not count: their failures were reported when they happened. */
function isFailure(attempt: Attempt): attempt is FailedAttempt {
	const { model, outcome } = attempt;
	return model !== undefined && (outcome === 'failed' || outcome === 'rejected');
}

function noticeText(
	{ model, error = '', failure }: FailedAttempt,
	writer: string | undefined,
	nameOf: (id: string) => string,
): string {
	const named = error.includes(model)
		? error.replaceAll(model, () => nameOf(model))
		: vscode.l10n.t('{0}: {1}', nameOf(model), error);
	const cause = plainNotice(sentence(cutEnd(named.trim(), causeLength)));
	const happened =
		writer === undefined
			? vscode.l10n.t('{0} The built-in summariser wrote the summary instead.', cause)
			: vscode.l10n.t('{0} {1} wrote the summary instead.', cause, nameOf(writer));
	return `${happened} ${failure?.advice ?? ''}`.trim();
}

function actionsFor(
	id: string,
	{ model, failure }: FailedAttempt,
	builtIn: boolean,
): FailureNotice['actions'] {
	const provider = failure?.kind === 'authentication' ? providerOf(model) : undefined;
	const setKey = { title: vscode.l10n.t('Set API Key…'), command: commands.setApiKey };
	const retry = { title: vscode.l10n.t('Retry with Model'), command: commands.retryWithModel };
	return [
		...(provider === undefined ? [] : [{ ...setKey, argument: provider }]),
		...(builtIn ? [{ ...retry, argument: id }] : []),
		{ title: vscode.l10n.t('Show Log'), command: commands.showLog },
	];
}

/** The provider whose key can be set; models of VS Code have none. */
function providerOf(model: string): string | undefined {
	const named = parseModelId(model);
	return named?.kind === 'provider' ? named.provider : undefined;
}

function sentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
