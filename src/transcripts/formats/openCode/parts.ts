import type { Part, ToolCall, ToolMessage } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import { refusedCall, type AttachedFile, type SavedPart, type ToolState } from './records.ts';

type SavedTool = Extract<SavedPart, { type: 'tool' }>;

/** Files whose content OpenCode writes into a text beside them. */
const writtenOut: readonly string[] = ['text/plain', 'application/x-directory'];

/** An attached file: images are shown, others named. */
function partOfFile({ mime, filename, url }: AttachedFile): Part {
	return mime.startsWith('image/') && /^(?:data|https?):/.test(url)
		? { type: 'image', mediaType: mime, url }
		: { type: 'text', text: `[${filename ?? 'file'}${mime === '' ? '' : `, ${mime}`}]` };
}

/** What the model saw of a part of a user's message; `undefined` when that is nothing. */
export function partOfUser(part: SavedPart): Part | undefined {
	switch (part.type) {
		case 'text':
			return part.ignored === true || part.metadata?.['kilocode.lifecycle'] === 'transient'
				? undefined
				: { type: 'text', text: part.text };
		case 'file':
			return writtenOut.includes(part.mime) ? undefined : partOfFile(part);
		case 'subtask':
			return { type: 'text', text: 'The following tool was executed by the user' };
		case 'compaction':
		case 'tool':
		case 'step-start':
		case 'reasoning':
		case 'step-finish':
		case 'snapshot':
		case 'patch':
		case 'agent':
		case 'retry':
			return undefined;
	}
}

/** Whether a part of a user's message was put there by OpenCode. */
export function isSynthetic(part: SavedPart): boolean {
	return part.type === 'subtask' || (part.type === 'text' && part.synthetic === true);
}

/** How `run` passes an argument on that has spaces: in quotes, its own quotes behind backslashes. */
const quoted = /^"(?:[^"\\]|\\[\s\S])*"$/;

/** What the person typed: quotes around all of it are those of the command line. */
export function typedWords(text: string): string {
	return quoted.test(text) && /\s/.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text;
}

function argumentsOf({ input, raw }: ToolState): string {
	const text = JSON.stringify(input ?? {});
	return text === '{}' && typeof raw === 'string' && raw !== '' ? raw : text;
}

/** The call of a tool part. */
export function callOf(part: SavedTool): ToolCall {
	const { callID: id, tool, state } = part;
	const refused = refusedName(part);
	return refused === undefined
		? { id, name: tool, arguments: argumentsOf(state) }
		: { id, name: refused, arguments: '{}' };
}

/** OpenCode has a tool that answers calls of unknown tools, and those whose arguments are not right. */
function refusedName({ tool, state }: SavedTool): string | undefined {
	return tool === 'invalid' ? refusedCall(state.input)?.tool : undefined;
}

/** The result in a tool part; `undefined` while there is none. */
export function resultOf(part: SavedTool): ToolMessage | undefined {
	const { callID, state } = part;
	const result = { role: 'tool', toolCallId: callID } as const;
	if (state.status === 'completed') {
		const parts: Part[] = [{ type: 'text', text: state.output ?? '' }];
		parts.push(...(state.attachments ?? []).map((file) => partOfFile(file)));
		const exitCode = state.metadata?.exit ?? undefined;
		const ended = exitCode === undefined ? {} : { exitCode };
		const failed = refusedName(part) === undefined ? {} : { isError: true };
		return { ...result, content: contentOf(parts), ...ended, ...failed };
	}
	if (state.status !== 'error') {
		return undefined;
	}
	const { interrupted, output } = state.metadata ?? {};
	return interrupted === true && typeof output === 'string'
		? { ...result, content: output }
		: { ...result, content: state.error ?? '', isError: true };
}
