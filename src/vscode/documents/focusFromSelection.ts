import { cutEnd } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';

/** A symbol of a document, as far as a focus needs it. Lines count from 0. */
export interface SymbolSpan {
	readonly name: string;
	readonly startLine: number;
	readonly endLine: number;
	readonly children: readonly SymbolSpan[];
}

/** What is selected in an editor. Lines count from 0. */
export interface SelectedText {
	readonly text: string;
	readonly startLine: number;
	/** The last line that has selected characters. */
	readonly endLine: number;
	/** The file as people call it. */
	readonly file: string;
}

/** A selection up to here is quoted whole, characters. */
const quotedLength = 120;

/**
 * What a selection in the editor asks to keep: the text itself when it is a line or less, else the
 * symbol it lies in, else the beginning of its first line; always with the file.
 * @returns undefined when nothing visible is selected.
 */
export function focusFromSelection(
	selection: SelectedText,
	symbols: readonly SymbolSpan[],
): string | undefined {
	const text = selection.text.trim();
	if (text === '') {
		return undefined;
	}
	const isShort = !text.includes('\n') && text.length <= quotedLength;
	const topic = isShort ? text : (enclosing(symbols, selection)?.name ?? firstLine(text));
	return `${topic} (${selection.file})`;
}

/** The innermost symbol around the selection. */
function enclosing(
	symbols: readonly SymbolSpan[],
	selection: SelectedText,
): SymbolSpan | undefined {
	const around = symbols.find(
		(symbol) => symbol.startLine <= selection.startLine && symbol.endLine >= selection.endLine,
	);
	return around === undefined ? undefined : (enclosing(around.children, selection) ?? around);
}

function firstLine(text: string): string {
	const [line = ''] = text.split('\n');
	// A part of a secret is not known for one.
	return cutEnd(redact(line.trim()), quotedLength);
}
