import * as vscode from 'vscode';
import { WorkerError, workerCodes } from './workerError.ts';

/** Longest text of an error in a notification, characters; the log has it whole. */
const shownLength = 220;

/** Tells people what they must know now, and writes the rest to the log. */
export class Notifications {
	readonly #log: vscode.LogOutputChannel;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
	}

	/**
	 * Shows why something failed, with a way to the log. A cancellation is not a failure.
	 * @param sentence Makes the message from the cause.
	 */
	failed(error: unknown, sentence: (cause: string) => string): void {
		if (WorkerError.is(error, workerCodes.cancelled)) {
			return;
		}
		this.#log.error(error instanceof Error ? error : String(error));
		const cause = error instanceof Error ? error.message : String(error);
		void this.#show(sentence(shorten(cause)));
	}

	/** Shows why something was refused. */
	refused(message: string): void {
		this.#log.warn(message);
		void vscode.window.showWarningMessage(message);
	}

	/** Answers a request of the person that cannot be met. */
	inform(message: string): void {
		void vscode.window.showInformationMessage(message);
	}

	async #show(message: string): Promise<void> {
		const showLog = vscode.l10n.t('Show Log');
		if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) {
			this.#log.show();
		}
	}
}

function shorten(text: string): string {
	return text.length <= shownLength ? text : `${text.slice(0, shownLength - 1)}…`;
}
