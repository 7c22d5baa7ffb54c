import * as vscode from 'vscode';
import { messageOf } from '../messages/errors.ts';
import { cutEnd } from '../messages/marks.ts';
import { redact } from '../redaction/redact.ts';
import { detach } from './log.ts';
import { plainNotice } from './plainText.ts';
import { WorkerError, workerCodes } from './worker/workerError.ts';

/** Longest text of an error in a notification, characters; the log has it whole. */
const shownLength = 220;

/** Shows notifications and logs details. */
export class Notifications {
	readonly #log: vscode.LogOutputChannel;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
	}

	/**
	 * Shows why something failed, with a button for the log. Ignores cancellations.
	 * @param sentence Makes the message from the cause.
	 */
	failed(error: unknown, sentence: (cause: string) => string): void {
		if (WorkerError.is(error, workerCodes.cancelled)) {
			return;
		}
		this.#log.error(error instanceof Error ? error : String(error));
		const cause = cutEnd(redact(messageOf(error)), shownLength);
		detach(this.#show(plainNotice(sentence(cause))), this.#log);
	}

	/** Shows why a user's action failed. */
	actionFailed(error: unknown): void {
		this.failed(error, (cause) => vscode.l10n.t('The action failed: {0}', cause));
	}

	/** Shows why something was refused. */
	refused(message: string): void {
		this.#log.warn(message);
		detach(vscode.window.showWarningMessage(plainNotice(message)), this.#log);
	}

	/** Reports the result of a user's request. */
	inform(message: string): void {
		detach(vscode.window.showInformationMessage(plainNotice(message)), this.#log);
	}

	/** Asks in a notification. @returns The chosen answer; undefined: it was closed. */
	async ask(message: string, ...answers: readonly string[]): Promise<string | undefined> {
		return vscode.window.showInformationMessage(plainNotice(message), ...answers);
	}

	async #show(message: string): Promise<void> {
		const showLog = vscode.l10n.t('Show Log');
		if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) {
			this.#log.show();
		}
	}
}

/** Asks whether to do something that cannot be undone, or that costs money. */
export async function confirm(message: string, detail: string, action: string): Promise<boolean> {
	return (await askModally(message, detail, action)) === action;
}

/** Asks in a dialog that blocks the window. @returns The chosen answer; undefined: none. */
export function askModally(
	message: string,
	detail: string,
	...answers: readonly string[]
): Thenable<string | undefined> {
	return vscode.window.showWarningMessage(message, { modal: true, detail }, ...answers);
}
