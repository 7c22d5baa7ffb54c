import type { ToolUse } from '../../messages/toolUse.ts';

/** What an edit took out of a file and what it put in, line by line. */
export interface ChangedLines {
	readonly removed: readonly string[];
	readonly added: readonly string[];
	/** Whether `added` is all the file now holds. */
	readonly whole: boolean;
}

/** Names of arguments that hold what is replaced, and by what. */
const oldKeys = /^(?:old|search|find|original)/i;
const newKeys = /^(?:new|replace)/i;

/** Names of arguments that hold a whole file. */
const contentKeys = /^(?:content|contents|file_text|text|code|body|newcontent|data)$/i;

/** The lines an edit or a write changed, trimmed; those on both sides are no change. */
export function changedLines({ family, arguments: values }: ToolUse): ChangedLines {
	const removed: string[] = [];
	const added: string[] = [];
	let whole = false;
	const replace = (from: string, to: string): void => {
		const before = trimmed(from);
		const after = trimmed(to);
		const kept = new Set(after);
		const known = new Set(before);
		removed.push(...before.filter((line) => !kept.has(line)));
		added.push(...after.filter((line) => !known.has(line)));
	};
	const visit = (value: unknown): void => {
		if (typeof value === 'string') {
			patch(value, replace);
		} else if (Array.isArray(value)) {
			value.forEach(visit);
		} else if (typeof value === 'object' && value !== null) {
			const entries = Object.entries(value);
			const textOf = (keys: RegExp): string | undefined => {
				const found = entries.find(([key, text]) => keys.test(key) && typeof text === 'string');
				return typeof found?.[1] === 'string' ? found[1] : undefined;
			};
			const to = textOf(newKeys);
			const content = textOf(contentKeys);
			if (to !== undefined) {
				replace(textOf(oldKeys) ?? '', to);
			} else if (content !== undefined && family === 'write') {
				replace('', content);
				whole = true;
			} else {
				entries.forEach(([, inner]) => visit(inner));
			}
		}
	};
	visit(values);
	return { removed, added, whole };
}

function trimmed(text: string): string[] {
	return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Reads a patch of any of the usual forms; other text changes nothing. */
function patch(text: string, replace: (from: string, to: string) => void): void {
	if (text.includes('<<<<<<< SEARCH')) {
		for (const block of text.split('<<<<<<< SEARCH').slice(1)) {
			const [from = '', rest = ''] = block.split(/^={7}$/m);
			replace(
				from.replace(/^:start_line:.*\n|^-{7}$/gm, ''),
				rest.split('>>>>>>> REPLACE')[0] ?? '',
			);
		}
		return;
	}
	if (!/^(?:\*\*\* Begin Patch|@@|--- )/m.test(text)) {
		return;
	}
	const from: string[] = [];
	const to: string[] = [];
	for (const line of text.split('\n')) {
		if (/^-(?!--)/.test(line)) {
			from.push(line.slice(1));
		} else if (/^\+(?!\+\+)/.test(line)) {
			to.push(line.slice(1));
		}
	}
	replace(from.join('\n'), to.join('\n'));
}
