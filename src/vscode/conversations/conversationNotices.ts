import * as vscode from 'vscode';
import type { Notice } from '../../conversations/service/events.ts';
import { formatUsed, whole } from '../formats.ts';
import type { Services } from './services.ts';

/** Notifies people of events in their conversations that they did not request. */
export function notifyOfChanges(services: Services): vscode.Disposable {
	const { worker, notifications, log } = services;
	return vscode.Disposable.from(
		worker.onNotification('store', ({ message }) => notifications.refused(message)),
		worker.onNotification('not-kept', ({ message }) =>
			notifications.refused(
				vscode.l10n.t(
					'This conversation is kept only in memory and will be lost when the window closes. Export it, or compact it again when the problem is solved. {0}',
					message,
				),
			),
		),
		worker.onNotification('notice', ({ notice }) => show(services, notice)),
		worker.onNotification('stopped', () => {
			log.error('The worker stopped; it starts again when it is needed.');
			notifications.refused(
				vscode.l10n.t(
					'Precis restarted its worker. Stored conversations are unchanged; compactions that were only in memory are lost.',
				),
			);
		}),
	);
}

function show({ notifications, log }: Services, notice: Notice): void {
	switch (notice.kind) {
		case 'not-compacting': {
			const sentence = reasonSentence(notice.reason);
			if (sentence === undefined) {
				log.info(`Not compacted: ${notice.reason}`);
			} else {
				notifications.refused(sentence);
			}
			return;
		}
		case 'no-room':
			notifications.refused(noRoomSentence(notice));
			return;
		case 'too-large':
			notifications.refused(tooLargeSentence(notice));
			return;
		case 'resting':
			log.info(`Automatic compaction rests until ${notice.until} tokens.`);
			return;
		case 'window-forces':
			notifications.inform(
				vscode.l10n.t(
					'The window is full. Precis compacts the conversation although you returned to an earlier context.',
				),
			);
			return;
		case 'overflow':
			notifications.inform(
				vscode.l10n.t(
					'The model rejected the context as too long. Precis compacts the conversation and sends the message again.',
				),
			);
			return;
		case 'state-not-kept':
			notifications.refused(
				vscode.l10n.t(
					'A setting of this conversation could not be stored and applies only until the window closes: {0}',
					notice.message,
				),
			);
	}
}

/** What fills the window, and the remedy. */
function noRoomSentence({
	overhead: { instructions, tools, offered },
	window,
}: Extract<Notice, { readonly kind: 'no-room' }>): string {
	return vscode.l10n.t(
		'{0} tools take {1} and instructions {2} of {3} tokens, so compacting can free little. Turn off tools you do not need, or choose a model with a larger window.',
		offered,
		formatUsed({}, whole(tools)),
		formatUsed({}, whole(instructions)),
		whole(window),
	);
}

/** Why a request will be refused, and the remedy. */
function tooLargeSentence({
	tokens,
	fixed,
	window,
}: Extract<Notice, { readonly kind: 'too-large' }>): string {
	return fixed > window
		? vscode.l10n.t(
				'System prompt and tools alone take {0} tokens, but the model accepts {1}. Compacting cannot help: choose a model with a larger window, or shorten the instructions.',
				formatUsed({}, whole(fixed)),
				whole(window),
			)
		: vscode.l10n.t(
				'The request has {0} tokens, but the model accepts {1}. Shorten your latest message, or choose a model with a larger window.',
				formatUsed({}, whole(tokens)),
				whole(window),
			);
}

/** Notice about a context that stays above the threshold; undefined: none is needed. */
function reasonSentence(
	reason: Extract<Notice, { readonly kind: 'not-compacting' }>['reason'],
): string | undefined {
	switch (reason) {
		case 'not-helping':
			return vscode.l10n.t(
				'Automatic compaction is on hold for this conversation: the last two compactions each saved less than 10 %. It resumes when the conversation has grown by a quarter. To free space now, compact with a focus, or start a new conversation with the handoff.',
			);
		case 'attempts-used':
			return vscode.l10n.t(
				'The context stays above the threshold after several compactions in one turn. Compact with a focus, or start a new conversation with the handoff.',
			);
		case 'running-elsewhere':
			return vscode.l10n.t(
				'Another window is still compacting this conversation. The message is sent with the current context.',
			);
		case 'paused':
		case 'nothing-to-do':
		case 'failed':
		case 'not-applied':
			return undefined;
	}
}
