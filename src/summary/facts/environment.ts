import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';

/** Where programs and shells read or set an environment variable, and how people name one. */
const used =
	/(?:process\.env\??\.|process\.env\[["'`]|import\.meta\.env\.|\bgetenv\(\\?["']|\bLookupEnv\(\\?["']|\bSetenv\(\\?["']|\benviron(?:\.get\(|\[)\\?["']|\benv::var\(\\?["']|\bENV\[\\?["']|\bEnv\.get\(\\?["']|\bexport |\$\{?|\$env:|\bsecrets\.|\b(?:env|environment) var(?:iable)?s? [`"']?)([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\b/g;

/** A variable that is set for a command, or in a file of such settings. */
const set = /(?:^|[\s"'`(])([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})=[^\s=]/gm;

/** The name before the word. */
const namedBefore = /([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})[`"']? (?:env|environment) var/g;

/** Names that stand for a name, in examples. */
const placeholder = /^(?:MY|YOUR|SOME|EXAMPLE)_/;

/** Characters of one text that are searched. */
const reach = 20_000;

/** Characters before and behind a name in which is told what it is; longer than anything the patterns hold. */
const around = 40;

/** Those of these names that a log uses as environment variables: other names in capitals are constants. */
export function environmentVariables(log: Log, names: Iterable<string>): ReadonlySet<string> {
	const left = new Set(names);
	const variables = new Set<string>();
	for (const { message } of log) {
		const texts = [textOf(message.content), ...toolCallsOf(message).map((call) => call.arguments)];
		for (const text of texts) {
			const searched = text.slice(0, reach);
			for (const name of left) {
				if (!placeholder.test(name) && isUsed(searched, name)) {
					variables.add(name);
					left.delete(name);
				}
			}
		}
	}
	return variables;
}

function isUsed(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		// Patterns over a whole log would take many times as long.
		const beside = text.slice(Math.max(0, at - around), at + name.length + around);
		const isNamed = [used, set, namedBefore].some((pattern) =>
			[...beside.matchAll(pattern)].some(([, found]) => found === name),
		);
		if (isNamed) {
			return true;
		}
	}
	return false;
}
