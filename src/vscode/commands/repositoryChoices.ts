import * as vscode from 'vscode';
import { GitFailure } from '../../git/gitFailure.ts';
import { gitRunner, Repository, type Remote } from '../../git/repository.ts';
import { listShared, type ListedHandoff } from '../../git/sharedHandoffs.ts';
import { unlistedText } from '../panel/rowTexts.ts';
import type { RepositoryListing } from '../panel/sharedList.ts';
import { diskFolders } from '../settings/workspace.ts';
import { plainLabel } from '../plainText.ts';

/** Where a handoff goes, or comes from. */
export interface Destination {
	readonly repository: Repository;
	readonly remote: Remote;
}

/** The repositories that the workspace's folders lie in, each once. @throws {GitFailure} where there is none. */
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

/** What was fetched into the workspace's repositories, or pushed from them. @throws {GitFailure} */
export async function workspaceHandoffs(): Promise<readonly RepositoryListing[]> {
	return Promise.all(
		(await workspaceRepositories()).map(async (repository) => ({
			repository,
			...(await listShared(repository)),
		})),
	);
}

async function destinationsIn(repositories: readonly Repository[]): Promise<Destination[]> {
	const each = repositories.map(async (repository) =>
		(await repository.remotes()).map((remote) => ({ repository, remote })),
	);
	return (await Promise.all(each)).flat();
}

/** @throws {GitFailure} `no-remote` where there is none to choose. */
export async function chooseDestination(): Promise<Destination | undefined> {
	const destinations = await destinationsIn(await workspaceRepositories());
	if (destinations.length === 0) {
		throw new GitFailure('no-remote');
	}
	const rows = destinations.map((destination) => ({
		label: plainLabel(destination.remote.name),
		description: plainLabel(destination.remote.address),
		detail: destination.repository.folder,
		destination,
	}));
	const picked = await vscode.window.showQuickPick(rows, {
		placeHolder: vscode.l10n.t(
			'Which remote is the handoff for? Precis shows it before it is pushed.',
		),
	});
	return picked?.destination;
}

type ChoiceRow = vscode.QuickPickItem & { readonly choice: Choice };

type Choice =
	| ({ readonly kind: 'fetch' } & Destination)
	| { readonly kind: 'unlisted' }
	| { readonly kind: 'open'; readonly repository: Repository; readonly handoff: ListedHandoff };

/** What was fetched, and where more can be fetched from. @throws {GitFailure} `no-remote` where there is neither. */
export async function chooseHandoff(
	listed: readonly RepositoryListing[],
): Promise<Choice | undefined> {
	const rows: ChoiceRow[] = [];
	for (const { repository, handoffs, unlisted } of listed) {
		for (const handoff of handoffs) {
			rows.push({
				label: `$(repo) ${plainLabel(handoff.title)}`,
				description: `${plainLabel(handoff.author)} · ${new Date(handoff.date).toLocaleString(vscode.env.language)}`,
				detail: `${handoff.commit.slice(0, 8)} · ${repository.folder}`,
				choice: { kind: 'open', repository, handoff },
			});
		}
		if (unlisted > 0) {
			rows.push(unlistedRow(repository, unlisted));
		}
	}
	for (const destination of await destinationsIn(listed.map(({ repository }) => repository))) {
		rows.push({
			label: `$(cloud-download) ${vscode.l10n.t('Fetch from {0}', plainLabel(destination.remote.name))}`,
			description: plainLabel(destination.remote.address),
			choice: { kind: 'fetch', ...destination },
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

/** Tells what the list leaves out. */
function unlistedRow(repository: Repository, unlisted: number): ChoiceRow {
	return {
		label: `$(info) ${unlistedText(unlisted, vscode)}`,
		description: vscode.l10n.t('Older than the newest 200, or larger than 64 KiB'),
		detail: repository.folder,
		choice: { kind: 'unlisted' },
	};
}
