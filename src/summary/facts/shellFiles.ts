import type { ToolUse } from '../../messages/toolUse.ts';
import { complainersIn, complainingCommand } from './blame.ts';
import { isVerifying } from './commandKinds.ts';
import { isNotStarted } from './errors.ts';
import type { FileLedger } from './fileLedger.ts';
import { recordCommitted, recordStatus } from './gitTold.ts';
import { baseName, isPlainPath } from './paths.ts';
import {
	directoryAfter,
	resolved,
	type Directory,
	type ShellDirectories,
} from './shellDirectories.ts';
import { commandsOf, type SimpleCommand } from './shellWords.ts';

/** Enters what a command line did to files, as far as its commands say so. */
export function recordCommand(ledger: FileLedger, use: ToolUse, shells: ShellDirectories): void {
	if (use.target.includes('*** Begin Patch')) {
		if (use.outcome.status !== 'failed') {
			ledger.patch(use.target, use);
		}
		return;
	}
	let directory = shells.of(use);
	const outside: Directory[] = [];
	for (const command of commandsDone(use)) {
		outside.push(...Array.from({ length: command.opens }, () => directory));
		const after = directoryAfter(directory, command);
		if (after === directory) {
			recordFiles(ledger, use, command, directory);
		}
		directory = after;
		for (let closed = 0; closed < command.closes && outside.length > 0; closed += 1) {
			directory = outside.pop();
		}
	}
	shells.leave(use, directory);
}

function recordFiles(
	ledger: FileLedger,
	use: ToolUse,
	command: SimpleCommand,
	directory: Directory,
): void {
	// Where the shell stands may not be known: then only what is known by its name is meant.
	const placeFrom =
		(from: Directory) =>
		(path: string): string[] => {
			const found = resolved(from, path) ?? (ledger.knows(path) ? path : undefined);
			return found === undefined ? [] : [found];
		};
	for (const path of command.writes.filter(isPlainPath)) {
		const change = command.appends.includes(path) ? 'modified' : 'created';
		placeFrom(directory)(path).forEach((written) => ledger.write(written, use, change, ''));
	}
	const [words, from] = gitElsewhere(command.words, directory);
	recordWords(ledger, use, words, placeFrom(from));
	if (words[0] === 'git') {
		recordStatus(ledger, use, words, placeFrom(from));
		recordCommitted(ledger, use, words, from);
	}
}

/** A command of git as it reads where it works: `git -C dir rm a` is `git rm a` in `dir`. */
function gitElsewhere(
	words: readonly string[],
	directory: Directory,
): readonly [words: readonly string[], directory: Directory] {
	const [program = '', option, folder, ...rest] = words;
	return program === 'git' && option === '-C' && folder !== undefined
		? [[program, ...rest], isPlainPath(folder) ? resolved(directory, folder) : undefined]
		: [words, directory];
}

/** The commands that succeeded: of a line that failed those before the one that did. */
function commandsDone(use: ToolUse): readonly SimpleCommand[] {
	const commands = commandsOf(use);
	if (use.outcome.status !== 'failed') {
		// A result is redacted when it is read: most command lines only look.
		return commands.every(onlyLooks) ? commands : withoutComplaining(commands, use);
	}
	if (isNotStarted(use)) {
		return [];
	}
	const stops = [complainingCommand(commands, use), commands.findIndex(isVerifying)];
	const stop = Math.min(...stops.filter((at) => at >= 0), commands.length - 1);
	const reached = commands.findLastIndex((command) => hasSpoken(command, use.result));
	return reached > stop
		? withoutComplaining(commands.slice(0, reached), use)
		: commands.slice(0, stop);
}

