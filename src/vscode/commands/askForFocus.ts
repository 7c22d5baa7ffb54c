import * as vscode from 'vscode';
import { maxFocusLength } from '../../protocol/fromPanel.ts';

/** How a focus is asked for. */
export interface FocusQuestion {
	readonly title: string;
	readonly last: string | undefined;
	/** Whether nothing may be given; then the answer is empty. */
	readonly optional: boolean;
}

/** @returns Undefined when the person wants none of it any more. */
export async function askForFocus({
	title,
	last,
	optional,
}: FocusQuestion): Promise<string | undefined> {
	const focus = await vscode.window.showInputBox({
		title,
		prompt: optional
			? vscode.l10n.t('The summary gives most of its room to this topic. Leave empty for no focus.')
			: vscode.l10n.t('The summary gives most of its room to this topic.'),
		placeHolder: vscode.l10n.t('For example: the token refresh in src/auth'),
		...(last === undefined ? {} : { value: last }),
		validateInput(value) {
			if (value.trim() === '' && !optional) {
				return vscode.l10n.t('Name a topic, a file or a symbol.');
			}
			return value.length > maxFocusLength
				? vscode.l10n.t('At most {0} characters.', maxFocusLength)
				: undefined;
		},
	});
	return focus?.trim();
}
