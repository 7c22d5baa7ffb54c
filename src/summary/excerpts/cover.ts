import { wordLine } from '../audit/statements.ts';
import { textOf, type Log, type LogRange } from '../../messages/message.ts';
import type { Passage, PassageKind } from './passage.ts';
import { Queue } from './queue.ts';
import { usedWords } from './usedWords.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * A greedy cover of the middle by lines of it. A line is worth its rare words, more those that the
 * work uses, and less what chosen lines told already, for its length. No weight moves what readers can
 * answer by more than some points: it is the idea that works.
 */

/** What a word is worth that nobody uses, as a number of uses. */
const unused = 0.3;

/** What a word is still worth once it was told. */
const toldShare = 0.5;

/** Worth of a line by who wrote it. */
const kindWeight: Readonly<Record<PassageKind, number>> = {
	person: 2.2,
	assistant: 1.8,
	change: 0.8,
	document: 0.8,
	output: 0.8,
};

/** How length tells against a line: a line costs at least `least` characters. */
const length = { least: 30, power: 0.85 } as const;

/** What opening a passage tells against its first line, characters. */
const openingLength = 30;

/** The first line of a passage tells most: without one nothing is said of that step. */
const firstOfPassage = 4;

/** A line beside a chosen one says what that was about. */
const besideChosen = 2;

/**
 * Words that make a line a rule, a reason, a limit or a default: what is asked of a document later. In
 * code they stand in comments and messages.
 */
const bindingWords =
	'because since instead rather only must never not unless until default falls ' +
	'weil statt nur muss nie nicht sonst außer bis parce afin seulement doit jamais sauf défaut ' +
	'porque solo debe nunca salvo apenas deve perché invece mai ' +
	'потому чтобы только нужно никогда вместо 因为 必须 不要 默认 只有 必要 ただし 때문 반드시 기본';
const bindingWorth = 1.5;

