/** Names a text defines: functions, classes, types, top-level constants, methods. */

/** Characters of one edit that are searched. */
const searched = 60_000;

const modifiers =
	'(?:(?:export|default|declare|public|private|protected|internal|static|async|abstract|final|override|readonly|inline|virtual|open|sealed|partial|unsafe|extern|const|pub(?:\\([a-z]+\\))?)\\s+){0,5}';

const definitions: readonly RegExp[] = [
	new RegExp(
		`^[ \\t]*${modifiers}(?:function\\*?|class|interface|type|enum|struct|trait|impl|def|defp|defmodule|defmacro|func|fn|fun|module|namespace|object|record|protocol|mod|sub|macro_rules!)\\s+(?:\\([^)\\n]{0,60}\\)\\s*)?([\\p{L}_$][\\w$.]*[?!]?)`,
		'gmu',
	),
	// Constants and variables only where they are not local to a function.
	/^(?:export\s+)?(?:const|let|var|val|static|final)\s+(?:\w+\s+)?([\p{L}_$][\w$]*)\s*[:=]/gmu,
	/^([A-Z][A-Z0-9_]{3,})\s*(?::[^=\n]{1,40})?=/gm,
	// Methods: a name, parameters and an opening brace on one line, inside a body.
	/^[ \t]{1,8}(?:(?:public|private|protected|static|async|override|get|set|readonly|#)\s*){0,3}([\p{L}_$#][\w$]*)\s*(?:<[^>\n]{0,40}>)?\([^()\n]{0,160}\)\s*(?::\s*[^{;\n]{1,80})?\{/gmu,
	// SQL and protocol definitions.
	/^[ \t]*CREATE\s+(?:TABLE|VIEW|INDEX|FUNCTION|TYPE)\s+(?:IF NOT EXISTS\s+)?["`]?([\w.]+)/gim,
];

const keywords: ReadonlySet<string> = new Set(
	'if for while switch catch return function else do try with await yield new delete typeof super this case default import export from in of not and or is as None True False self constructor'.split(
		' ',
	),
);

/** The defined names of a text in order, each once. */
export function definedNames(text: string): string[] {
	const names = new Map<string, number>();
	const slice = text.slice(0, searched);
	for (const pattern of definitions) {
		for (const match of slice.matchAll(pattern)) {
			const name = match[1];
			if (name !== undefined && name.length > 1 && !keywords.has(name) && !names.has(name)) {
				names.set(name, match.index);
			}
		}
	}
	return [...names].sort((a, b) => a[1] - b[1]).map(([name]) => name);
}
