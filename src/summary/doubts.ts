import { textOf, toolCallsOf, type Log } from '../messages/message.ts';
import { personText, stretchesOf } from '../messages/origins.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isDeed, ledgerOf, type Ledger } from './ledger.ts';
import {
	sectionTitles,
	type Doubt,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import { noWishes } from './wishes.ts';
import {
	baseName,
	folded,
	foldedArguments,
	isUnspaced,
	tellingWords,
	wordLine,
	wordsIn,
} from './words.ts';

/**
 * What a model's summary says that the log cannot have told it: names that occur nowhere, deeds without
 * a call, and words in the person's name that are not theirs. A paraphrase or a translation is never
 * doubted: where the words themselves decide, nothing is said.
 */

/** Sections that speak for the person. */
const ofPerson: ReadonlySet<SectionTitle> = new Set([
	'Goal',
	'Constraints & Preferences',
	'Pending User Asks',
]);

/** The doubts about a model's items; none about items that a person keeps. Linear in the log. */
export function doubtsIn(
	summary: Summary,
	request: SummaryRequest,
): ReadonlyMap<SummaryItem, Doubt> {
	const ledger = ledgerOf(request.log, request.pairs);
	const names = new NameReader(ledger);
	const log = new LogText(request);
	const deeds = new DeedTexts(ledger.uses);
	const person = new PersonWords(request, ledger, summary);
	const doubts = new Map<SummaryItem, Doubt>();
	for (const section of sectionTitles) {
		for (const item of summary[section]) {
			const doubt = ((): Doubt | undefined => {
				if (item.kept !== undefined) {
					return undefined;
				}
				if (
					names.namesIn(item.text).some((name) => !name.isIn(log)) ||
					quotationsIn(item.text).some((quotation) => log.lacksQuotation(quotation)) ||
					(section === 'Completed Actions' && deeds.lacks(item.text, log, person))
				) {
					return 'unfound';
				}
				return person.neverSaid(item, section, names) ? 'unsaid' : undefined;
			})();
			if (doubt !== undefined) {
				doubts.set(item, doubt);
			}
		}
	}
	return doubts;
}

/** Something to look texts up in. */
interface Searched {
	/** @param text Lower case, with slashes. */
	has(text: string): boolean;
}

/** A name that means the same in any language and wording. */
interface Name {
	readonly text: string;
	isIn(searched: Searched): boolean;
}

/** Marks of ours in a text are not the model's. */
const ownMark = /⟪precis: [^⟪⟫]*⟫|\[tool: [^\]\n]{1,80}\]/g;

