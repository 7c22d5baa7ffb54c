import * as vscode from 'vscode';
import { cutMiddle } from '../../messages/marks.ts';
import { fenced } from '../plainText.ts';

/** Characters that all attachments of a prompt may have together: a quarter of a small window. */
const attachedLength = 60_000;

/** A prompt with what a person attached to it, in the order of the prompt, as a model reads it. */
export async function promptText(
	prompt: string,
	references: readonly vscode.ChatPromptReference[],
): Promise<string> {
	const length = Math.floor(attachedLength / references.length);
	// VS Code gives the last one first.
	const blocks = references.toReversed().map((reference) => attached(reference, length));
	return [prompt.trim(), ...(await Promise.all(blocks))]
		.filter((block) => block !== '')
		.join('\n\n');
}

async function attached(
	{ id, value, modelDescription }: vscode.ChatPromptReference,
	length: number,
): Promise<string> {
	const block = (name: string, text: string, language = ''): string => {
		// The start of a file says more about it than its end.
		const head = Math.floor((length * 2) / 3);
		return `Attached: ${name}\n${fenced(cutMiddle(text, head, length - head), language)}`;
	};
	if (typeof value === 'string') {
		return block(modelDescription ?? id, value);
	}
	const place = value instanceof vscode.Uri ? { uri: value } : value;
	if (!(place instanceof vscode.Location) && !isFile(place)) {
		return `Attached: ${modelDescription ?? id} (of a kind that cannot be read)`;
	}
	const name = vscode.workspace.asRelativePath(place.uri);
	try {
		const document = await vscode.workspace.openTextDocument(place.uri);
		const { languageId: language } = document;
		if (!(place instanceof vscode.Location)) {
			return block(name, document.getText(), language);
		}
		const { start, end } = place.range;
		const lines = `lines ${start.line + 1} to ${end.line + 1}`;
		return block(`${name}, ${lines}`, document.getText(place.range), language);
	} catch {
		return `Attached: ${name} (it could not be read as text)`;
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
