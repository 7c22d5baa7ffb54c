import type * as vscode from 'vscode';
import { formatCount, mark } from '../../messages/marks.ts';
import type { Part } from '../../messages/message.ts';
import { hostApi } from '../hostApi.ts';

/** One of VS Code's parts in the form of the log; undefined if it has no content, such as cache markers. */
export function readPart(part: unknown): Part | undefined {
	if (part instanceof hostApi.LanguageModelTextPart) {
		return part.value === '' ? undefined : { type: 'text', text: part.value };
	}
	if (part instanceof hostApi.LanguageModelDataPart) {
		return readData(part);
	}
	if (part instanceof hostApi.LanguageModelPromptTsxPart) {
		return textPart(textOfTree(part.value) || jsonOf(part.value));
	}
	if (typeof part === 'string') {
		return textPart(part);
	}
	// Reasoning and parts of later versions concern only the model and are passed unchanged.
	return undefined;
}

function readData({ mimeType, data }: vscode.LanguageModelDataPart): Part | undefined {
	if (mimeType.startsWith('image/')) {
		const base64 = Buffer.from(data).toString('base64');
		return { type: 'image', mediaType: mimeType, url: `data:${mimeType};base64,${base64}` };
	}
	if (/^text\/|^application\/(?:[\w.+-]*\+)?json\b/.test(mimeType)) {
		return textPart(new TextDecoder().decode(data));
	}
	// Markers have names that are not media types: `cache_control`, `stateful_marker`.
	return mimeType.includes('/')
		? textPart(mark(`attachment, ${mimeType}, ${formatCount(data.byteLength)} bytes`))
		: undefined;
}

function textPart(text: string): Part | undefined {
	return text === '' ? undefined : { type: 'text', text };
}

/** The texts of a rendered prompt, a tree whose leaves have a `text`. */
function textOfTree(node: unknown): string {
	if (Array.isArray(node)) {
		return node.map(textOfTree).join('');
	}
	if (typeof node !== 'object' || node === null) {
		return '';
	}
	const own = 'text' in node && typeof node.text === 'string' ? node.text : '';
	const below = 'node' in node ? textOfTree(node.node) : '';
	return own + below + ('children' in node ? textOfTree(node.children) : '');
}

function jsonOf(value: unknown): string {
	return JSON.stringify(value) ?? '';
}
