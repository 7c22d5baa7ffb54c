import type { CommandRun } from './commands.ts';

/** Options after which a pattern chooses some of the tests. */
const filters = /^(?:-run|--run|-k|-t|-g|-m|--grep|--filter|--testNamePattern|--only)$/;
const filterValue = /^((?:-run|--run|--grep|--filter|-k|-t|-g)=)(.*)$/;

/** Options that do not change what is checked. */
const indifferent =
	/^(?:-v|-vv|-q|-s|--verbose|--quiet|--color|--no-color|-race|-short|-count=\d+|-timeout=\S+|-p=\d+)$/;

/** Commands whose bare form does something else than their forms with words behind it. */
const unlike = /^(?:make|ninja|just|task|rake|mise run|npm run|pnpm run|yarn)$/;

/** Whether a run of the one command checks all that a run of the other does. */
export function covers(wide: string, narrow: string): boolean {
	return (
		wide === narrow ||
		(narrow.startsWith(`${wide} `) && !unlike.test(wide)) ||
		coversPackages(wide, narrow) ||
		coversPattern(wide.split(' '), narrow.split(' '))
	);
}

/** `go test ./...` checks what `go test ./internal/a/` does. */
function coversPackages(wide: string, narrow: string): boolean {
	const verb = /^go (?:test|vet|build)\b/.exec(wide)?.[0];
	const chooses = /\s-(?:run|tags|o|skip)\b/;
	return (
		verb !== undefined &&
		narrow.startsWith(verb) &&
		/ \.\/\.\.\.(?: |$)/.test(wide) &&
		!chooses.test(wide) &&
		!/\s-(?:tags|o)\b/.test(narrow)
	);
}

/** `-run TestParse` chooses all that `-run TestParseEmpty` does. */
function coversPattern(wide: readonly string[], narrow: readonly string[]): boolean {
	const wideWords = wide.filter((word) => !indifferent.test(word));
	const words = narrow.filter((word) => !indifferent.test(word));
	return (
		wideWords.length <= words.length &&
		wideWords.every((word, at) => {
			const other = words[at] ?? '';
			const value = filterValue.exec(word);
			return (
				word === other ||
				(filters.test(wideWords[at - 1] ?? '') && isPrefix(word, other)) ||
				(value !== null && isPrefix(word, other))
			);
		}) &&
		!(unlike.test(wideWords.join(' ')) && words.length > wideWords.length)
	);
}

function isPrefix(pattern: string, other: string): boolean {
	return other.startsWith(pattern.replace(/["'$]+$/, ''));
}

/**
 * The last run of each verifying command, oldest first. A narrower run is dropped when a later one
 * covers it: `pytest tests/a.py` by a later `pytest`.
 */
export function lastVerifyingRuns(runs: readonly CommandRun[]): CommandRun[] {
	const last: CommandRun[] = [];
	for (const run of [...runs].reverse()) {
		const covered = run.command
			.split(' && ')
			.every((part) => last.some((later) => covers(later.command, part)));
		if (run.kind === 'verifying' && run.use.outcome.status !== 'unknown' && !covered) {
			last.push(run);
		}
	}
	return last.reverse();
}
