import { patchText } from '../../messages/patches.ts';
import { argumentText, pathArgument, type ToolArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/** What a call asks, as a person reads it, and the language it is written in: an ending of files, or `diff`. */
export interface CallInput {
	readonly text: string;
	readonly language: string;
}

/** What assistants call the text before and after a replacement, and a file's new content. */
const beforeKeys = ['old_string', 'old_str', 'oldString', 'search', 'old_text'];
const afterKeys = ['new_string', 'new_str', 'newString', 'replace', 'new_text'];
const contentKeys = ['content', 'contents', 'file_text', 'text'];

/** A target that fits on one line of most editors. Characters. */
const shortTarget = 60;

/** A command as it is typed, an edit as a difference, a new file as it is; otherwise the arguments. */
export function inputOf({ family, arguments: values, target, call }: ToolUse): CallInput {
	switch (family) {
		case 'terminal':
		case 'code':
			return target === '' ? rawInput(values, call.arguments) : { text: target, language: 'sh' };
		case 'edit':
		case 'write':
			return editInput(values, call.arguments);
		default:
			// The line of the call says all of it.
			return values !== undefined && isOnly(values, target)
				? { text: '', language: '' }
				: rawInput(values, call.arguments);
	}
}

function isOnly(values: ToolArguments, target: string): boolean {
	const [value, ...others] = Object.values(values);
	return value === target && others.length === 0 && target.length <= shortTarget;
}

function editInput(values: ToolArguments | undefined, raw: string): CallInput {
	const patch = patchText(values, raw);
	if (patch !== undefined) {
		return { text: patch, language: 'diff' };
	}
	const before = argumentText(values, beforeKeys);
	const after = argumentText(values, afterKeys);
	if (before !== undefined || after !== undefined) {
		const text = [...signed('-', before), ...signed('+', after)].join('\n');
		return { text, language: 'diff' };
	}
	const content = argumentText(values, contentKeys);
	return content === undefined
		? rawInput(values, raw)
		: { text: content, language: endingOf(pathArgument(values)) };
}

function signed(sign: string, text: string | undefined): readonly string[] {
	return text === undefined ? [] : text.split('\n').map((line) => `${sign} ${line}`);
}

function rawInput(values: ToolArguments | undefined, raw: string): CallInput {
	return values === undefined
		? { text: raw, language: '' }
		: { text: JSON.stringify(values, undefined, 2), language: 'json' };
}

/** The language a result is written in; empty: none that is known. */
export function languageOfResult({ family, arguments: values, result }: ToolUse): string {
	if (/^(?:diff --git |--- \S|@@ -)/.test(result)) {
		return 'diff';
	}
	return family === 'read' ? endingOf(pathArgument(values)) : '';
}

function endingOf(path: string | undefined): string {
	return /\.(\w{1,12})$/.exec(path ?? '')?.[1]?.toLowerCase() ?? '';
}
