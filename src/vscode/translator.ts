/** `vscode.l10n`, as far as it is needed: what makes texts can then be tested without VS Code. */
export interface Translator {
	/** The text in the person's language, `{0}`, `{1}` … filled in. */
	t(message: string, ...args: readonly (string | number)[]): string;
}