/** Whether a command only ran because those before it succeeded, and what it prints is there to be seen. */
function hasSpoken(
	{ words: [name, text = '', ...more], guarded }: SimpleCommand,
	result: string,
): boolean {
	const isPlain = guarded && name === 'echo' && more.length === 0 && /\S{3}/.test(text);
	return isPlain && !/[$`\\]/.test(text) && result.split('\n').includes(text);
}

/** Commands that change nothing, nor where the shell stands, as long as they write to no file. */
const looking =
	/^(?:ls|cat|grep|rg|find|head|tail|wc|echo|pwd|which|awk|sort|jq|tree|diff|stat|nl)$/;

function onlyLooks({ words: [name = '', ...rest], writes }: SimpleCommand): boolean {
	const isRead = looking.test(name) || (name === 'sed' && editedInPlace(rest).length === 0);
	return isRead && writes.length === 0;
}

/** Without those that say they could not, and what only runs behind them: another's exit code hides that. */
function withoutComplaining(commands: readonly SimpleCommand[], use: ToolUse): SimpleCommand[] {
	const names = complainersIn(use.result);
	let failed = false;
	return commands.filter(({ words, guarded, piped }) => {
		failed = names.has(baseName(words[0] ?? '')) || (failed && (guarded || piped));
		return !failed;
	});
}

function recordWords(
	ledger: FileLedger,
	use: ToolUse,
	words: readonly string[],
	place: (path: string) => string[],
): void {
	const git = words[0] === 'git';
	const [name = '', ...rest] = git ? words.slice(1) : words;
	const operands = rest.filter((word) => word !== '' && !word.startsWith('-'));
	const paths = operands.filter(isPlainPath).flatMap(place);
	switch (name) {
		case 'rm':
		case 'unlink':
			// `git rm --cached` leaves the file where it is.
			if (rest.includes('--cached')) {
				paths.forEach((path) => ledger.forget(path));
			} else {
				// What is removed by force need not have been there.
				const isForced = rest.includes('-f') || rest.includes('--force');
				paths
					.filter((path) => !isForced || ledger.knows(path))
					.forEach((path) => ledger.remove(path, use));
			}
			return;
		case 'mkdir':
			paths.forEach((path) => ledger.recreate(path, use));
			return;
		case 'mv':
			recordMove(ledger, use, operands, place);
			return;
		case 'cp':
			if (paths.length === 2 && paths[1] !== undefined) {
				ledger.write(paths[1], use, 'created', '');
			}
			return;
		case 'touch':
		case 'tee':
			paths.forEach((path) =>
				ledger.write(path, use, rest.includes('-a') ? 'modified' : 'created', ''),
			);
			return;
		case 'sed':
		case 'perl': {
			const files = editedInPlace(rest).filter(isPlainPath).flatMap(place);
			const isDone = !couldNotEdit(name, rest, use.result);
			files.forEach((path) =>
				isDone ? ledger.write(path, use, 'modified', '') : ledger.attempt(path, use),
			);
			return;
		}
		case 'worktree':
			if (git && operands[0] === 'remove') {
				paths.slice(1).forEach((path) => ledger.removeWorktree(path, use));
			}
			return;
		case 'add':
		case 'commit':
			if (git) {
				ledger.stage(use);
			}
			return;
		case 'checkout':
		case 'restore':
			if (git && (name === 'restore' ? !rest.includes('--staged') : takesPaths(rest, use))) {
				paths.forEach((path) => ledger.restore(path, use));
			}
			return;
		default:
			if (applied.test(words.join(' '))) {
				ledger.attemptRestored(use);
			}
	}
}

/** Commands that bring changes to files they do not name. */
const applied = /^(?:patch\b|git (?:apply|am|stash (?:pop|apply)|cherry-pick|merge|pull|revert)\b)/;

/** Whether git says that it took files back, and checked out no branch. Only what calls it is asked. */
export function tellsRestored(use: ToolUse): boolean {
	return use.target.includes('git') && /^Updated \d+ paths? from /m.test(use.result);
}

/** Whether `git checkout` was of files: said by `--`, or by what git answers. */
function takesPaths(rest: readonly string[], use: ToolUse): boolean {
	return rest.includes('--') || tellsRestored(use);
}

function recordMove(
	ledger: FileLedger,
	use: ToolUse,
	operands: readonly string[],
	place: (path: string) => string[],
): void {
	const target = operands.at(-1) ?? '';
	const isHere = /^\.{1,2}(?:[\\/]\.{1,2})*[\\/]?$/.test(target);
	const [to] = isHere || isPlainPath(target) ? place(target) : [];
	if (to !== undefined) {
		const named = operands.slice(0, -1);
		const from = named.filter(isPlainPath).flatMap(place);
		const isDirectory = operands.length > 2 || isHere || /[\\/]$/.test(target);
		ledger.moveAll(from, to, isDirectory, use);
		if (!named.every(isPlainPath)) {
			ledger.fill(to);
		}
	}
}

/** How `sed` and `perl` say that they did not understand their program. */
const complaints: Readonly<Record<'sed' | 'perl', RegExp>> = {
	sed: /^sed: /m,
	perl: / at -e line \d/,
};

/** Whether an edit in place may have changed nothing: by its own words, or for want of what its shell was to put in. */
function couldNotEdit(name: 'sed' | 'perl', rest: readonly string[], result: string): boolean {
	const substitutes = rest.some((word) => /`|\$\(/.test(word));
	return complaints[name].test(result) || (substitutes && /\bcommand not found\b/.test(result));
}

/** Options of `sed` and `perl` behind which a program or its file stands. */
const programOption = /^-\w{0,8}[ef]$|^--(?:expression|file)$/;

/** The files that `sed -i` or `perl -pi` changes: what is neither option nor program. */
function editedInPlace(rest: readonly string[]): string[] {
	if (!rest.some((word) => /^-\w*i|^--in-place/.test(word))) {
		return [];
	}
	const words = rest.filter((word) => word !== '');
	const hasProgram = words.some(
		(word) => programOption.test(word) || /^--(?:expression|file)=/.test(word),
	);
	const operands = words.filter(
		(word, at) => !word.startsWith('-') && !programOption.test(words[at - 1] ?? ''),
	);
	return hasProgram ? operands : operands.slice(1);
}
