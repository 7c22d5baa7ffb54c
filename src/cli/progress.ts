/** Where a line is shown that goes again. */
interface Terminal {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

/** How often the line may change, milliseconds. */
const restMs = 100;

/** One line that says what takes so long. Shown to a person at a terminal only. */
export class ProgressLine {
	readonly #terminal: Terminal;
	readonly #now: () => number;
	#shownAt = -Infinity;
	#isShown = false;

	/** @param now Milliseconds. */
	constructor(terminal: Terminal, now: () => number = () => performance.now()) {
		this.#terminal = terminal;
		this.#now = now;
	}

	show(text: string): void {
		if (this.#terminal.isTTY !== true || this.#now() - this.#shownAt < restMs) {
			return;
		}
		this.#shownAt = this.#now();
		this.#isShown = true;
		const width = Math.max(10, (this.#terminal.columns ?? 80) - 1);
		this.#terminal.write(`\r\u001B[K${text.slice(0, width)}`);
	}

	/** Takes the line away. */
	clear(): void {
		if (this.#isShown) {
			this.#isShown = false;
			this.#shownAt = -Infinity;
			this.#terminal.write('\r\u001B[K');
		}
	}
}
