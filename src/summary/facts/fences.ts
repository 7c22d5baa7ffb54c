/** Fences of Markdown as people paste them: one in another, and with words behind a closing one. */

/** A line that opens or closes a fence: its mark, and what follows that. Code between marks is text. */
const fenceLine = /^\s*(`{3,}(?=[^`]*$)|~{3,}(?!~))([^\n]*)$/;

/** What follows an opening mark: a language, with attributes in braces, or a name with its place in a file. */
const infoString = /^\s*[\w.+#/:=-]+(?:\s*\{[^}]*\})?\s*$/;

/** The lines of a text that stand in no fence: neither its marks nor what it holds. */
export function withoutFences(lines: readonly string[]): string[] {
	const open: string[] = [];
	return lines.filter((line) => {
		const [, mark, behind = ''] = fenceLine.exec(line) ?? [];
		const outer = open.at(-1);
		if (mark === undefined) {
			return outer === undefined;
		}
		if (outer === undefined || (isOfKind(mark, outer) && infoString.test(behind))) {
			open.push(mark);
		} else if (isOfKind(mark, outer)) {
			open.pop();
		}
		return false;
	});
}

/** Whether a mark can close or nest in a fence: a shorter one, or one of the other kind, is its text. */
function isOfKind(mark: string, outer: string): boolean {
	return mark[0] === outer[0] && mark.length >= outer.length;
}
