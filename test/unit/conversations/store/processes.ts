import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('child.ts', import.meta.url));

/** A process that runs a task of child.ts. */
export class Child {
	readonly #process: ChildProcess;
	readonly #exited: Promise<unknown>;
	readonly #waiting = new Set<() => void>();
	#text = '';
	#errors = '';

	/** @param flags For Node. */
	constructor(folder: string, args: readonly string[], flags: readonly string[] = []) {
		this.#process = spawn(process.execPath, [...flags, script, folder, ...args], {
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		this.#exited = once(this.#process, 'close').then(() => this.#wake());
		this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
			this.#text += text;
			this.#wake();
		});
		this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#errors += text;
		});
	}

	/** Whole lines it has printed. */
	get lines(): readonly string[] {
		return this.#text.split('\n').slice(0, -1);
	}

	/** Waits until it has printed so many lines. @throws What it complained of, when it ended before. */
	async printed(count: number): Promise<void> {
		while (this.lines.length < count) {
			if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
				throw new Error(`Ended after ${this.lines.length} lines. ${this.#errors}`);
			}
			await new Promise<void>((resolve) => {
				this.#waiting.add(resolve);
			});
		}
	}

	/** Lets one go on that waits for it. */
	go(): void {
		this.#process.stdin?.end('go');
	}

	/** Ends it at once, as a crash or `kill -9` does, and waits until the system has cleared up. */
	async kill(): Promise<void> {
		this.#process.kill('SIGKILL');
		await this.#exited;
	}

	/** Waits until it ends by itself. @throws What it complained of. */
	async ended(): Promise<void> {
		await this.#exited;
		if (this.#process.exitCode !== 0) {
			throw new Error(this.#errors);
		}
	}

	#wake(): void {
		for (const resolve of this.#waiting) {
			resolve();
		}
		this.#waiting.clear();
	}
}
