import * as vscode from 'vscode';
import { cutMiddle } from '../../messages/marks.ts';
import { fenced } from '../plainText.ts';

/** Maximum characters of all attachments of a prompt together: a quarter of a small window. */
const attachedLength = 60_000;

/** A user's attachment, as far as it could be read. */
interface Attachment {
	/** With the reason if it could not be read. */
	readonly name: string;
	readonly text?: string;
	readonly language?: string;
}

/** A prompt with the user's attachments, in the order of the prompt, as a model reads it. */
export async function promptText(
	prompt: string,
	references: readonly vscode.ChatPromptReference[],
): Promise<string> {
	// VS Code lists the last one first.
	const read = await Promise.all(references.toReversed().map(readAttachment));
	// Longer attachments get the room that shorter ones do not use.
	const shares = new Map<Attachment, number>();
	let room = attachedLength;
	const byLength = read.toSorted((one, other) => lengthOf(one) - lengthOf(other));
	for (const [done, attachment] of byLength.entries()) {
		const share = Math.min(lengthOf(attachment), Math.floor(room / (read.length - done)));
		shares.set(attachment, share);
		room -= share;
	}
	const blocks = read.map((attachment) =>
		renderAttachment(attachment, shares.get(attachment) ?? 0),
	);
	return [prompt.trim(), ...blocks].filter((block) => block !== '').join('\n\n');
}

function lengthOf({ text = '' }: Attachment): number {
	return text.length;
}

function renderAttachment({ name, text, language = '' }: Attachment, length: number): string {
	if (text === undefined) {
		return `Attached: ${name}`;
	}
	// The start of a file is more informative than its end.
	const head = Math.floor((length * 2) / 3);
	return `Attached: ${name}\n${fenced(cutMiddle(text, head, length - head), language)}`;
}

async function readAttachment({
	id,
	value,
	modelDescription = id,
}: vscode.ChatPromptReference): Promise<Attachment> {
	if (typeof value === 'string') {
		return { name: modelDescription, text: value };
	}
	const place = value instanceof vscode.Uri ? { uri: value } : value;
	if (!(place instanceof vscode.Location) && !isFile(place)) {
		return { name: `${modelDescription} (of a kind that cannot be read)` };
	}
	const name = vscode.workspace.asRelativePath(place.uri);
	try {
		const document = await vscode.workspace.openTextDocument(place.uri);
		const { languageId: language } = document;
		if (!(place instanceof vscode.Location)) {
			return { name, text: document.getText(), language };
		}
		const { start, end } = place.range;
		const lines = `lines ${start.line + 1} to ${end.line + 1}`;
		return { name: `${name}, ${lines}`, text: document.getText(place.range), language };
	} catch {
		return { name: `${name} (it could not be read as text)` };
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
