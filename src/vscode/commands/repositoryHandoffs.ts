import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { GitFailure } from '../../git/gitFailure.ts';
import { gitRunner, Repository, type Remote } from '../../git/repository.ts';
import {
	fetchShared,
	headerOf,
	listShared,
	readShared,
	share,
	type ListedHandoff,
	type SharedHandoff,
} from '../../git/sharedHandoffs.ts';
import { shortPath } from '../documents/filePaths.ts';
import { openTranscript } from '../transcripts/openTranscript.ts';
import { plainLabel } from '../plainText.ts';
import { receivedFolder } from '../settings/forgetState.ts';
import { diskFolders } from '../settings/workspace.ts';
import { withSignal } from '../worker/withSignal.ts';
import type { CommandServices } from './commandRegistry.ts';

/** Scheme of documents that show a handoff before it is pushed. */
const scheme = 'precis-shared';

/** A remote to push to or fetch from. */
interface Destination {
	readonly repository: Repository;
	readonly remote: Remote;
}

type Choice =
	| ({ readonly kind: 'fetch' } & Destination)
	| { readonly kind: 'open'; readonly repository: Repository; readonly handoff: ListedHandoff };

type ChoiceRow = vscode.QuickPickItem & { readonly choice?: Choice };

/** Handoffs shared through the workspace's repository. Loaded on demand. */
export class RepositoryHandoffs {
	readonly #services: CommandServices;

	constructor(services: CommandServices) {
		this.#services = services;
	}

	/** Shows the handoff and pushes it after consent. */
	share(shared: SharedHandoff): Promise<void> {
		return this.#withGit(async () => {
			const destination = await chooseDestination();
			if (destination === undefined) {
				return;
			}
			const { repository, remote } = destination;
			if (!(await this.#agrees(shared, destination))) {
				return;
			}
			const commit = await withProgress(vscode.l10n.t('Pushing to {0}', remote.name), (signal) =>
				share(repository, remote.name, shared, randomUUID(), signal),
			);
			this.#services.notifications.inform(
				vscode.l10n.t(
					'Pushed to {0} as commit {1}. To open it elsewhere: Precis: Open…, Handoff from the Repository…',
					remote.name,
					commit.slice(0, 8),
				),
			);
		});
	}

	/** Lists the handoffs here, fetches more on request, and opens the chosen one. */
	open(): Promise<void> {
		return this.#withGit(async () => {
			let chosen = await chooseHandoff();
			while (chosen?.kind === 'fetch') {
				await this.#fetch(chosen);
				chosen = await chooseHandoff();
			}
			if (chosen !== undefined) {
				await this.#openHandoff(chosen.repository, chosen.handoff);
			}
		});
	}

	async #fetch({ repository, remote }: Destination): Promise<void> {
		const title = vscode.l10n.t('Fetching from {0}', remote.name);
		const conflicts = await withProgress(title, (signal) =>
			fetchShared(repository, remote.name, signal),
		);
		if (conflicts.length > 0) {
			const failure = new GitFailure('conflict', conflicts.join(', '));
			this.#services.notifications.refused(failureText(failure));
		}
	}

	/** Git, and programs that a repository configures, run only in trusted workspaces. */
	async #withGit(run: () => Promise<void>): Promise<void> {
		const { notifications } = this.#services;
		if (!vscode.workspace.isTrusted) {
			notifications.refused(
				vscode.l10n.t('Precis runs git only in a trusted workspace. Trust this workspace first.'),
			);
			return;
		}
		try {
			await run();
		} catch (error) {
			if (!(error instanceof GitFailure)) {
				throw error;
			}
			notifications.refused(failureText(error));
		}
	}

	/** Opens everything that would be pushed, and asks. */
	async #agrees(shared: SharedHandoff, { repository, remote }: Destination): Promise<boolean> {
		const { title, author, committer } = await headerOf(repository, shared);
		const header = [
			vscode.l10n.t('Title: {0}', title),
			vscode.l10n.t('Author: {0}', author),
			...(committer === author ? [] : [vscode.l10n.t('Committer: {0}', committer)]),
			vscode.l10n.t('Remote: {0} ({1})', remote.name, remote.address),
		].join('\n');
		const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
			provideTextDocumentContent: () => `${header}\n\n---\n\n${shared.handoff}`,
		});
		const uri = vscode.Uri.from({ scheme, path: '/handoff.md', query: randomUUID() });
		try {
			const document = await vscode.workspace.openTextDocument(uri);
			await vscode.window.showTextDocument(document, { preview: false });
			const push = vscode.l10n.t('Push');
			const answer = await this.#services.notifications.ask(
				vscode.l10n.t(
					'Push this handoff to {0} ({1})? All of it is open in the editor, with secrets redacted. Everyone who can read the remote can read it.',
					remote.name,
					remote.address,
				),
				push,
			);
			return answer === push;
		} finally {
			// Without the provider, its editors would be empty.
			const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
			const isOurs = ({ input }: vscode.Tab): boolean =>
				input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
			await vscode.window.tabGroups.close(tabs.filter(isOurs), true);
			registration.dispose();
		}
	}

	async #openHandoff(repository: Repository, listed: ListedHandoff): Promise<void> {
		const { worker, context } = this.#services;
		const handoff = await readShared(repository, listed.commit);
		const session = await worker.call('receivedSession', { title: listed.title, handoff });
		if (session === undefined) {
			throw new GitFailure('not-a-handoff', listed.commit);
		}
		const folder = path.join(receivedFolder(context.globalStorageUri.fsPath), listed.commit);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		// The tab of the editor shows the file's name.
		const file = path.join(folder, `handoff-${listed.commit.slice(0, 8)}.json`);
		await writeFile(file, session, { mode: 0o600 });
		await openTranscript(this.#services, vscode.Uri.file(file));
	}
}

