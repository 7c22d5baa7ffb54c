import { cutEnd } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';

/** Lines from 0. */
interface Lines {
	readonly start: { readonly line: number };
	readonly end: { readonly line: number };
}

/** The part of VS Code's document symbols that is used here. */
export interface DocumentSymbolSpan {
	readonly name: string;
	readonly range: Lines;
	readonly children: readonly DocumentSymbolSpan[];
}

/** Longest selection that is quoted whole, characters. */
const quotedLength = 120;

/**
 * The focus for a selection in the editor: its text if that is at most a line, otherwise the enclosing
 * symbol or the beginning of the first line; always with the file.
 * @param file The path to show.
 * @returns undefined when nothing visible is selected.
 */
export function focusFromSelection(
	selected: string,
	lines: Lines,
	file: string,
	symbols: readonly DocumentSymbolSpan[],
): string | undefined {
	const text = selected.trim();
	if (text === '') {
		return undefined;
	}
	const isShort = !text.includes('\n') && text.length <= quotedLength;
	const topic = isShort ? text : (enclosing(symbols, lines)?.name ?? firstLine(text));
	return `${topic} (${file})`;
}

/** The innermost symbol around the selection. */
function enclosing(
	symbols: readonly DocumentSymbolSpan[],
	lines: Lines,
): DocumentSymbolSpan | undefined {
	const around = symbols.find(
		({ range }) => range.start.line <= lines.start.line && range.end.line >= lines.end.line,
	);
	return around && (enclosing(around.children, lines) ?? around);
}

function firstLine(text: string): string {
	const [line = ''] = text.split('\n');
	// Redact before cutting: a partial secret is not recognised.
	return cutEnd(redact(line.trim()), quotedLength);
}
