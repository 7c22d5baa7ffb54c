import * as vscode from 'vscode';
import type { CompactionPreviews } from './compactionPreviews.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { documentScheme, placeOf, type DocumentPlace } from './documentPlaces.ts';
import { requestsText } from './previewTexts.ts';

const byteOrderMark = '\u{FEFF}';

/**
 * Handoffs and planned requests as read-only files of a scheme of their own: an editor shows
 * them, and a chat attaches them without a copy on the disk.
 */
export class PrecisDocuments implements vscode.FileSystemProvider, vscode.Disposable {
	/** Nothing here is watched: an editor that opens a document again reads it again. */
	readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
	readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

	readonly #conversations: Conversations;
	readonly #previews: Pick<CompactionPreviews, 'requests'>;
	readonly #registration: vscode.Disposable;

	constructor(conversations: Conversations, previews: Pick<CompactionPreviews, 'requests'>) {
		this.#conversations = conversations;
		this.#previews = previews;
		this.onDidChangeFile = this.#changes.event;
		this.#registration = vscode.workspace.registerFileSystemProvider(documentScheme, this, {
			isCaseSensitive: true,
			isReadonly: true,
		});
	}

	async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
		const { byteLength } = await this.readFile(uri);
		return {
			type: vscode.FileType.File,
			permissions: vscode.FilePermission.Readonly,
			ctime: 0,
			mtime: 0,
			size: byteLength,
		};
	}

	async readFile(uri: vscode.Uri): Promise<Uint8Array> {
		// VS Code decodes files by the setting `files.encoding`, unless they say what they are.
		return new TextEncoder().encode(`${byteOrderMark}${await this.#text(uri)}`);
	}

	watch(): vscode.Disposable {
		return new vscode.Disposable(() => undefined);
	}

	readDirectory(uri: vscode.Uri): never {
		throw vscode.FileSystemError.FileNotADirectory(uri);
	}

	createDirectory(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	writeFile(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	delete(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	rename(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	async #text(uri: vscode.Uri): Promise<string> {
		const place = placeOf(uri);
		if (place === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		const text = await this.#textAt(place);
		if (text === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		return text;
	}

	/** Undefined: what stood there was deleted. */
	async #textAt(place: DocumentPlace): Promise<string | undefined> {
		switch (place.kind) {
			case 'handoff':
			case 'handover':
				return this.#handoff(place);
			case 'requests':
				return requestsText(await this.#previews.requests(place.conversation, place.preview));
		}
	}

	dispose(): void {
		this.#registration.dispose();
		this.#changes.dispose();
	}

	async #handoff({
		kind,
		conversation: id,
		record,
	}: Extract<DocumentPlace, { readonly kind: 'handoff' | 'handover' }>): Promise<
		string | undefined
	> {
		// 0 stands for the log as it is: nothing was summarised.
		return record === 0 ? '' : this.#conversations.ask(kind, { id, record });
	}
}
