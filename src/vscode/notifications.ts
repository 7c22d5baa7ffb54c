import * as vscode from 'vscode';
import { messageOf } from '../messages/errors.ts';
import { cutEnd } from '../messages/marks.ts';
import { redact } from '../redaction/redact.ts';
import { detach } from './detach.ts';
import { plainNotice } from './plainText.ts';
import { WorkerError, workerCodes } from './worker/workerError.ts';

/** Longest text of an error in a notification, characters; the log has it whole. */
const shownLength = 220;

/** Something that may help after a failure. */
export interface Remedy {
	readonly title: string;
	readonly run: () => Promise<void>;
}

/** Tells people what they must know now, and writes the rest to the log. */
export class Notifications {
	readonly #log: vscode.LogOutputChannel;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
	}

	/**
	 * Shows why something failed, with a way to the log. A cancellation is not a failure.
	 * @param sentence Makes the message from the cause.
	 * @param remedy What may help, as a button.
	 */
	failed(error: unknown, sentence: (cause: string) => string, remedy?: Remedy): void {
		if (WorkerError.is(error, workerCodes.cancelled)) {
			return;
		}
		this.#log.error(error instanceof Error ? error : String(error));
		const cause = cutEnd(redact(messageOf(error)), shownLength);
		detach(this.#show(plainNotice(sentence(cause)), remedy), this.#log);
	}

	/** Shows why something was refused. */
	refused(message: string): void {
		this.#log.warn(message);
		detach(vscode.window.showWarningMessage(plainNotice(message)), this.#log);
	}

	/** Answers a request of the person that cannot be met, or says that it was done. */
	inform(message: string): void {
		detach(vscode.window.showInformationMessage(plainNotice(message)), this.#log);
	}

	/** Asks something that nobody waits for. @returns What was chosen; undefined when it was closed. */
	async ask(message: string, ...answers: readonly string[]): Promise<string | undefined> {
		return vscode.window.showInformationMessage(plainNotice(message), ...answers);
	}

	async #show(message: string, remedy: Remedy | undefined): Promise<void> {
		const showLog = vscode.l10n.t('Show Log');
		const buttons = [...(remedy === undefined ? [] : [remedy.title]), showLog];
		const chosen = await vscode.window.showErrorMessage(message, ...buttons);
		if (chosen === showLog) {
			this.#log.show();
		} else if (chosen !== undefined && chosen === remedy?.title) {
			await remedy.run();
		}
	}
}

/** Asks before something that cannot be taken back, or that costs. @returns What was chosen; undefined: nothing. */
export function askModally(
	message: string,
	detail: string,
	...answers: readonly string[]
): Thenable<string | undefined> {
	return vscode.window.showWarningMessage(message, { modal: true, detail }, ...answers);
}