/** A block of code; what stands in it was composed, not cited. */
const codeBlock = /^[ \t]*(```|~~~)[^]*?(?:^[ \t]*\1|$(?![^]))/gm;

/** Characters of an item that are read. */
const itemReach = 4_000;

const patterns = {
	code: /(?<!`)(`{1,2})(?!`)([^`\n]{2,300})\1(?!`)/g,
	address: /\bhttps?:\/\/[^\s<>"'`)\]}]{3,300}/g,
	path: /(?<![\p{L}\p{N}_.@/~\\-])(?:(?:[A-Za-z]:)?[~\p{L}\p{N}_.@+-]{0,120}(?:\/[\p{L}\p{N}_.@+[\]-]{1,120}){1,40}\/?|(?:[A-Za-z]:\\)?(?:[\p{L}\p{N}_.@+-]{1,120}\\){1,40}[\p{L}\p{N}_.@+-]{1,120})/gu,
	file: /(?<![\p{L}\p{N}_./@-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?<ending>[a-z][a-z0-9]{0,5})(?![\p{L}\p{N}_(/])/gu,
	version: /(?<![\p{L}\p{N}_.])v?(?<digits>\d+\.\d+\.\d+)(?!\.?\d)/gu,
	hash: /(?<![\w-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w-])/g,
	number:
		/(?:\b(?:issue|pull request|PR|MR|ticket|bug)s? )#?(?<named>\d{1,7})\b|(?<![\w&/])#(?<long>\d{3,7})\b/gi,
	constant: /(?<![\p{L}\p{N}_])\p{Lu}[\p{Lu}\p{N}]*(?:_[\p{Lu}\p{N}]+)+(?![\p{L}\p{N}_])/gu,
} as const;

/** Reads the names off texts, each kind by what it looks like. */
class NameReader {
	/** Endings of file names in this log: they tell `notes.ts` from `user.name`. */
	readonly #endings: ReadonlySet<string>;

	constructor({ files }: Ledger) {
		this.#endings = new Set(files.flatMap(({ path }) => /\.(\w{1,6})$/.exec(path)?.[1] ?? []));
	}

	namesIn(text: string): Name[] {
		const names: Name[] = [];
		let rest = text.slice(0, itemReach).replace(ownMark, ' ').replace(codeBlock, ' ');
		const take = (
			pattern: RegExp,
			nameOf: (found: string, groups: Readonly<Record<string, string>>, inner: string) => Name[],
		): void => {
			rest = rest.replace(pattern, (found: string, ...more: unknown[]) => {
				const groups = more.at(-1);
				const fields = typeof groups === 'object' ? (groups as Record<string, string>) : {};
				names.push(...nameOf(found, fields, typeof more[1] === 'string' ? more[1] : ''));
				return ' · ';
			});
		};
		take(patterns.code, (_, __, code) => this.#code(code.trim()));
		take(patterns.address, (address) => [pathName(address.replace(/^https?:/, ''))]);
		take(patterns.path, (path) => pathsIn(path));
		take(patterns.file, (file, { ending = '' }) => this.#file(file, ending));
		take(patterns.version, (_, { digits = '' }) => [literal(digits)]);
		take(patterns.hash, (hash) => [literal(hash.slice(0, 7))]);
		take(patterns.number, (_, { named, long }) => [numberName(named ?? long ?? '')]);
		take(patterns.constant, (constant) => [literal(constant)]);
		return names;
	}

	#file(file: string, ending: string): Name[] {
		if (!this.#endings.has(ending)) {
			return [];
		}
		const name = file.toLowerCase();
		const stem = name.slice(0, name.indexOf('.'));
		return [{ text: name, isIn: (searched) => searched.has(name) || searched.has(stem) }];
	}

	/** Code is found with all of its words: commands and calls are told without their trimmings. */
	#code(code: string): Name[] {
		const text = folded(code);
		if (/^[^\s()]{3,}$/.test(text) && text.slice(1, -1).includes('/')) {
			return pathsIn(text);
		}
		if (isUnspaced(text)) {
			return [];
		}
		const parts = text
			.replace(/<[^<>]*>|\{[^{}]*\}|…|\.\.\./g, ' ')
			.match(/(?<![\p{L}\p{N}_-])--?[a-z][\w-]*|[\p{L}_$][\p{L}\p{N}_$]{2,}|[0-9a-f]{7,}|\d{3,}/gu);
		return [
			{
				text,
				isIn: (searched) =>
					searched.has(text) ||
					(parts ?? []).every((part) =>
						searched.has(/^[0-9a-f]{7,}$/.test(part) ? part.slice(0, 7) : part),
					),
			},
		];
	}
}

function literal(text: string): Name {
	const wanted = folded(text);
	return { text: wanted, isIn: (searched) => searched.has(wanted) };
}

/** `#412`, as a part of an address, or as a number of its own; line numbers are none. */
function numberName(digits: string): Name {
	return {
		text: digits,
		isIn: (searched) =>
			searched.has(`#${digits}`) ||
			searched.has(`/${digits}`) ||
			searched.has(` ${digits} `) ||
			[' ', '\n', '\t', ':', '(', '"', '!'].some((before) =>
				[' ', '\n', '\t', ',', ')', '"', '}', '.', ':', ';'].some((behind) =>
					searched.has(`${before}${digits}${behind}`),
				),
			),
	};
}

/**
 * A path, unless it is prose with a slash (`read/write`): a path has an ending or a root, or begins with
 * a directory of the log.
 */
function pathsIn(written: string): Name[] {
	const path = folded(written).replace(/(?::\d{1,9}){0,3}[.:,]{0,9}$/, '');
	const plain = path.replace(/^(?:\.{0,2}\/|~\/?)+/, '');
	if (!/\p{L}/u.test(plain) || /[*{}<>$]/.test(plain)) {
		return [];
	}
	const name = pathName(path);
	if (/^\p{Lu}+\//u.test(written)) {
		return [];
	}
	const isRooted = /^(?:[~/]|\.{1,2}\/|[a-z]:)/.test(path) || /\.[a-z]\w{0,5}$/.test(path);
	const [first = ''] = plain.split('/');
	return isRooted
		? [name]
		: [{ text: name.text, isIn: (searched) => !searched.has(`${first}/`) || name.isIn(searched) }];
}

/** The log may spell a path from another directory: it is found with all of its parts. */
function pathName(path: string): Name {
	const text = path.toLowerCase().replace(/^(?:\.{0,2}\/|~\/?)+|\/{1,9}$/g, '');
	const parts = text.split(/[/?#=&]/).filter((part) => /[\p{L}\p{N}]/u.test(part));
	return {
		text,
		isIn: (searched) => searched.has(text) || parts.every((part) => searched.has(part)),
	};
}

/** What stands in quotation marks, in parts where something was left out of it. */
function quotationsIn(text: string): string[] {
	const read = text.slice(0, itemReach).replace(ownMark, ' ').replace(codeBlock, ' ');
	const quoted =
		/(?<![\p{L}\p{N}])(?:"([^"\n]{2,400})"|“([^”\n]{2,400})”|„([^“”\n]{2,400})[“”]|«([^»\n]{2,400})»)/gu;
	return [...read.matchAll(quoted)].flatMap((found) =>
		(found.slice(1).find((each) => each !== undefined) ?? '')
			.split(/\[?(?:…|\.\.\.)\]?/)
			.filter((part) => part.trim() !== ''),
	);
}

/** Everything that stands in a log, what it was asked for and what was known before. */
class LogText implements Searched {
	readonly #text: string;
	readonly #known = new Map<string, boolean>();

	constructor({ log, focus, asked, previous, wishes = noWishes }: SummaryRequest) {
		const texts = [focus ?? '', asked ?? '', ...wishes.kept.map(({ item }) => item.text)];
		for (const item of Object.values(previous ?? {}).flat()) {
			texts.push(item.doubt === undefined ? item.text : '');
		}
		for (const { message } of log) {
			texts.push(textOf(message.content));
		}
		const calls = log.flatMap(({ message }) =>
			toolCallsOf(message).map((call) => `${call.name}\n${foldedArguments(call.arguments)}`),
		);
		this.#text = `\n${[folded(texts.join('\n')), ...calls].join('\n')}\n`;
	}

	has(text: string): boolean {
		const known = this.#known.get(text) ?? this.#text.includes(text);
		this.#known.set(text, known);
		return known;
	}

	/**
	 * Whether a quotation cannot be one. Of plain words only one of several that the log has may be a
	 * slip or a translation; a name in it, or nothing of it, is neither.
	 */
	lacksQuotation(quotation: string): boolean {
		const text = folded(quotation.trim());
		if (isUnspaced(text) || this.has(text)) {
			return false;
		}
		const isNamed = /\p{L}\d|\d\p{L}|_|\p{Ll}\p{Lu}/u.test(quotation);
		const words = tellingWords(text);
		return isNamed && words.length === 1 && words.every((word) => !this.has(word));
	}
}

/** What may have been done, by call. */
class DeedTexts {
	readonly #files: string;
	readonly #commands: readonly string[];
	readonly #outward: string;
	readonly #hasCalls: boolean;

	constructor(uses: readonly ToolUse[]) {
		const files: string[] = [];
		const commands: string[] = [];
		const outward: string[] = [];
		for (const use of uses) {
			const asked = `${use.call.name} ${foldedArguments(use.call.arguments)}`;
			if (use.family === 'terminal' || use.family === 'code') {
				commands.push(folded(`${use.target} ${asked}`));
			}
			if (isDeed(use)) {
				const isFileTool = use.family === 'edit' || use.family === 'write';
				const told = isFileTool ? asked : `${asked}\n${folded(use.result)}`;
				files.push(told);
				outward.push(isFileTool ? '' : told);
			}
		}
		this.#files = files.join('\n');
		this.#commands = commands;
		this.#outward = outward.join('\n');
		this.#hasCalls = uses.length > 0;
	}

	/** Whether an entry of Completed Actions names a deed that no call can have been. */
	lacks(text: string, log: LogText, person: PersonWords): boolean {
		const [, verb = '', target = ''] =
			/^(?:\d{1,6}\. )?\**(\p{L}{2,16})\**:? ([^\n]{1,400}?)(?: (?:—|–|->|→) [^\n]*)?(?:\n|$)/u.exec(
				text.replace(ownMark, ' ').trimEnd(),
			) ?? [];
		if (!this.#hasCalls || verb === '' || person.has(verbStem(verb))) {
			return false;
		}
		if (/^(?:run|ran|execut|exec$)/i.test(verb)) {
			return this.#lacksRun(target.trim(), log);
		}
		if (fileVerb.test(verb)) {
			const [first = ''] = target.replaceAll('`', '').split(/[\s,:]/, 1);
			const path = folded(first).replace(/\/{1,9}$/, '');
			const isPath = /\/|\.[a-z]\w{0,5}$/.test(path) && !/[*{}<>$]/.test(path);
			return isPath && !this.#files.includes(baseName(path));
		}
		const stem = outwardVerb.exec(verb)?.[0].toLowerCase();
		if (stem === undefined || this.#outward.includes(stem)) {
			return false;
		}
		const hash = /(?<!\w)[0-9a-f]{7,40}(?!\w)/.exec(target)?.[0];
		const isOfGit = /^(?:commit|push|merg|rebas)/.test(stem);
		return (
			(hash === undefined || !log.has(hash.slice(0, 7))) &&
			(isOfGit || !tellingWords(target).some((word) => this.#outward.includes(word)))
		);
	}

	#lacksRun(target: string, log: LogText): boolean {
		const quoted = /^`([^`]+)`/.exec(target)?.[1];
		const command = folded(quoted ?? target).replace(/^\$ /, '');
		const parts = command.match(/[\p{L}\p{N}_.@/:=-]{2,}/gu)?.slice(0, mostParts) ?? [];
		const least = Math.ceil(parts.length * leastOfCommand);
		const isIn = (text: string): boolean =>
			parts.filter((part) => text.includes(part)).length >= least;
		if (parts.length === 0 || log.has(command) || this.#commands.some(isIn)) {
			return false;
		}
		// What is no command line is told in words, which may be others than the call's.
		const isCommand = quoted !== undefined || / -{1,2}[a-z]|[\w.]\/\w|\w=\w/.test(command);
		return isCommand || !log.has(parts[0] ?? '');
	}
}

/** Parts of a command that are compared, and the share of them that have to be in one call. */
const mostParts = 12;
const leastOfCommand = 0.7;

/** Deeds that a file tool or a command does to what they name first. */
const fileVerb =
	/^(?:edit|writ|wrote|creat|add|delet|remov|renam|modif|updat|patch|replac)[a-z]{0,5}$/i;

/** Deeds that reach beyond the files, by the part of the word that the call has too. */
const outwardVerb =
	/^(?:commit|push|deploy|publish|releas|merg|rebas|upload|migrat|send|install)(?=[a-z]{0,5}$)/i;

function verbStem(verb: string): string {
	return (outwardVerb.exec(verb)?.[0] ?? verb).toLowerCase();
}

/** A sentence that says in English what the person decided or said. */
const speaks =
	/\b(?:the )?(?:person|user) (?:has |had |also |then |explicitly ){0,2}(?:decided|approved|asked|wants?|wanted|said|says|told|agreed|confirmed|chose|requested|insisted|prefers?|preferred|allowed|accepted|ordered|instructed|demanded|forbade|rejected|declined)\b|\b(?:approved|requested|confirmed|decided|rejected) by the (?:person|user)\b/i;

/** Words that restrict what follows them, in the languages most people write. */
const restricts =
	/(?<!\p{L})(?:never|not|don['’]?t|do not|no|without|only|except|avoid|nicht|nie|niemals|kein\w*|ohne|nur|jamais|ne|pas|sans|nunca|no|sin|não|nunca|sem|non|mai|senza)(?!\p{L})/iu;

/** Shares of an item's words that a message of the person has, from which on it is theirs. */
const borne = { cited: 0.6, named: 0.5 };

/** Share of a summary's short words that the person uses too where both write one language. */
const sameLanguage = 0.3;

/** Words in a row by which a quotation is the person's. */
const quotedWords = 3;

/** What the person said, by message. */
class PersonWords implements Searched {
	/** By message: the words of one to be matched, and the lines of all. */
	readonly #messages: readonly string[];
	readonly #sentences: readonly string[];
	readonly #lines: readonly string[];
	readonly #text: string;
	readonly #numbers: ReadonlySet<number>;
	readonly #isTheirLanguage: boolean;
	readonly #log: Log;

	constructor(request: SummaryRequest, ledger: Ledger, summary: Summary) {
		this.#log = request.log;
		const { log, pairs, focus, asked, previous, wishes = noWishes } = request;
		const numbers = new Set<number>();
		const said: string[] = [];
		const hear = (text: string, number?: number): void => {
			if (text !== '') {
				said.push(folded(text));
				if (number !== undefined) {
					numbers.add(number);
					// Of an answer to a tool the call may be cited as well.
					const place = pairs.places.get(number - 1);
					numbers.add(
						place === undefined || place.kind === 'orphan' ? number : place.call.message + 1,
					);
				}
			}
		};
		log.forEach(({ message }, index) => {
			hear(personText(message), index + 1);
			// What an earlier summary says in the person's name may have lost its message.
			stretchesOf(message)
				.filter(({ origin }) => origin === 'summary')
				.forEach(({ text }) => hear(text, index + 1));
		});
		for (const { answer, source } of ledger.answers) {
			hear(answer, source);
		}
		for (const { words, source } of ledger.rejected) {
			// Rejecting is a word of theirs, also without others.
			hear(words === '' ? 'no' : words, source);
		}
		const before = Object.values(previous ?? {}).flat();
		before.filter(({ doubt }) => doubt === undefined).forEach(({ text }) => hear(text));
		[focus ?? '', asked ?? ''].forEach((text) => hear(text));
		wishes.kept.forEach(({ item }) => hear(item.text));
		this.#messages = said;
		this.#text = said.join('\n');
		this.#sentences = said.flatMap((text) =>
			text.split(/\n+|(?<=[.!?。！？])\s*(?!\w)|(?<=[.!?]) +/u),
		);
		this.#lines = said.map(wordLine);
		this.#numbers = numbers;
		const own = new Set(wordsIn(this.#text));
		const short = Object.values(summary)
			.flat()
			.flatMap(({ text }) => wordsIn(withoutNames(text)))
			.filter((word) => /^\p{L}{2,4}$/u.test(word));
		this.#isTheirLanguage =
			short.filter((word) => own.has(word)).length >= short.length * sameLanguage;
	}

	has(text: string): boolean {
		return this.#text.includes(text);
	}

	/** Whether an item says in the person's name what no message of theirs can have said. */
	neverSaid(item: SummaryItem, section: SectionTitle, names: NameReader): boolean {
		const isTheirs = ofPerson.has(section);
		const statement = isTheirs
			? item.text
			: sentencesOf(item.text)
					.filter((each) => speaks.test(each))
					.join(' ');
		if (
			statement === '' ||
			section === 'Active Task' ||
			!this.#isTheirLanguage ||
			isUnspaced(statement) ||
			this.#isQuoted(statement)
		) {
			return false;
		}
		const words = [...new Set(tellingWords(withoutNames(statement).replace(speaks, ' ')))];
		const share = this.#shareOf(words, this.#messages);
		const citesOthers =
			item.sources.length > 0 && !item.sources.some((number) => this.#numbers.has(number));
		if (citesOthers && share < borne.cited) {
			return true;
		}
		if (share < borne.named && section !== 'Goal' && isTheirs && this.#standsInResult(statement)) {
			return true;
		}
		const unknown = names.namesIn(statement).filter((name) => !name.isIn(this));
		if (section === 'Constraints & Preferences') {
			return (
				unknown.some((name) => !this.#means(name, words)) || this.#turnsRound(item.text, names)
			);
		}
		return unknown.length > 0 && share < borne.named;
	}

	/** Whether the result of a tool has it word for word. */
	#standsInResult(statement: string): boolean {
		const text = folded(statement.trim()).replace(/[.!。]{1,9}$/, '');
		return (
			wordsIn(text).length > quotedWords &&
			this.#log.some(
				({ message }) => message.role === 'tool' && folded(textOf(message.content)).includes(text),
			)
		);
	}

	/** Whether words of the person stand in it, in quotation marks. */
	#isQuoted(statement: string): boolean {
		return quotationsIn(statement).some((quotation) => {
			const line = wordLine(quotation);
			return (
				wordsIn(quotation).length >= quotedWords && this.#lines.some((own) => own.includes(line))
			);
		});
	}

	/** The largest share of these words in one text; all of them where there are none. */
	#shareOf(words: readonly string[], texts: readonly string[]): number {
		if (words.length === 0) {
			return 1;
		}
		const found = texts.map((text) => words.filter((word) => text.includes(stemOf(word))).length);
		return Math.max(0, ...found) / words.length;
	}

	/** Whether the person meant a name in other words: a sentence of theirs has its words beside the item's. */
	#means(name: Name, words: readonly string[]): boolean {
		const parts = name.text
			.replace(/\.\w+$/, '')
			.split(/[^\p{L}\p{N}]+/u)
			.filter((part) => part.length > 2 && part !== 'src');
		return this.#sentences.some(
			(sentence) =>
				parts.some((part) => sentence.includes(stemOf(part))) &&
				(words.length < 2 || this.#shareOf(words, [sentence]) >= borne.named),
		);
	}

	/** Whether an item orders done to a name what the person restricts wherever they name it. */
	#turnsRound(text: string, names: NameReader): boolean {
		const [, verb = ''] = /^\W{0,3}(\p{L}+)/u.exec(text) ?? [];
		const isOrder = fileVerb.test(verb) || outwardVerb.test(verb);
		if (!isOrder || this.has(verbStem(verb))) {
			return false;
		}
		return names.namesIn(text).some((name) => {
			const own = this.#sentences.filter((sentence) => sentence.includes(name.text));
			const before = text.slice(0, Math.max(0, folded(text).indexOf(name.text)));
			return (
				own.length > 0 &&
				!restricts.test(before) &&
				own.every((sentence) => restricts.test(sentence.slice(0, sentence.indexOf(name.text))))
			);
		});
	}
}

/** The sentences of an item. */
function sentencesOf(text: string): string[] {
	return text.slice(0, itemReach).split(/\n+|(?<=[.!?;。！？])\s+/u);
}

/** A text without code, paths and figures, which are the same in any language. */
function withoutNames(text: string): string {
	return text
		.slice(0, itemReach)
		.replace(ownMark, ' ')
		.replace(codeBlock, ' ')
		.replace(patterns.code, ' ')
		.replace(/\S+/g, (each) => (/[/\\_#\d]|.\.\w{1,5}(?=\W|$)/.test(each) ? ' ' : each));
}

/** The beginning of a word, which its other forms share. */
function stemOf(word: string): string {
	return word.length > 6
		? word.slice(0, Math.max(5, word.length - 3))
		: word.length > 4
			? word.slice(0, -1)
			: word;
}
