/*
 * Makes text of a conversation safe to display: writes out invisible characters and controls that reorder
 * surrounding text, and removes terminal sequences.
 */

/** Escape sequences of terminals: CSI, OSC and other strings up to their end, and two-byte ones. */
const terminal =
	/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]{0,4096}(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;

/** Controls without a meaning on a page; tab and line feed stay. */
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]+/g;

/** Invisible characters: bidirectional controls, joiners, fillers, tags, selectors. */
const hidden = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;
const hiddenRun = new RegExp(`(${hidden.source})\\1*`, 'gu');

/** Invisible characters in legitimate use. */
const shaping =
	/(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}])|(?<=[\p{Script=Arabic}\p{Script=Hebrew}\p{P}\p{Zs}])[\u061C\u200E\u200F](?=[\p{L}\p{N}\p{P}\p{Zs}])|(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{Ideographic})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gu;

/** Writes out invisible characters. Linear in the length of the text. */
export function visibleText(text: string): string {
	const plain = text.replaceAll(terminal, '').replaceAll(/\r\n?/g, '\n').replaceAll(controls, '');
	if (!hidden.test(plain)) {
		return plain;
	}
	const kept = new Set([...plain.matchAll(shaping)].map(({ index }) => index));
	return plain.replaceAll(hiddenRun, (run: string, character: string, index: number) => {
		const count = run.length / character.length;
		if (count === 1 && kept.has(index)) {
			return run;
		}
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return count === 1 ? `⟨U+${code}⟩` : `⟨U+${code} ×${count}⟩`;
	});
}

/** A run of text. */
export interface TextRun<Kind> {
	readonly text: string;
	/** Absent: plain text. */
	readonly kind?: Kind;
}

/**
 * Splits a text at the matches of a pattern. The joined runs are the text.
 * @param kindOf Kind of a match; undefined: plain text.
 */
export function splitText<Kind>(
	text: string,
	pattern: RegExp,
	kindOf: (match: RegExpExecArray) => Kind | undefined,
): readonly TextRun<Kind>[] {
	const runs: TextRun<Kind>[] = [];
	let end = 0;
	for (const match of text.matchAll(pattern)) {
		const kind = kindOf(match);
		if (kind === undefined) {
			continue;
		}
		if (match.index > end) {
			runs.push({ text: text.slice(end, match.index) });
		}
		runs.push({ text: match[0], kind });
		end = match.index + match[0].length;
	}
	return end < text.length ? [...runs, { text: text.slice(end) }] : runs;
}