/** A line of code that says what applies where nothing else was chosen. */
const fallback = /(?:\?\?|\|\||\bor)\s{0,4}(?:["'`]|-?\d|(?:true|false|None|nil)\b)/;

/** What is worth that a call or the assistant was given, such as an order or a skill: what came of it counts. */
const givenShare = 0.5;

/** What code is worth in the assistant's words: a sketch of what it then does. */
const sketchWorth = 0.5;

/** What a line of code is worth that was read: what comments, messages and prose beside it say, a reader cannot guess. */
const codeWorth = 0.7;

/** Below this room no line is worth looking for. */
const leastRoom = 8;

/** Lines that found no room, behind which no other is tried. */
const mostMisses = 60;

/** What rounding may make of the same worth. */
const rounding = 1e-12;

/** A line that may be chosen. */
interface Unit {
	readonly passage: number;
	readonly line: number;
	readonly text: string;
	readonly words: readonly number[];
	/** What its manner adds to its worth. */
	readonly weight: number;
	/** What it was worth when it was last looked at. */
	worth: number;
}

/** A chosen line. */
interface Chosen {
	/** Position among the passages. */
	readonly passage: number;
	/** Position in `passage.lines`. */
	readonly line: number;
	/** Tokens of it and of all that were chosen before. */
	readonly spent: number;
}

/** What bounds a choice. */
interface Bounds {
	/** What everything chosen may cost. */
	readonly room: number;
	/** What a line costs. */
	readonly cost: (text: string) => number;
	/** What the first line of a passage costs in addition, and what that tells. */
	readonly opening: (passage: number) => { readonly cost: number; readonly text: string };
	/** What is told already. */
	readonly told: string;
}

/**
 * Chooses lines within bounds, the most telling first. Linear but for the order of a queue; same input,
 * same choice.
 */
export function coverWithin(
	log: Log,
	range: LogRange,
	passages: readonly Passage[],
	bounds: Bounds,
): Chosen[] {
	return new Cover(log, range, passages, bounds.told).within(bounds);
}

class Cover {
	readonly #passages: readonly Passage[];
	readonly #words = new Vocabulary();
	readonly #units: readonly (readonly Unit[])[];
	/** What each word is worth where it is told next. */
	readonly #value: Float64Array;
	readonly #chosen = new Map<number, Set<number>>();
	readonly #queue = new Queue<Unit>();

	constructor(log: Log, range: LogRange, passages: readonly Passage[], told: string) {
		this.#passages = passages;
		// Numbered first, so that a number tells whether a word is one of them.
		const binding = this.#words.wordsOf(bindingWords).length;
		this.#units = passages.map(({ kind, isGiven, lines }, passage) =>
			lines.map(({ text }, line): Unit => {
				const words = this.#words.wordsOf(text);
				const isBinding = fallback.test(text) || words.some((word) => word < binding);
				const weight =
					(isBinding ? bindingWorth : 1) *
					(isSketch(kind, text) ? sketchWorth : 1) *
					(isReadCode(kind, text) ? codeWorth : 1) *
					(isGiven === true ? givenShare : 1);
				return { passage, line, text, words, weight, worth: 0 };
			}),
		);
		const used = usedWords(log, range, this.#words);
		this.#value = valuesOf(this.#units.flat(), used, this.#words.size);
		this.#tell(this.#words.wordsOf(told));
		this.#tell(this.#wordsBeside(log, range));
	}

	/** The words of what stays word for word: the reader has them. */
	#wordsBeside(log: Log, { start, end }: LogRange): readonly number[] {
		const beside = [...log.slice(0, start), ...log.slice(end)];
		return [
			...new Set(beside.flatMap(({ message }) => this.#words.wordsOf(textOf(message.content)))),
		];
	}

	within({ room, cost, opening, told }: Bounds): Chosen[] {
		const chosen: Chosen[] = [];
		const said = wordLine(told);
		for (const unit of this.#units.flat()) {
			this.#offer(unit);
		}
		const openings = new Map<number, ReturnType<Bounds['opening']>>();
		let left = room;
		let misses = 0;
		for (let unit = this.#queue.pop(); unit !== undefined; unit = this.#queue.pop()) {
			const lines = this.#chosen.get(unit.passage);
			const now = this.#worth(unit);
			if (lines?.has(unit.line) === true || now <= 0) {
				continue;
			}
			if (now < unit.worth - rounding) {
				// Words of it were told meanwhile.
				this.#offer(unit);
				continue;
			}
			const known = openings.get(unit.passage);
			const first = lines === undefined ? (known ?? opening(unit.passage)) : undefined;
			if (first !== undefined && known === undefined) {
				openings.set(unit.passage, first);
			}
			const price = cost(unit.text) + (first?.cost ?? 0);
			if (price > left) {
				misses += 1;
				if (misses > mostMisses) {
					break;
				}
				continue;
			}
			if (said.includes(wordLine(unit.text))) {
				continue;
			}
			left -= price;
			this.#choose(unit, first?.text);
			chosen.push({ passage: unit.passage, line: unit.line, spent: room - left });
			if (left < leastRoom) {
				break;
			}
		}
		return chosen;
	}

	#offer(unit: Unit): void {
		unit.worth = this.#worth(unit);
		this.#queue.push(unit, unit.worth);
	}

	#choose({ passage, line, words }: Unit, opening: string | undefined): void {
		this.#tell(words);
		const lines = this.#chosen.get(passage) ?? new Set();
		this.#chosen.set(passage, lines.add(line));
		if (opening !== undefined) {
			this.#tell(this.#words.wordsOf(opening));
		}
		// What stands beside it is worth more now.
		for (const beside of [line - 1, line + 1]) {
			const unit = this.#units[passage]?.[beside];
			if (unit !== undefined && !lines.has(beside)) {
				this.#offer(unit);
			}
		}
	}

	#tell(words: readonly number[]): void {
		for (const word of words) {
			const value = this.#value[word];
			if (value !== undefined) {
				this.#value[word] = value * toldShare;
			}
		}
	}

	#worth({ passage, line, text, words, weight }: Unit): number {
		let sum = 0;
		for (const word of words) {
			sum += this.#value[word] ?? 0;
		}
		const lines = this.#chosen.get(passage);
		const isBeside = lines?.has(line - 1) === true || lines?.has(line + 1) === true;
		const place = lines === undefined ? firstOfPassage : isBeside ? besideChosen : 1;
		const opening = lines === undefined ? openingLength : 0;
		const kind = this.#passages[passage]?.kind ?? 'output';
		return (
			(weight * place * kindWeight[kind] * sum) /
			(text.length + length.least + opening) ** length.power
		);
	}
}

/** Whether a line is code among the assistant's words. */
function isSketch(kind: PassageKind, line: string): boolean {
	return (
		kind === 'assistant' &&
		/[;{}([,]$|^(?:\/\/|\* |\/\*|(?:import|export|const|let|var|await|return) )/.test(line)
	);
}

/** Whether a line is code in what was read or printed, by how it ends. */
function isReadCode(kind: PassageKind, line: string): boolean {
	return (kind === 'document' || kind === 'output') && /[;{}()[\],]$/.test(line);
}

/** What each word is worth the first time it is told: rare ones more, used ones more. */
function valuesOf(
	units: readonly Unit[],
	used: ReadonlyMap<number, number>,
	size: number,
): Float64Array {
	const lines = new Float64Array(size);
	for (const { words } of units) {
		for (const word of words) {
			lines[word] = (lines[word] ?? 0) + 1;
		}
	}
	return lines.map((count, word) =>
		count === 0 ? 0 : Math.log(1 + units.length / count) * Math.log(1 + (used.get(word) ?? unused)),
	);
}
