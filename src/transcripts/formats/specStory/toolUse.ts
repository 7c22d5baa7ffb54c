import type { ToolCall } from '../../../messages/message.ts';
import { toolFamily } from '../../../messages/toolFamilies.ts';
import { useArguments } from './useArguments.ts';
import { useLine, usePartsOf, type UseParts } from './useParts.ts';

/** The line a tool use begins with that stands in a tag, and its attributes. */
export const useTag = /^<tool-use\b([^>]*)>/;

/** The line such a tool use ends with. */
export const useTagEnd = /^(?:<\/details>)?<\/tool-use>/;

/** A tool use taken apart. SpecStory tells a call's arguments in words, not as they were. */
export interface ToolUse {
	readonly call: Omit<ToolCall, 'id'>;
	/** Empty where nothing was saved of it; absent where it is told later. */
	readonly result?: string;
	readonly isError: boolean;
}

function attribute(attributes: string, name: string): string {
	return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

/** Cursor tells what it found in words under a summary that says what was asked. */
function foundIn({ summary, words, inputs }: UseParts): string {
	return summary !== '' && inputs.length === 0 ? words : '';
}

/** A tool use by what was written of it. */
export function toolUseOf(name: string, type: string, parts: UseParts): ToolUse {
	// A list of tasks is what the tool was given.
	const found = toolFamily(name) === 'todo' ? '' : foundIn(parts);
	const result = parts.result ?? found;
	return {
		call: { name, arguments: JSON.stringify(useArguments(name, type, parts)) },
		result,
		isError: parts.isError || result.startsWith('<tool_use_error>'),
	};
}

/**
 * Takes a tool use apart that stands in a tag.
 * @param lines All between its first line and its last.
 */
export function taggedUseOf(attributes: string, lines: readonly string[]): ToolUse {
	const type = attribute(attributes, 'data-tool-type');
	const name = attribute(attributes, 'data-tool-name') || type || 'tool';
	return toolUseOf(name, type, usePartsOf(lines));
}

/** Fences in a block, as older versions wrote them there; files have the numbers of their lines. */
const escapedFence = /^(\s{0,80}(?:\d{1,7}→\s{0,80})?)\\(?=```)/gm;

/**
 * Takes a tool use apart that begins with a line of its own, as older versions wrote it.
 * @param lines All its lines.
 */
export function plainUseOf([first = '', ...rest]: readonly string[]): ToolUse {
	const [, name = '', more = ''] = useLine.exec(first) ?? [];
	const parts = usePartsOf([more.trim(), ...rest]);
	const { result, ...use } = toolUseOf(name, '', {
		...parts,
		inputs: parts.inputs.map(({ language, text }) => ({ language, text: unescaped(text) })),
	});
	// What a sub-agent found is told behind its own conversation.
	const isLater = toolFamily(name) === 'sub-agent' && parts.result === undefined;
	return isLater ? use : { ...use, result: unescaped(result ?? '') };
}

/** What came of a sub-agent's work: at the end of what it said last, in a block. */
export function reportIn(said: string): string | undefined {
	const mark = '\nResult:\n\n```\n';
	const at = `\n${said}`.lastIndexOf(mark);
	return at === -1 || !said.endsWith('\n```')
		? undefined
		: unescaped(said.slice(at + mark.length - 1, -'\n```'.length));
}

/** A block of an older version without the marks before the fences in it. */
function unescaped(text: string): string {
	return text.replace(escapedFence, '$1');
}
