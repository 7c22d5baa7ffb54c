import * as vscode from 'vscode';
import type { GitFailure } from '../../git/gitFailure.ts';

/** What happened, why, and what a person can do about it. */
export function failureText({ code, detail }: GitFailure): string {
	return {
		'no-git': vscode.l10n.t(
			'Git was not found. Install git, or add it to the PATH, and restart VS Code.',
		),
		'no-repository': vscode.l10n.t(
			'No folder of this workspace is in a git repository that git can use. {0}',
			detail,
		),
		'no-remote': vscode.l10n.t(
			'The repository has no such remote. Add one with: git remote add. {0}',
			detail,
		),
		'no-identity': vscode.l10n.t(
			'Git does not know who you are. Set user.name and user.email with git config.',
		),
		unreachable: vscode.l10n.t(
			'The remote cannot be reached. Check the connection and the address. {0}',
			detail,
		),
		'sign-in': vscode.l10n.t(
			'The remote requires a sign-in. Run git fetch in a terminal once. {0}',
			detail,
		),
		refused: vscode.l10n.t(
			'The push was refused. Ask who runs the remote, or choose another one. {0}',
			detail,
		),
		conflict: vscode.l10n.t(
			'The remote has something else under the name of a handoff. The handoff here was not replaced. {0}',
			detail,
		),
		'too-large': vscode.l10n.t('The handoff is too large to share or open: {0}', detail),
		'not-a-handoff': vscode.l10n.t(
			'What was fetched is not a handoff that Precis wrote. Nothing was opened.',
		),
		'timed-out': vscode.l10n.t('Git took too long and was ended. Try again. {0}', detail),
		cancelled: vscode.l10n.t('The fetch was cancelled.'),
		'push-unclear': vscode.l10n.t(
			'Git was ended before the remote had answered. Fetch to see whether the remote received the handoff. {0}',
			detail,
		),
		'pushed-unlisted': vscode.l10n.t(
			'The remote received the handoff, but this repository does not list it. Fetch to list it. {0}',
			detail,
		),
		failed: vscode.l10n.t('Git failed: {0}', detail),
	}[code];
}
