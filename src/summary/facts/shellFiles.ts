import type { ToolUse } from '../../messages/toolUse.ts';
import { complainingCommand } from './blame.ts';
import { isVerifying } from './commands.ts';
import type { FileLedger } from './fileLedger.ts';
import { isAbsolute, isPlainPath } from './paths.ts';
import { simpleCommands, type SimpleCommand } from './shellWords.ts';

/** Enters what a command line did to files, as far as its commands say so. */
export function recordCommand(ledger: FileLedger, use: ToolUse): void {
	if (use.target.includes('*** Begin Patch')) {
		if (use.outcome.status !== 'failed') {
			ledger.patch(use.target, use);
		}
		return;
	}
	let directory = '';
	for (const command of commandsDone(use)) {
		const [name, to = ''] = command.words;
		if (name === 'cd' || name === 'pushd') {
			directory = isPlainPath(to) && !to.includes('..') ? join(directory, to) : '';
			continue;
		}
		const place = (path: string): string => join(directory, path);
		for (const path of command.writes.filter(isPlainPath)) {
			const change = command.appends.includes(path) ? 'modified' : 'created';
			ledger.write(place(path), use, change, '');
		}
		recordWords(ledger, use, command, place);
	}
}

/** The commands that succeeded: of a line that failed those before the one that did. */
function commandsDone(use: ToolUse): SimpleCommand[] {
	const commands = simpleCommands(use.target);
	if (use.outcome.status !== 'failed') {
		return commands;
	}
	// Clients give a negative code to what they refused to run.
	if ((use.outcome.exitCode ?? 0) < 0) {
		return [];
	}
	const stops = [complainingCommand(commands, use), commands.findIndex(isVerifying)];
	return commands.slice(0, Math.min(...stops.filter((stop) => stop >= 0), commands.length - 1));
}

function join(directory: string, path: string): string {
	return directory === '' || isAbsolute(path)
		? path
		: `${directory.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^(?:\.\/)+/, '')}`;
}

function recordWords(
	ledger: FileLedger,
	use: ToolUse,
	command: SimpleCommand,
	place: (path: string) => string,
): void {
	const git = command.words[0] === 'git';
	const [name = '', ...rest] = git ? command.words.slice(1) : command.words;
	const operands = rest.filter((word) => word !== '' && !word.startsWith('-'));
	const paths = operands.filter(isPlainPath).map(place);
	switch (name) {
		case 'rm':
		case 'unlink':
			// `git rm --cached` leaves the file where it is.
			if (!rest.includes('--cached')) {
				paths.forEach((path) => ledger.remove(path, use));
			}
			return;
		case 'mkdir':
			paths.forEach((path) => ledger.recreate(path, use));
			return;
		case 'mv':
			ledger.moveAll(paths.slice(0, -1), paths.at(-1), use);
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
		case 'perl':
			if (rest.some((word) => /^-\w*i/.test(word))) {
				// The first operand is the program.
				const files = operands.slice(1).filter(isPlainPath).map(place);
				files.forEach((path) => ledger.write(path, use, 'modified', ''));
			}
			return;
		case 'checkout':
		case 'restore':
			if (git && (name === 'restore' ? !rest.includes('--staged') : rest.includes('--'))) {
				paths.forEach((path) => ledger.restore(path, use));
			}
			return;
		default:
			return;
	}
}
