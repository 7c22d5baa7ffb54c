import type * as vscode from 'vscode';
import { formatCount, mark } from '../../messages/marks.ts';
import { documentType, type Part } from '../../messages/message.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
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

/** Whether a model gets it as an image or document, not as text. */
function isViewed(mimeType: string): boolean {
	return mimeType.startsWith('image/') || mimeType === documentType;
}

const textTypes = /^text\/|^application\/(?:[\w.+-]*\+)?json\b/;

function readData({ mimeType, data }: vscode.LanguageModelDataPart): Part | undefined {
	if (isViewed(mimeType)) {
		const base64 = Buffer.from(data).toString('base64');
		return { type: 'image', mediaType: mimeType, url: `data:${mimeType};base64,${base64}` };
	}
	if (textTypes.test(mimeType)) {
		return textPart(new TextDecoder().decode(data));
	}
	// Markers have names that are not media types: `cache_control`, `stateful_marker`.
	return mimeType.includes('/')
		? textPart(mark(`attachment, ${mimeType}, ${formatCount(data.byteLength)} bytes`))
		: undefined;
}

/** Characters of base64 per token of encrypted reasoning. */
const encryptedPerToken = 16 / 3;

/** Bytes of an attachment per token, as for documents. */
const attachedPerToken = 15;

/** Tokens of a part that {@link readPart} does not read: reasoning, attachments of other types. */
export function unreadTokensOf(part: unknown): number {
	if (part instanceof hostApi.LanguageModelDataPart) {
		const { mimeType, data } = part;
		const isRead = isViewed(mimeType) || textTypes.test(mimeType);
		const perToken = mimeType.includes('/') ? attachedPerToken : encryptedPerToken;
		return isRead ? 0 : Math.floor(data.byteLength / perToken);
	}
	const isRead =
		part instanceof hostApi.LanguageModelTextPart ||
		part instanceof hostApi.LanguageModelPromptTsxPart;
	if (isRead || typeof part !== 'object' || part === null || !('value' in part)) {
		return 0;
	}
	// Providers send the whole reasoning back encrypted, even if its text is only a summary.
	const encrypted = 'metadata' in part ? jsonOf(part.metadata).length / encryptedPerToken : 0;
	const texts = [part.value].flat().filter((text) => typeof text === 'string');
	return Math.floor(Math.max(estimatedTokens.count(texts.join('')), encrypted));
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
