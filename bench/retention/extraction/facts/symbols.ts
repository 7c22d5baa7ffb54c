import { textValue, type Call } from './calls.ts';
import type { Fact } from './fact.ts';

const defining =
	/\b(?:function|class|def|func(?: \([^)]*\))?|interface|type|struct|enum|trait|fn|defmodule)\s+([A-Za-z_]\w{2,})/g;

/** Names of one file that are looked for: the last ones defined. */
const mostOfFile = 8;

/** Names defined in what was written to a file, told on a line that names the file. */
export function symbolFacts(calls: readonly Call[]): Fact[] {
	const symbols = new Map<string, string[]>();
	for (const call of calls) {
		const path = textValue(call, 'file_path', 'path', 'filePath');
		const text = textValue(call, 'new_string', 'content', 'new_str', 'file_text');
		if (path !== undefined && text !== undefined && call.failed !== true) {
			const names = [...text.matchAll(defining)].flatMap(([, name]) => name ?? []);
			symbols.set(path, [...new Set([...(symbols.get(path) ?? []), ...names])]);
		}
	}
	return [...symbols].flatMap(([path, names]) => {
		const file = path.slice(path.lastIndexOf('/') + 1);
		return names.slice(-mostOfFile).map(
			(name): Fact => ({
				kind: 'symbols by file',
				text: `${file}: ${name}`,
				judge: ({ lines }) =>
					lines.some((line) => line.includes(file) && new RegExp(`\\b${name}\\b`).test(line))
						? 'right'
						: 'missing',
			}),
		);
	});
}
