import { cutEnd } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';

/** Lines from 0. */
interface Lines {
	readonly start: { readonly line: number };
	readonly end: { readonly line: number };
}

/** A symbol of a document, as VS Code has it. */
export interface DocumentSymbolSpan {
	readonly name: string;
	readonly range: Lines;
	readonly children: readonly DocumentSymbolSpan[];
}

/** A selection up to here is quoted whole, characters. */
const quotedLength = 120;

/**
 * What a selection in the editor asks to keep: the text itself when it is a line or less, else the
 * symbol it lies in, else the beginning of its first line; always with the file.
 * @param file As people call it.
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
	// A part of a secret is not known for one.
	return cutEnd(redact(line.trim()), quotedLength);
}
