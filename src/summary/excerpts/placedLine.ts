import { goesOnBehind, refersBack, type TextLine } from './neighbours.ts';
import type { PassageLine } from './passage.ts';

/** What surrounds a line of a text. */
interface Surroundings {
	/** Whether it begins with the rest of a sentence. */
	readonly beginsInside: boolean;
	/** Whether the next part belongs to the same sentence. */
	readonly isUnfinished: boolean;
	/** The lines of its text; none where it is no end of one. */
	readonly lines: readonly TextLine[];
	/** Position of the last line it takes. */
	readonly last: number;
}

/** A line that looks at its neighbours when it is asked: few of the lines that may be chosen are. */
export class PlacedLine implements PassageLine {
	readonly text: string;
	readonly place: number;
	readonly #around: Surroundings;

	constructor(text: string, place: number, around: Surroundings) {
		this.text = text;
		this.place = place;
		this.#around = around;
	}

	get refersBack(): boolean {
		return this.#around.beginsInside || (this.place > 0 && refersBack(this.text));
	}

	get goesOn(): boolean {
		const { isUnfinished, lines, last } = this.#around;
		return isUnfinished || goesOnBehind(lines, last);
	}
}
