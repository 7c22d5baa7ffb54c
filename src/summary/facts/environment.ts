import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';

/** Where programs and shells read or set an environment variable, and how people name one. */
const used =
	/(?:process\.env\??\.|process\.env\[["'`]|import\.meta\.env\.|\bgetenv\(\\?["']|\bLookupEnv\(\\?["']|\bSetenv\(\\?["']|\benviron(?:\.get\(|\[)\\?["']|\benv::var\(\\?["']|\bENV\[\\?["']|\bEnv\.get\(\\?["']|\bexport |\$env:|\bsecrets\.|\b(?:env|environment) var(?:iable)?s? [`"']?)([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\b/g;

/** What a shell puts in for a name, or a template of code for one of its own. */
const inserted = /\$\{?([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\b/g;

/** A variable that is set for a command, or in a file of such settings. */
const set = /(?:^|[\s"'`(])([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})=[^\s=]/gm;

/** The name before the word. */
const namedBefore = /([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})[`"']? (?:env|environment) var/g;

/** How code declares a name of its own, right before it. */
const declaring = /\b(?:const|let|var|static|final|readonly)\s+$/;

/** Names that stand for a name, in examples. */
const placeholder = /^(?:MY|YOUR|SOME|EXAMPLE)_/;

/** Characters of one text that are searched. */
const reach = 20_000;

/** Characters before and behind a name in which is told what it is; longer than anything the patterns hold. */
const around = 40;

/** Those of these names that a log uses as environment variables: other names in capitals are constants. */
export function environmentVariables(log: Log, names: Iterable<string>): ReadonlySet<string> {
	const texts = log.flatMap(({ message }) => [
		textOf(message.content).slice(0, reach),
		...toolCallsOf(message).map((call) => call.arguments.slice(0, reach)),
	]);
	return new Set([...names].filter((name) => !placeholder.test(name) && isVariable(texts, name)));
}

/** Whether a text uses a name as a variable. What only a template names is none where code declares it. */
function isVariable(texts: readonly string[], name: string): boolean {
	let isInserted = false;
	let isDeclared = false;
	for (const text of texts) {
		for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
			// Patterns over a whole log would take many times as long.
			const beside = text.slice(Math.max(0, at - around), at + name.length + around);
			const has = (pattern: RegExp): boolean =>
				[...beside.matchAll(pattern)].some(([, found]) => found === name);
			if (has(used) || has(set) || has(namedBefore)) {
				return true;
			}
			isInserted ||= has(inserted);
			isDeclared ||= declaring.test(text.slice(Math.max(0, at - around), at));
		}
	}
	return isInserted && !isDeclared;
}
