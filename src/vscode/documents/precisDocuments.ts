import * as v from 'valibot';
import * as vscode from 'vscode';
import type { HistoryEntry } from '../../protocol/conversationView.ts';
import type { PlannedRequests } from '../../protocol/previewView.ts';
import { documentScheme } from '../contributions.ts';
import { whole } from '../formats.ts';
import type { Notifications } from '../notifications.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

const byteOrderMark = '\u{FEFF}';

const conversation = v.string();

/** Content of a document: a handoff, a handoff with the later messages (`handover`), or planned requests. */
const placeSchema = v.variant('kind', [
	v.object({ kind: v.picklist(['handoff', 'handover']), conversation, record: v.number() }),
	v.object({ kind: v.literal('requests'), conversation, preview: v.number() }),
]);

type DocumentPlace = v.InferOutput<typeof placeSchema>;

/**
 * Builds the address of a document. VS Code stores addresses of editors indefinitely, so they hold no words of a
 * conversation.
 * @param name The title of the editor's tab, without an extension.
 */
export function documentUri(place: DocumentPlace, name: string): vscode.Uri {
	return vscode.Uri.from({
		scheme: documentScheme,
		authority: place.kind,
		path: `/${name.replaceAll('/', ' ')}.md`,
		query: JSON.stringify(place),
	});
}

/**
 * Provides handoffs and planned requests as read-only files with their own scheme: editors open
 * them, and chats attach them without a copy on disk.
 * @param requests The planned requests of a preview; undefined: it is gone, or no model would write.
 */
export function registerPrecisDocuments(
	worker: WorkerClient,
	requests: (conversation: string, preview: number) => Promise<PlannedRequests | undefined>,
): vscode.Disposable {
	async function textOf(place: DocumentPlace): Promise<string | undefined> {
		const { conversation: id } = place;
		if (place.kind === 'requests') {
			return requestsText(await requests(id, place.preview));
		}
		// 0 is the uncompacted log, which has no handoff.
		return place.record === 0 ? '' : worker.call(place.kind, { id, record: place.record });
	}

	async function readFile(uri: vscode.Uri): Promise<Uint8Array> {
		// Any extension can open any address, so the query is validated.
		const place = v.safeParse(v.pipe(v.string(), v.parseJson(), placeSchema), uri.query);
		const text = place.success ? await textOf(place.output) : undefined;
		if (text === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		// Without a byte order mark, VS Code decodes files by the setting `files.encoding`.
		return new TextEncoder().encode(`${byteOrderMark}${text}`);
	}

	const refuse = (uri: vscode.Uri): never => {
		throw vscode.FileSystemError.NoPermissions(uri);
	};
	return vscode.workspace.registerFileSystemProvider(
		documentScheme,
		{
			// Nothing is watched: an editor reads a document each time it opens it.
			onDidChangeFile: () => new vscode.Disposable(() => undefined),
			watch: () => new vscode.Disposable(() => undefined),
			readFile,
			stat: async (uri) => ({
				type: vscode.FileType.File,
				permissions: vscode.FilePermission.Readonly,
				ctime: 0,
				mtime: 0,
				size: (await readFile(uri)).byteLength,
			}),
			readDirectory: refuse,
			createDirectory: refuse,
			writeFile: refuse,
			delete: refuse,
			rename: refuse,
		},
		{ isCaseSensitive: true, isReadonly: true },
	);
}

/**
 * Compares two summaries of a conversation in VS Code's diff editor, if they differ.
 * @param before Undefined: no summary.
 */
export async function compareRecords(
	notifications: Pick<Notifications, 'inform'>,
	id: string,
	before: HistoryEntry | undefined,
	after: HistoryEntry,
): Promise<void> {
	if (await isSame(id, before, after)) {
		notifications.inform(vscode.l10n.t('The two summaries do not differ.'));
	} else {
		await showDifference(id, before, after);
	}
}

/**
 * Compares a summary with the one before it, or with none. Steps of the same version that change no word of it, as a pin
 * does, are passed over.
 * @param earlier The nearest first.
 */
export async function compareWithPrevious(
	notifications: Pick<Notifications, 'inform'>,
	id: string,
	earlier: readonly HistoryEntry[],
	after: HistoryEntry,
): Promise<void> {
	let [before, ...others] = earlier;
	while (before?.number === after.number && (await isSame(id, before, after))) {
		[before, ...others] = others;
	}
	await compareRecords(notifications, id, before, after);
}

async function isSame(
	id: string,
	before: HistoryEntry | undefined,
	after: HistoryEntry,
): Promise<boolean> {
	const [old, now] = await Promise.all(
		[before, after].map((entry) => vscode.workspace.openTextDocument(handoffUri(id, entry))),
	);
	return old?.getText() === now?.getText();
}

/** @param entry Undefined: no summary. */
function handoffUri(id: string, entry: HistoryEntry | undefined): vscode.Uri {
	return documentUri(
		{ kind: 'handoff', conversation: id, record: entry?.id ?? 0 },
		entry === undefined ? vscode.l10n.t('No Summary') : vscode.l10n.t('Summary {0}', entry.number),
	);
}

async function showDifference(
	id: string,
	before: HistoryEntry | undefined,
	after: HistoryEntry,
): Promise<void> {
	const name =
		before === undefined
			? vscode.l10n.t('No Summary ↔ Version {0}', after.number)
			: before.number === after.number
				? vscode.l10n.t('Previous Summary ↔ Version {0}', after.number)
				: vscode.l10n.t('Version {0} ↔ Version {1}', before.number, after.number);
	await vscode.commands.executeCommand(
		'vscode.diff',
		handoffUri(id, before),
		handoffUri(id, after),
		name,
	);
}

/** Planned requests as Markdown. @param planned Undefined: the preview is gone. */
function requestsText(planned: PlannedRequests | undefined): string {
	if (planned === undefined) {
		return vscode.l10n.t('This preview is no longer available, or it needs no model.');
	}
	const { model, prompts, requests, cachedTokens } = planned;
	const heading = vscode.l10n.t('What would be sent to {0}', model);
	const blocks: readonly (string | false)[] = [
		`# ${heading}`,
		vscode.l10n.t('Nothing has been sent yet. Secrets are already redacted.'),
		cachedTokens !== undefined &&
			vscode.l10n.t(
				'This is appended to the last request that the model was sent for this conversation ({0} tokens), unchanged and with the same tools, so that the provider reads it from its cache.',
				whole(cachedTokens),
			),
		...prompts.map((prompt, index) => promptText(prompt, index + 1, requests)),
		requests > prompts.length && vscode.l10n.t('One more request merges the partial summaries.'),
		'',
	];
	return blocks.filter((block) => block !== false).join('\n\n');
}

function promptText(
	{ system, user }: PlannedRequests['prompts'][number],
	number: number,
	of: number,
): string {
	return [
		`## ${vscode.l10n.t('Request {0} of {1}', number, of)}`,
		...(system === '' ? [] : [`### ${vscode.l10n.t('Instructions')}`, system]),
		`### ${vscode.l10n.t('Conversation and task')}`,
		user,
	].join('\n\n');
}
