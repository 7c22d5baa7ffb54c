import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { until } from '../support/until.ts';
import { endProcessTree, type Environment } from '../vscode/processes.ts';

/** A program that has drawn nothing for so long waits for a key, milliseconds. */
const quietMs = 5_000;

/** A program that has drawn nothing for so long has ended its turn, milliseconds. Cline drops a command that comes earlier. */
const restMs = 1_000;

/** A program at a terminal of its own, as a person has it in front of them. Linux has `script` for that. */
export class Terminal {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	/** What it has shown since the last line was typed. */
	#shown = '';
	#drawnAt = 0;

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
			this.#drawnAt = performance.now();
		});
		// It has ended, and what is waited for never comes.
		this.#child.stdin.on('error', () => undefined);
	}

	/** Whether it has shown this. Programs draw spaces, frames and line ends as they like. */
	hasShown(text: string): boolean {
		return withoutSpaces(this.#shown).includes(withoutSpaces(text));
	}

	/** Until it shows this. */
	shows(text: string): Promise<void> {
		return this.#until(() => this.hasShown(text), `showed "${text}"`);
	}

	async #until(isSo: () => boolean, what: string): Promise<void> {
		try {
			await until(isSo);
		} catch (cause) {
			const shown = stripVTControlCharacters(this.#shown).slice(-3_000);
			throw new Error(`The terminal never ${what}:\n${shown}`, { cause });
		}
	}

	/**
	 * Types a line, and presses Enter until it is taken: some complete a command with the first one. A program at work gets
	 * no second one, which may stop it. Enter comes when the line is there, else it would be pasted with it.
	 */
	async enter(line: string, isTaken: () => boolean): Promise<void> {
		await this.#until(() => performance.now() - this.#drawnAt > restMs, 'came to rest');
		this.#shown = '';
		this.#child.stdin.write(line);
		await this.shows(line);
		this.#shown = '';
		let pressedAt: number | undefined;
		await this.#until(() => {
			if (
				pressedAt === undefined ||
				performance.now() - Math.max(pressedAt, this.#drawnAt) > quietMs
			) {
				pressedAt = performance.now();
				this.#child.stdin.write('\r');
			}
			return isTaken();
		}, `took "${line}"`);
	}

	/** Closes the terminal. */
	dispose(): Promise<void> {
		return endProcessTree(this.#child);
	}
}

function withoutSpaces(text: string): string {
	return stripVTControlCharacters(text).replaceAll(/\s+/g, '');
}
