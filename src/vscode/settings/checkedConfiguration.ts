import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { detach } from '../detach.ts';
import { plainNotice } from '../plainText.ts';

/** Settings after they were checked. */
interface CheckedSettings {
	/** Those that are not allowed; names are without `precis.`. */
	readonly rejected: readonly { readonly name: string; readonly value: unknown }[];
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

	/** What a person is told of a setting that is not allowed. @param id Its whole name. */
	protected abstract message(rejected: Checked['rejected'][number], id: string): string;

	dispose(): void {
		this.#listener.dispose();
		this.#onDidChange.dispose();
	}

	#read(): Checked {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const checked = this.check((name) => configuration.get<unknown>(name));
		const reported = new Set<string>();
		for (const setting of checked.rejected) {
			const id = `${configurationSection}.${setting.name}`;
			const message = this.message(setting, id);
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
