import type { ToolCall } from '../../../messages/message.ts';

/** The line a tool use begins with, and the one it ends with. */
export const toolUseStart = /^<tool-use\b([^>]*)>/;
/** The line it ends with. */
export const toolUseEnd = /^<\/details><\/tool-use>/;

/** A tool use taken apart. SpecStory tells a call's arguments in words, not as they were. */
export interface ToolUse {
	readonly call: Omit<ToolCall, 'id'>;
	/** Empty where nothing came back, or nothing was saved of it. */
	readonly result: string;
	readonly isError: boolean;
}

function attribute(attributes: string, name: string): string {
	return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

const summaryLine = /^<summary>.*<\/summary>$/;

/** A fence that opens a block; the result is in one that calls itself text. */
const fenceLine = /^(`{3,})(\w*)\s*$/;

/** The parts of a tool use, by its lines. */
interface Parts {
	readonly words: string;
	/** Content of a file that was written, or the like; empty where there is none. */
	readonly input: string;
	readonly result: string;
}

/** The index of the next line that closes a fence, or that after the last line. */
function closingFence(lines: readonly string[], fence: string, from: number): number {
	let index = from;
	while (index < lines.length && lines[index]?.trimEnd() !== fence) {
		index += 1;
	}
	return index;
}

function partsOf(lines: readonly string[]): Parts {
	const words: string[] = [];
	const inputs: string[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		const [, fence, language] = fenceLine.exec(line) ?? [];
		if (fence === undefined) {
			if (!summaryLine.test(line)) {
				words.push(line);
			}
			continue;
		}
		if (language === 'text' || language === '') {
			// What a tool gives back may hold fences of its own: that of the result is the last one.
			const last = lines.findLastIndex((other) => other.trimEnd() === fence);
			const result = lines.slice(index + 1, last > index ? last : lines.length).join('\n');
			return { words: words.join('\n').trim(), input: inputs.join('\n'), result };
		}
		const end = closingFence(lines, fence, index + 1);
		inputs.push(lines.slice(index + 1, end).join('\n'));
		index = end;
	}
	return { words: words.join('\n').trim(), input: inputs.join('\n'), result: '' };
}

/** What stands in back quotes from the start of a line up to the end; undefined where nothing does. */
function quotedAtEnd(words: string): string | undefined {
	const line = words.indexOf('\n`');
	const start = words.startsWith('`') ? 1 : line < 0 ? words.length : line + 2;
	return words.endsWith('`') && start < words.length - 1 ? words.slice(start, -1) : undefined;
}

/** How a result names the file that was written, where SpecStory saved no argument of the call. */
const writtenFile =
	/^(?:The file (\S[^\n]{0,1000}?) has been (?:updated|created)\b|File created successfully at: (\S[^\n]{0,1000}))/;

function pathInResult(result: string): string | undefined {
	const [, edited, created] = writtenFile.exec(result) ?? [];
	return (edited ?? created)?.trimEnd();
}

/** What the words before a result name: a path, a pattern, a command in back quotes. */
function argumentsOf(
	type: string,
	{ words, input, result }: Parts,
): Readonly<Record<string, string>> {
	const found = new Map<string, string>();
	if (type === 'shell') {
		const command = quotedAtEnd(words);
		if (command !== undefined) {
			found.set('command', command);
		}
		const description = command === undefined ? words : words.slice(0, -command.length - 2);
		found.set('description', description.trim());
	} else {
		const unnamed = type === 'read' || type === 'write' ? 'file_path' : 'input';
		for (const [, name = unnamed, value = ''] of words.matchAll(/(?:\b(\w+) )?`([^`\n]+)`/g)) {
			found.set(name, value);
		}
		const path = type === 'write' && found.size === 0 ? pathInResult(result) : undefined;
		if (path !== undefined) {
			found.set(unnamed, path);
		}
		if (found.size === 0) {
			found.set('description', words);
		}
	}
	found.set('content', input);
	return Object.fromEntries([...found].filter(([, value]) => value !== ''));
}

/**
 * Takes a tool use apart.
 * @param lines All between its first line and its last.
 */
export function toolUseOf(attributes: string, lines: readonly string[]): ToolUse {
	const parts = partsOf(lines);
	const type = attribute(attributes, 'data-tool-type');
	return {
		call: {
			name: attribute(attributes, 'data-tool-name') || type || 'tool',
			arguments: JSON.stringify(argumentsOf(type, parts)),
		},
		result: parts.result,
		isError: parts.result.startsWith('<tool_use_error>'),
	};
}
