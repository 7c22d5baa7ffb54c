import type { ToolUse } from '../../messages/toolUse.ts';

/** What an edit took out of a file and what it put in, line by line. */
export interface ChangedLines {
	readonly removed: readonly string[];
	readonly added: readonly string[];
	/** Whether `added` is all the file now holds. */
	readonly whole: boolean;
	/** Whether all it put in is what it took out. */
	readonly isVoid: boolean;
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
	let replaced = 0;
	let kept = 0;
	const replace: Replace = (from, to, isWhole) => {
		const before = trimmed(from);
		const after = trimmed(to);
		const staying = new Set(after);
		const known = new Set(before);
		removed.push(...before.filter((line) => !staying.has(line)));
		added.push(...after.filter((line) => !known.has(line)));
		replaced += 1;
		kept += isWhole && from === to && from !== '' ? 1 : 0;
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
				replace(textOf(oldKeys) ?? '', to, true);
			} else if (content !== undefined && family === 'write') {
				replace('', content, true);
				whole = true;
			} else {
				entries.forEach(([, inner]) => visit(inner));
			}
		}
	};
	visit(values);
	return { removed, added, whole, isVoid: replaced > 0 && kept === replaced };
}

/** @param isWhole Whether these texts are all of what is replaced, what did not change included. */
type Replace = (from: string, to: string, isWhole: boolean) => void;

function trimmed(text: string): string[] {
	return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Reads a patch of any of the usual forms; other text changes nothing. */
function patch(text: string, replace: Replace): void {
	if (text.includes('<<<<<<< SEARCH')) {
		for (const block of text.split('<<<<<<< SEARCH').slice(1)) {
			const [from = '', rest = ''] = block.split(/^={7}$/m);
			replace(
				from.replace(/^[^\n]*\n(?::(?:start|end)_line:.*\n){0,2}(?:-{7}\n)?/, ''),
				(rest.split('>>>>>>> REPLACE')[0] ?? '').replace(/^\n/, ''),
				true,
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
	// The same lines may have another place.
	replace(from.join('\n'), to.join('\n'), false);
}