/** The repositories of the workspace's folders, each once. @throws {GitFailure} if there is none. */
async function workspaceRepositories(): Promise<readonly Repository[]> {
	const run = gitRunner('git', process.env);
	const found = new Map<string, Repository>();
	let missing = new GitFailure('no-repository');
	for (const folder of diskFolders()) {
		try {
			const repository = await Repository.at(folder, run);
			found.set(repository.folder, repository);
		} catch (error) {
			if (!(error instanceof GitFailure) || error.code !== 'no-repository') {
				throw error;
			}
			missing = error;
		}
	}
	if (found.size === 0) {
		throw missing;
	}
	return [...found.values()];
}

async function destinationsIn(repositories: readonly Repository[]): Promise<Destination[]> {
	const each = repositories.map(async (repository) =>
		(await repository.remotes()).map((remote) => ({ repository, remote })),
	);
	return (await Promise.all(each)).flat();
}

/** @throws {GitFailure} `no-remote` if there is none. */
async function chooseDestination(): Promise<Destination | undefined> {
	const destinations = await destinationsIn(await workspaceRepositories());
	if (destinations.length === 0) {
		throw new GitFailure('no-remote');
	}
	const rows = destinations.map((destination) => ({
		label: plainLabel(destination.remote.name),
		description: plainLabel(destination.remote.address),
		detail: shortPath(destination.repository.folder, [], homedir()),
		destination,
	}));
	const picked = await vscode.window.showQuickPick(rows, {
		placeHolder: vscode.l10n.t(
			'Which remote is the handoff for? Precis shows it before it is pushed.',
		),
	});
	return picked?.destination;
}

/** Picks a handoff, or a remote to fetch more from. @throws {GitFailure} `no-remote` if there is neither. */
async function chooseHandoff(): Promise<Choice | undefined> {
	const repositories = await workspaceRepositories();
	const rows: ChoiceRow[] = [];
	for (const repository of repositories) {
		const folder = shortPath(repository.folder, [], homedir());
		const { handoffs, unlisted } = await listShared(repository);
		for (const handoff of handoffs) {
			rows.push({
				label: `$(repo) ${plainLabel(handoff.title)}`,
				description: `${plainLabel(handoff.author)} · ${new Date(handoff.date).toLocaleString(vscode.env.language)}`,
				detail: `${handoff.commit.slice(0, 8)} · ${folder}`,
				choice: { kind: 'open', repository, handoff },
			});
		}
		if (unlisted > 0) {
			rows.push({
				label: `$(info) ${vscode.l10n.t('Not listed: {0}', unlisted)}`,
				description: vscode.l10n.t('Older than the newest 200, or larger than 64 KiB'),
				detail: folder,
			});
		}
	}
	for (const { repository, remote } of await destinationsIn(repositories)) {
		rows.push({
			label: `$(cloud-download) ${vscode.l10n.t('Fetch from {0}', plainLabel(remote.name))}`,
			description: plainLabel(remote.address),
			choice: { kind: 'fetch', repository, remote },
		});
	}
	if (rows.length === 0) {
		throw new GitFailure('no-remote');
	}
	const picked = await vscode.window.showQuickPick(rows, {
		placeHolder: vscode.l10n.t('Open a handoff that was shared, or fetch new ones'),
		matchOnDescription: true,
		matchOnDetail: true,
	});
	return picked?.choice;
}

function withProgress<Result>(
	title: string,
	run: (signal: AbortSignal) => Promise<Result>,
): Thenable<Result> {
	const location = vscode.ProgressLocation.Notification;
	return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) =>
		withSignal(token, run),
	);
}

/** Cause and remedy of a failure. */
function failureText({ code, detail }: GitFailure): string {
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
			'The remote has other content under the name of a handoff. The local handoff was not replaced. {0}',
			detail,
		),
		'too-large': vscode.l10n.t('The handoff is too large to share or open: {0}', detail),
		'not-a-handoff': vscode.l10n.t(
			'The fetched content is not a handoff by Precis. Nothing was opened.',
		),
		'timed-out': vscode.l10n.t('Git took too long and was stopped. Try again. {0}', detail),
		cancelled: vscode.l10n.t('The fetch was cancelled.'),
		'push-unclear': vscode.l10n.t(
			'Git was stopped before the remote answered. Fetch to see whether the remote received the handoff. {0}',
			detail,
		),
		'pushed-unlisted': vscode.l10n.t(
			'The remote received the handoff, but this repository does not list it. Fetch to list it. {0}',
			detail,
		),
		failed: vscode.l10n.t('Git failed: {0}', detail),
	}[code];
}
