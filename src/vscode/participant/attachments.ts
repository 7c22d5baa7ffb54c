import * as vscode from 'vscode';
import type { Attachment } from './promptText.ts';

/** Reads what a person attached to a prompt, in the order of the prompt. */
export async function readAttachments(
	references: readonly vscode.ChatPromptReference[],
): Promise<readonly Attachment[]> {
	// VS Code gives the last one first.
	return Promise.all(references.toReversed().map(readAttachment));
}

async function readAttachment({
	id,
	value,
	modelDescription,
}: vscode.ChatPromptReference): Promise<Attachment> {
	if (typeof value === 'string') {
		return { name: modelDescription ?? id, language: '', text: value };
	}
	const place = value instanceof vscode.Uri ? { uri: value } : value;
	if (!(place instanceof vscode.Location) && !isFile(place)) {
		return { name: modelDescription ?? id, problem: 'of a kind that cannot be read' };
	}
	const name = vscode.workspace.asRelativePath(place.uri);
	try {
		const document = await vscode.workspace.openTextDocument(place.uri);
		const { languageId: language } = document;
		if (!(place instanceof vscode.Location)) {
			return { name, language, text: document.getText() };
		}
		const { start, end } = place.range;
		const lines = `lines ${start.line + 1} to ${end.line + 1}`;
		return { name: `${name}, ${lines}`, language, text: document.getText(place.range) };
	} catch {
		return { name, problem: 'it could not be read as text' };
	}
}

function isFile(place: unknown): place is { readonly uri: vscode.Uri } {
	return (
		typeof place === 'object' &&
		place !== null &&
		'uri' in place &&
		place.uri instanceof vscode.Uri &&
		!('range' in place)
	);
}
