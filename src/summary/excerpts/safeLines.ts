import type { ToolUse } from '../../messages/toolUse.ts';
import { redact } from '../../redaction/redact.ts';
import { safeResult } from '../facts/withoutSecrets.ts';
import { withoutFrames } from '../frameMarks.ts';

/**
 * Tells lines as they may be told. A secret is known by what stands around it, so the texts they were
 * taken from are redacted whole: a line that is no longer in them, or that repeats what was taken out
 * elsewhere, is undefined.
 * @param texts The texts the lines stand in, as the log has them.
 * @param use The call they belong to.
 */
export function safeLineOf(
	texts: readonly string[],
	use?: ToolUse,
): (line: string) => string | undefined {
	const redacted = texts.map((text) =>
		use !== undefined && text === use.result ? safeResult(use) : redact(text),
	);
	const changed = texts.filter((text, position) => text !== redacted[position]);
	const secrets = changed.length === 0 ? [] : secretsIn(changed, redacted);
	const stands = (line: string): boolean =>
		line.split('\n').every((part) => {
			const bare = part.replace(/^[-+] /, '');
			return redacted.some((text) => text.includes(bare));
		});
	const isSafe = (line: string): boolean =>
		(changed.length === 0 || (stands(line) && !holds(line, secrets))) && isPlain(line);
	return (line) => (isSafe(line) ? withoutFrames(redact(line)) : undefined);
}

/** Words of lines that redaction changed, and that are gone from these. */
function secretsIn(texts: readonly string[], redacted: readonly string[]): string[] {
	const before = new Set(texts.flatMap((text) => text.split('\n')));
	const after = new Set(redacted.flatMap((text) => text.split('\n')));
	const left = new Set([...after].filter((line) => !before.has(line)).flatMap(wordsOf));
	return [...before]
		.filter((line) => !after.has(line))
		.flatMap(wordsOf)
		.filter((word) => !left.has(word));
}

function wordsOf(line: string): string[] {
	return line.slice(0, reach).match(/[\w+/.-]{8,}/g) ?? [];
}

/** Characters of a line in which secrets are looked for. */
const reach = 4_000;

function holds(line: string, secrets: readonly string[]): boolean {
	return secrets.some((secret) => line.includes(secret));
}

/** Whether a line holds no command with a secret in what quotes it, such as code that builds one. */
function isPlain(line: string): boolean {
	const bare = line.replaceAll('`', ' ');
	return bare === line || redact(bare) === bare || redact(line) !== line;
}
