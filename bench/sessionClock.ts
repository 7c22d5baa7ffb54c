import { FakeTimers } from '../test/support/fakeTimers.ts';

/** Between two requests of one turn, milliseconds: median of 3,414 in nine public Claude Code sessions is 2.5 s, their mean more. */
const stepMs = 8_000;

/**
 * How long people pause before their next message, milliseconds: the deciles' middles of 63 pauses in the
 * same sessions. Four in ten are longer than a cache lives.
 */
const pausesMs = [0, 722, 17, 75, 3_686, 4, 312, 54, 1_633, 121].map((seconds) => seconds * 1_000);

/** How often a pause is looked into, milliseconds. */
const lookMs = 15_000;

/** The time of one session, as its requests go by. Milliseconds. */
export class SessionClock {
	readonly timers = new FakeTimers();
	readonly #pauses: boolean;
	#turns = 0;

	constructor(pauses: boolean) {
		this.#pauses = pauses;
	}

	get now(): number {
		return this.timers.now;
	}

	readonly monotonic = (): number => this.now;

	/**
	 * A request leaves.
	 * @param isNewTurn A person has said something.
	 * @param meanwhile Waits for what begins in a pause.
	 */
	async pass(isNewTurn: boolean, meanwhile: () => Promise<void>): Promise<void> {
		this.timers.pass(stepMs);
		if (!isNewTurn) {
			return;
		}
		const pause = this.#pauses ? (pausesMs[this.#turns % pausesMs.length] ?? 0) : 0;
		for (let passed = 0; passed < pause; passed += lookMs) {
			this.timers.pass(Math.min(lookMs, pause - passed));
			await meanwhile();
		}
		this.#turns += 1;
	}
}
