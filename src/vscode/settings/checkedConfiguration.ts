import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { detach } from '../detach.ts';
import { plainNotice } from '../plainText.ts';
import type { Translator } from '../translator.ts';

/** Settings after they were checked. */
interface CheckedSettings {
	readonly rejected: readonly {
		/** Without `precis.`. */
		readonly name: string;
		/** What a person is told of it. @param id The setting's whole name. */
		readonly message: (id: string, l10n: Translator) => string;
	}[];
}

/** The person's settings, checked. What is not allowed is reported once. */
export abstract class CheckedConfiguration<Checked extends CheckedSettings>
	implements vscode.Disposable
{
	readonly #log: vscode.LogOutputChannel;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #listener: vscode.Disposable;
	#reported = new Set<string>();
	#now: Checked | undefined;

	/** Fires when one of the settings has changed. */
	readonly onDidChange = this.#onDidChange.event;

	/** @param sections The settings that are checked: all that begin with one of these. */
	constructor(sections: readonly string[], log: vscode.LogOutputChannel) {
		this.#log = log;
		this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
			if (sections.some((section) => event.affectsConfiguration(section))) {
				this.#now = this.#read();
				this.#onDidChange.fire();
			}
		});
	}

	/** What holds now; never invalid. */
	get now(): Checked {
		this.#now ??= this.#read();
		return this.#now;
	}

	protected abstract check(read: (name: string) => unknown): Checked;

	dispose(): void {
		this.#listener.dispose();
		this.#onDidChange.dispose();
	}

	#read(): Checked {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const checked = this.check((name) => configuration.get<unknown>(name));
		const reported = new Set<string>();
		for (const { name, message: messageOf } of checked.rejected) {
			const id = `${configurationSection}.${name}`;
			const message = messageOf(id, vscode.l10n);
			reported.add(message);
			if (!this.#reported.has(message)) {
				detach(this.#warn(id, message), this.#log);
			}
		}
		this.#reported = reported;
		return checked;
	}

	/** Tells of a setting that is not allowed, with a way to it. */
	async #warn(id: string, message: string): Promise<void> {
		this.#log.warn(message);
		const open = vscode.l10n.t('Open Setting');
		if ((await vscode.window.showWarningMessage(plainNotice(message), open)) === open) {
			await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
		}
	}
}
