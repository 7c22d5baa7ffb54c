import * as vscode from 'vscode';
import { cutEnd } from '../../messages/marks.ts';
import { needsPerson } from '../../models/cooldown.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import { plainNotice } from '../plainText.ts';
import { parseModelId } from '../settings/modelId.ts';

/**
 * After every compaction: logs how its summary came about, and tells a person that a model failed and what
 * can be done, when that is worth a notification.
 * @param id The conversation.
 * @param attempts Every try at its summary, in order.
 */
export function tellAttempts(
	id: string,
	attempts: readonly Attempt[],
	log: vscode.LogOutputChannel,
): void {
	for (const { rung, model = '', outcome, error, ms } of attempts) {
		if (outcome === 'ok') {
			log.info(`Summary: ${rung} ${model} wrote it in ${ms} ms.`);
		} else {
			log.warn(`Summary: ${rung} ${model} ${outcome} after ${ms} ms: ${error ?? ''}`);
		}
	}
	const notice = failureNotice(attempts);
	if (notice !== undefined) {
		detach(show(id, notice, log), log);
	}
}

async function show(
	id: string,
	{ message, actions }: FailureNotice,
	log: vscode.LogOutputChannel,
): Promise<void> {
	const items = actions.map((action) => ({ title: titleOf(action), action }));
	const chosen = await vscode.window.showWarningMessage(message, ...items);
	switch (chosen?.action.kind) {
		case 'retry':
			await vscode.commands.executeCommand(commands.retryWithModel, id);
			return;
		case 'set-key':
			await vscode.commands.executeCommand(commands.setApiKey, chosen.action.provider);
			return;
		case 'show-log':
			log.show();
			return;
		case undefined:
	}
}

function titleOf({ kind }: NoticeAction): string {
	return {
		retry: vscode.l10n.t('Retry with Model'),
		'set-key': vscode.l10n.t('Set API Key…'),
		'show-log': vscode.l10n.t('Show Log'),
	}[kind];
}

/** What a notification offers, in order. */
type NoticeAction =
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
export function failureNotice(attempts: readonly Attempt[]): FailureNotice | undefined {
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
				message: messageOf(miss, builtIn ? undefined : writer.model),
				actions: actionsFor(miss, builtIn),
			};
}

/** What rests after a failure was told of when it failed. */
function isMiss(attempt: Attempt): attempt is Miss {
	const { model, outcome } = attempt;
	return model !== undefined && (outcome === 'failed' || outcome === 'rejected');
}

function messageOf({ model, error = '', failure }: Miss, writer: string | undefined): string {
	const named = error.includes(model) ? error : vscode.l10n.t('{0}: {1}', model, error);
	const cause = plainNotice(sentence(cutEnd(named.trim(), causeLength)));
	const happened =
		writer === undefined
			? vscode.l10n.t('{0} The built-in summariser wrote the summary instead.', cause)
			: vscode.l10n.t('{0} {1} wrote the summary instead.', cause, writer);
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
