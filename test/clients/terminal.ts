import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { until } from '../support/until.ts';
import { endProcessTree, type Environment } from '../vscode/processes.ts';

/** A program that takes a line later gets no second one, milliseconds. */
const betweenPressesMs = 2_000;

/** A program at a terminal of its own, as a person has it in front of them. Linux has `script` for that. */
export class Terminal {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	/** What it has shown since the last line was typed. */
	#shown = '';

	constructor(
		program: string,
		args: readonly string[],
		{ cwd, env }: { readonly cwd: string; readonly env: Environment },
	) {
		const words = [program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
		const command = `stty rows 50 cols 200; exec ${words.join(' ')}`;
		this.#child = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], {
			cwd,
			env: { ...env, TERM: 'xterm-256color' },
			detached: true,
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
			this.#shown += text;
		});
		// It has ended, and what is waited for never comes.
		this.#child.stdin.on('error', () => undefined);
	}

	/** Whether it has shown this. Programs draw spaces, frames and line ends as they like. */
	hasShown(text: string): boolean {
		return withoutSpaces(this.#shown).includes(withoutSpaces(text));
	}

	/** Until it shows this. */
	async shows(text: string): Promise<void> {
		try {
			await until(() => this.hasShown(text));
		} catch (cause) {
			const shown = stripVTControlCharacters(this.#shown).slice(-3_000);
			throw new Error(`The terminal never showed "${text}":\n${shown}`, { cause });
		}
	}

	/**
	 * Types a line, and presses Enter until it is taken: a program that is busy loses the key. Enter comes when the line
	 * is there, else it would be pasted with it.
	 */
	async enter(line: string, isTaken: () => boolean): Promise<void> {
		this.#shown = '';
		this.#child.stdin.write(line);
		await this.shows(line);
		this.#shown = '';
		this.#child.stdin.write('\r');
		let pressed = performance.now();
		await until(() => {
			if (performance.now() - pressed > betweenPressesMs) {
				pressed = performance.now();
				this.#child.stdin.write('\r');
			}
			return isTaken();
		});
	}

	/** Closes the terminal. */
	dispose(): Promise<void> {
		return endProcessTree(this.#child);
	}
}

function withoutSpaces(text: string): string {
	return stripVTControlCharacters(text).replaceAll(/\s+/g, '');
}
