/** The part of `vscode.l10n` that is used, so that texts can be tested without VS Code. */
export interface Translator {
	/** The text in the user's language, `{0}`, `{1}` … filled in. */
	t(message: string, ...args: readonly (string | number)[]): string;
}
