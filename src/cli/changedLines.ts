/** Lines that stay around a change and are shown with it. */
const around = 2;

/** The lines between the first and the last that differ, as `diff` writes them. */
export function changedLines(before: string, after: string): readonly string[] {
	const old = linesOf(before);
	const now = linesOf(after);
	let start = 0;
	while (start < Math.min(old.length, now.length) && old[start] === now[start]) {
		start += 1;
	}
	let end = 0;
	const most = Math.min(old.length, now.length) - start;
	while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) {
		end += 1;
	}
	return [
		...now.slice(Math.max(0, start - around), start).map((line) => `  ${line}`),
		...old.slice(start, old.length - end).map((line) => `- ${line}`),
		...now.slice(start, now.length - end).map((line) => `+ ${line}`),
		...now.slice(now.length - end, now.length - end + around).map((line) => `  ${line}`),
	];
}

function linesOf(text: string): readonly string[] {
	return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
