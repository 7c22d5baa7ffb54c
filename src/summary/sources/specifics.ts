import { folded } from './concepts.ts';

/**
 * What an order can do harm with: an address, a place outside of the project, a command. A model's
 * wording never brings one of these along; a rule that names one its person did not name is not theirs.
 */

const specifics: readonly RegExp[] = [
	// An address, also without what stands for its protocol.
	/[a-z][a-z0-9+]{1,11}:\/\/[^\s<>"'`)\]}，。；]{3,300}/giu,
	/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu,
	/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])/gu,
	// A path from the root or from home.
	/(?<![\p{L}\p{N}_./~*-])(?:(?:~|\$HOME)?\/|[A-Za-z]:[\\/])(?![\\/*])[\p{L}\p{N}_.@+-]+(?:[\\/][\p{L}\p{N}_.@+*-]+)*/gu,
	/(?<![\p{L}\p{N}_./~])\.(?:env|ssh|npmrc|netrc|aws|kube|gnupg)\b[\p{L}\p{N}_./-]*/gu,
];

/** A command, in code or as a person writes it. */
const commands: readonly RegExp[] = [
	/`([^`\n]{2,300})`/gu,
	/(?<![\p{L}\p{N}_-])((?:rm|sudo|curl|wget|chmod|chown|dd|mkfs|kill|scp|ssh|nc|eval|git (?:push|reset|clean|rebase|checkout)|(?:npm|yarn|pnpm) publish|kubectl (?:delete|apply|scale|exec|drain)|terraform (?:apply|destroy)|docker (?:run|rm|push)|drop (?:table|database)) [-~./$][^\s,;]*(?: [-~./$|][^\s,;]*)*)/giu,
];

/** Options, and words of a command, that are compared. */
const part = /-{0,2}[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;

/** Texts of one person, to be asked for what they name. Words as they were written, without case. */
export class NamedSpecifics {
	readonly #text: string;
	readonly #parts: ReadonlySet<string>;

	constructor(texts: readonly string[]) {
		this.#text = folded(texts.join('\n'));
		this.#parts = new Set(partsOf(this.#text));
	}

	/** Whether a statement names something harmful that these texts do not. */
	lacks(statement: string): boolean {
		const text = folded(statement);
		return (
			specifics.some((pattern) =>
				[...text.matchAll(pattern)].some(([found]) => !this.#names(found)),
			) ||
			commands.some((pattern) =>
				[...text.matchAll(pattern)].some(
					([, command = '']) => isCommand(command) && !this.#has(command),
				),
			)
		);
	}

	#names(found: string): boolean {
		return this.#text.includes(found.replace(/(?<![.:,/\\])[.:,/\\]+$/, ''));
	}

	/** Word by word: a model writes `npm run lint` where the person said "run lint with npm". */
	#has(command: string): boolean {
		return partsOf(command).every((word) => this.#parts.has(word));
	}
}

/** A single word in code is a name; a path of the project is no command either. */
function isCommand(text: string): boolean {
	return /\s/.test(text.trim()) && /^[./$\p{L}]/u.test(text);
}

function partsOf(text: string): string[] {
	return text.match(part) ?? [];
}
