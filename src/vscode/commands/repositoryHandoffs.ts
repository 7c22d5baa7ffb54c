import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { GitFailure } from '../../git/gitFailure.ts';
import type { Remote, Repository } from '../../git/repository.ts';
import {
	fetchShared,
	headerOf,
	readShared,
	share,
	type CommitHeader,
	type ListedHandoff,
	type Shared,
} from '../../git/sharedHandoffs.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { Notifications } from '../notifications.ts';
import type { SharedList } from '../panel/sharedList.ts';
import { idOf } from '../panel/treeElement.ts';
import { receivedFolder } from '../settings/stateFile.ts';
import type { TranscriptOpener } from '../transcripts/openTranscript.ts';
import { withSignal } from '../worker/interrupts.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { chooseDestination, chooseHandoff, type Destination } from './repositoryChoices.ts';
import { failureText } from './repositoryTexts.ts';

export { workspaceHandoffs } from './repositoryChoices.ts';

/** Of documents that show what would be pushed. */
const scheme = 'precis-shared';

export interface RepositoryServices {
	readonly worker: Pick<WorkerClient, 'call'>;
	readonly conversations: Pick<Conversations, 'ask'>;
	readonly opener: Pick<TranscriptOpener, 'open'>;
	readonly notifications: Notifications;
	readonly shared: SharedList;
	/** The folder of the extension's files; absolute. */
	readonly storage: string;
}

/** Handoffs that travel through the workspace's repository. Loaded when a person asks for it. */
export class RepositoryHandoffs {
	readonly #services: RepositoryServices;

	constructor(services: RepositoryServices) {
		this.#services = services;
	}

	/** Shows what would be pushed, and pushes it when the person agrees. @param record Absent: the active one. */
	share(view: ConversationView, record?: number): Promise<void> {
		return this.#telling(async () => {
			const destination = await chooseDestination();
			if (destination === undefined) {
				return;
			}
			const { repository, remote } = destination;
			const shared = await this.#content(view, record);
			if (shared === undefined || !(await this.#agrees(shared, destination))) {
				return;
			}
			const commit = await withProgress(vscode.l10n.t('Pushing to {0}', remote.name), (signal) =>
				share(repository, remote.name, shared, randomUUID(), signal),
			);
			this.#services.notifications.inform(
				vscode.l10n.t(
					'Pushed to {0} as commit {1}. To open it elsewhere: Precis: Open Handoff from the Repository…',
					remote.name,
					commit.slice(0, 8),
				),
			);
			await this.#services.shared.use();
		});
	}

	/** Lists what was fetched, fetches when the person asks for that, and opens what they choose. */
	open(): Promise<void> {
		return this.#telling(async () => {
			const { shared } = this.#services;
			let chosen = await chooseHandoff(await shared.use());
			while (chosen !== undefined && chosen.kind !== 'open') {
				if (chosen.kind === 'fetch') {
					await this.#fetch(chosen);
				}
				chosen = await chooseHandoff(await shared.use());
			}
			if (chosen !== undefined) {
				await this.#openHandoff(chosen.repository, chosen.handoff);
			}
		});
	}

	/** Opens one of the Conversations view. @param row Id of its row. */
	openListed(row: string): Promise<void> {
		return this.#telling(async () => {
			for (const { repository, handoffs } of this.#services.shared.repositories) {
				const { folder } = repository;
				const found = handoffs.find((handoff) => idOf({ kind: 'shared', folder, handoff }) === row);
				if (found !== undefined) {
					await this.#openHandoff(repository, found);
				}
			}
		});
	}

	async #fetch({ repository, remote }: Destination): Promise<void> {
		const conflicts = await withProgress(
			vscode.l10n.t('Fetching from {0}', remote.name),
			(signal) => fetchShared(repository, remote.name, signal),
		);
		if (conflicts.length > 0) {
			this.#services.notifications.refused(
				failureText(new GitFailure('conflict', conflicts.join(', '))),
			);
		}
	}

	/** Git and the programs that a repository names run in trusted workspaces alone. */
	async #telling(run: () => Promise<void>): Promise<void> {
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

	/** What is shared; undefined: there is no handoff. */
	async #content(
		{ id, title }: ConversationView,
		record: number | undefined,
	): Promise<Shared | undefined> {
		const { conversations, notifications } = this.#services;
		const handoff = await conversations.ask('handover', {
			id,
			...(record === undefined ? {} : { record }),
		});
		if (handoff === undefined) {
			notifications.inform(
				vscode.l10n.t('There is no handoff yet. Compact the conversation first.'),
			);
			return undefined;
		}
		return { title, handoff: `${handoff}\n` };
	}

	/** Shows everything that would be pushed beside a question. */
	async #agrees(shared: Shared, { repository, remote }: Destination): Promise<boolean> {
		const header = headerText(await headerOf(repository, shared), remote);
		const question = randomUUID();
		const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
			provideTextDocumentContent: () => `${header}\n\n---\n\n${shared.handoff}`,
		});
		try {
			const uri = vscode.Uri.from({ scheme, path: '/handoff.md', query: question });
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
			await closeEditors(question);
			registration.dispose();
		}
	}

	async #openHandoff(repository: Repository, listed: ListedHandoff): Promise<void> {
		const handoff = await readShared(repository, listed.commit);
		const { title } = listed;
		const session = await this.#services.worker.call('receivedSession', { title, handoff });
		if (session === undefined) {
			throw new GitFailure('not-a-handoff', listed.commit);
		}
		const folder = path.join(receivedFolder(this.#services.storage), listed.commit);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		// The tab of the editor shows the file's name.
		const file = path.join(folder, `handoff-${listed.commit.slice(0, 8)}.json`);
		await writeFile(file, session, { mode: 0o600 });
		await this.#services.opener.open(vscode.Uri.file(file));
	}
}

/** Closes what was shown for a question: without it the documents have no text any more. */
async function closeEditors(question: string): Promise<void> {
	const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
	await vscode.window.tabGroups.close(
		tabs.filter(
			({ input }) =>
				input instanceof vscode.TabInputText &&
				input.uri.scheme === scheme &&
				input.uri.query === question,
		),
		true,
	);
}

function headerText({ title, author, committer }: CommitHeader, remote: Remote): string {
	return [
		vscode.l10n.t('Title: {0}', title),
		vscode.l10n.t('Author: {0}', author),
		...(committer === author ? [] : [vscode.l10n.t('Committer: {0}', committer)]),
		vscode.l10n.t('Remote: {0} ({1})', remote.name, remote.address),
	].join('\n');
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
