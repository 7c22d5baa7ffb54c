import * as vscode from 'vscode';
import type { JobResult } from '../../conversations/service/job.ts';
import type { ReversalResult } from '../../conversations/service/actor.ts';
import { whole } from '../formats.ts';
import type { Services } from './services.ts';

/** Why a conversation was not compacted, as a sentence for users. */
export function refusalSentence(refusal: Extract<JobResult, { readonly kind: 'refused' }>): string {
	if (refusal.reason === 'not-smaller') {
		return vscode.l10n.t(
			'The context would not become smaller: it has about {0} tokens and would have about {1}.',
			whole(refusal.before),
			whole(refusal.after),
		);
	}
	return {
		'too-short': vscode.l10n.t(
			'The conversation is too short: nearly all of its messages are among the first and the latest ones, which stay.',
		),
		'empty-middle': vscode.l10n.t(
			'There is nothing to summarise between the first and the latest messages, which stay.',
		),
		'too-little': vscode.l10n.t(
			'There is too little between the first and the latest messages: a summary would have no room for your requests and the state of the work.',
		),
		'nothing-new': vscode.l10n.t(
			'Too little has been added since the last compaction: all new messages stay.',
		),
		'running-elsewhere': vscode.l10n.t('Another window is compacting this conversation.'),
		'compacted-elsewhere': vscode.l10n.t('Another window has just compacted this conversation.'),
		stale: vscode.l10n.t('The conversation has changed. Preview or compact it again.'),
		'not-there': vscode.l10n.t('The finished summary is no longer available.'),
	}[refusal.reason];
}

/** Why an undo, redo or restore changed nothing, as a sentence for users. */
export function reversalSentence(
	reason: Extract<ReversalResult, { readonly kind: 'refused' }>['reason'],
): string {
	return {
		'nothing-to-undo': vscode.l10n.t('There is no compaction to undo.'),
		'nothing-to-redo': vscode.l10n.t('There is nothing to redo.'),
		'not-there': vscode.l10n.t('This compaction no longer exists.'),
	}[reason];
}

/** Waits for an undo, redo or restore, and reports why it changed nothing. Resolves when its result is shown. */
export async function reportReversal(
	{ active, notifications }: Pick<Services, 'active' | 'notifications'>,
	reversal: Promise<ReversalResult>,
): Promise<void> {
	const end = await reversal;
	if (end.kind === 'refused') {
		notifications.inform(reversalSentence(end.reason));
	}
	await active.shown();
}
