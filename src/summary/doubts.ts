import { textOf, toolCallsOf } from '../messages/message.ts';
import { personText, spansByAuthor } from '../messages/origins.ts';
import { isAction, ledgerOf, wasRefused, type Ledger } from './ledger.ts';
import { notQuoted, quotationsIn, type Quotation } from './quotations.ts';
import {
	sectionTitles,
	type Doubt,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import {
	baseName,
	folded,
	foldedArguments,
	isUnspaced,
	significantWords,
	stemOf,
	wordLine,
	wordsIn,
} from './words.ts';

/**
 * Finds what a model's summary cannot have from the log: names, large numbers and quotations that occur nowhere,
 * actions without a call, and statements in the user's name that are not the user's. Paraphrases and translations are
 * never doubted: nothing is marked if only the wording differs.
 */

/** The doubts about a model's items. Linear in the log. */
export function doubtsIn(
	summary: Summary,
	request: SummaryRequest,
): ReadonlyMap<SummaryItem, Doubt> {
	const ledger = ledgerOf(request.log, request.pairs);
	const files = new Set(ledger.files.flatMap(({ path }) => partsOf(path)));
	const log = logText(request);
	const actions = actionText(ledger);
	const user = new UserText(request, ledger, summary, files);
	const figures = new Figures(request, ledger, log);
	const quotations = new Quotations(summary, log, user);
	const doubtOf = (item: SummaryItem, section: SectionTitle): Doubt | undefined => {
		const isUnfound =
			namesIn(item.text, files).some((name) => !occursIn(name, log)) ||
			(!ofPlans.has(section) && (figures.lacks(item.text) || quotations.lacks(item))) ||
			(section === 'Completed Actions' && lacksAction(item.text, actions, user));
		const isUnsaid = quotations.areUnsaid(item, section) || user.isUnsaid(item, section);
		return isUnfound ? 'unfound' : isUnsaid ? 'unsaid' : undefined;
	};
	return new Map(
		sectionTitles.flatMap((section) =>
			summary[section].flatMap((item) => {
				const doubt = doubtOf(item, section);
				return doubt === undefined ? [] : [[item, doubt] as const];
			}),
		),
	);
}

/** A name that is the same in any language and wording: found as it is written, or by all of its parts. */
interface Name {
	readonly text: string;
	readonly parts: readonly string[];
}

/** Whether a text contains a name. @param text Lower case, with slashes. */
function occursIn({ text: name, parts }: Name, text: string): boolean {
	return (
		(/^\d+$/.test(name)
			? new RegExp(`(?<![\\w.-])${name}(?![\\w-])`).test(text)
			: text.includes(name)) ||
		(parts.length > 0 && parts.every((part) => text.includes(part)))
	);
}

/** Parts of a reply that are no statements: marks of Precis, and code blocks. */
const notStatements =
	/⟪precis: [^⟪⟫]*⟫|\[tool: [^\]\n]{1,80}\]|^[ \t]*(```|~~~)[^]*?(?:^[ \t]*\1|$(?![^]))/gm;

/** Characters of an item that are checked. */
const itemReach = 4_000;

function checkedText(text: string): string {
	return text.slice(0, itemReach).replace(notStatements, ' ');
}

const code = /(?<!`)(`{1,2})(?!`)([^`\n]{1,300})\1(?!`)/g;

const quoted = /["“„«]([\p{Script=Latin}\p{N}_./-]{3,80})["“”»]/gu;

/** Not a plain word: a quotation of one may be a slip or a translation. */
const notPlain = /\p{L}\d|\d\p{L}|_|\p{Ll}\p{Lu}/u;

/**
 * @param files Parts of the log's paths: they distinguish `notes.ts` from `user.name`, and `src/till` from
 * `read/write`.
 */
function namesIn(text: string, files: ReadonlySet<string>): Name[] {
	const own = checkedText(text);
	const rest = own.replace(code, ' · ');
	return [
		...[...own.matchAll(code)].flatMap(([, , inner = '']) => codeName(inner, files)),
		...[...rest.matchAll(quoted)].flatMap(([, name = '']) =>
			notPlain.test(name) ? [plain(name)] : [],
		),
		...rest.split(/[\s"“”„«»‘’()<>|,;·—–=]+/u).flatMap((word) => nameOf(word, files)),
	];
}

/** The name in a word: a hash, version, number, constant, file or path. */
function nameOf(word: string, files: ReadonlySet<string>): Name[] {
	// Quoted code may have escapes of line breaks before a word.
	const bare = word.replace(/^(?:[[{'*_]|\\[nrt])+|(?<!['*_.:!?\]}])['*_.:!?\]}]+$/g, '');
	if (/^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}$/.test(bare)) {
		const hash = bare.slice(0, 7);
		return [{ text: hash, parts: [hash] }];
	}
	const [, number = ''] = /^(?:v?(\d+\.\d+\.\d+)|#(\d{2,7}))$/.exec(bare) ?? [];
	if (number !== '' || /^#\d{2,7}$/.test(bare)) {
		return [plain(number || bare.slice(1))];
	}
	if (/^\p{Lu}[\p{Lu}\p{N}]*(?:_[\p{Lu}\p{N}]+)+$/u.test(bare)) {
		return [plain(bare)];
	}
	if (/[/\\]/.test(bare)) {
		return pathNames(bare, files);
	}
	const [, ending = ''] = /^[\p{L}\p{N}_.-]*[\p{L}\p{N}_-](\.[a-z]\w{0,5})$/u.exec(bare) ?? [];
	const file = folded(bare);
	return ending !== '' && files.has(ending)
		? [{ text: file, parts: [file.slice(0, file.indexOf('.'))] }]
		: [];
}

function plain(text: string): Name {
	return { text: folded(text), parts: [] };
}

/**
 * Code is found by all of its words: models mention commands and calls in shortened form, and generalise what is quoted in
 * them.
 */
function codeName(inner: string, files: ReadonlySet<string>): Name[] {
	const text = folded(inner.trim());
	if (/^[^\s()]{2,}$/.test(text) && /.\/./.test(text)) {
		return pathNames(text, files);
	}
	const words = text
		.replace(/<[^<>]*>|\{[^{}]*\}|(?<=[\s=])"[^"]*"|(?<=[\s=])'[^']*'|…|\.\.\./g, ' ')
		.match(/(?<![\p{L}\p{N}_-])--?[a-z][\w-]*|[\p{L}_$][\p{L}\p{N}_$]{2,}|[0-9a-f]{7,}|\d{3,}/gu);
	const parts = (words ?? []).map((word) =>
		/^[0-9a-f]{7,}$/.test(word) ? word.slice(0, 7) : word,
	);
	// It contains no name.
	return isUnspaced(text) || parts.length === 0 ? [] : [{ text, parts }];
}

/** The directories of a path, and file extensions. */
function partsOf(path: string): string[] {
	return folded(path)
		.split('/')
		.flatMap((part) => [part, /\.\w{1,6}$/.exec(part)?.[0] ?? '']);
}

/**
 * A path, unless it is prose with a slash: a path has an extension or a root, or begins with a directory of the log.
 * The log may spell it relative to another directory, so all of its parts are searched for.
 */
function pathNames(found: string, files: ReadonlySet<string>): Name[] {
	const path = folded(found).replace(/(?::\d{1,9}(?:[-–]\d{1,9})?){0,2}[.:,]{0,3}$/, '');
	const isRooted =
		/^(?:[~/]|\.{1,2}\/|[a-z]:|https?:\/)/.test(path) ||
		/\.[a-z]\w{0,5}$/.test(path) ||
		files.has(path.split('/', 1)[0] ?? '');
	if (!isRooted || !/\p{L}/u.test(path) || /[*{}<>$]/.test(path)) {
		return [];
	}
	const text = path.replace(/^(?:https?:|\.{0,2}\/|~\/?)+|(?<!\/)\/+$/g, '');
	return [{ text, parts: text.split(/[/?#=&]/).filter((part) => /[\p{L}\p{N}]/u.test(part)) }];
}

/** E-mail addresses, and addresses of the network other than the machine's own. */
const addresses =
	/(?<![\p{L}\p{N}_./@-])(?:[\p{L}\p{N}._+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}_/-]|\.\p{L})|(?!127\.|0\.)\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}_-]|\.\d))/gu;

/**
 * Numbers of four digits or more that stand alone, and ports. A range, a difference, an approximation, a share or a
 * count of something may be the model's own.
 */
const largeNumbers =
	/(?<![\p{L}\p{N}_.,:;/@#~≈+−–-]|\d\s)(?:\p{L}{2,40}:|\d{1,3}(?:\.\d{1,3}){3}:)?(\d{1,3}(?:[,’']\d{3})+|\d{4,9})(?![\p{L}\p{N}_:/@%–-]|[.,]\d| \p{L})/gu;

/** A round number may be the model's estimate, and a year its own dating. */
const ownNumber = /[05]0$|^(?:19|20)\d\d$/;

/** Readings of a log's digits: with marks or spaces between thousands, and without. A list has neither. */
const digits = [
	/\d{1,3}(?:[,.’'_\u00a0\u202f]\d{3})+(?!\d)/g,
	/\d{1,3}(?: \d{3})+(?!\d)/g,
	/\d{4,}/g,
] as const;

/** The numbers and addresses of a log. A model counts and computes itself: small numbers are not checked. */
class Figures {
	readonly #log: string;
	readonly #messages: number;
	readonly #numbers: ReadonlySet<string>;

	constructor({ log }: SummaryRequest, { uses }: Ledger, text: string) {
		this.#log = text;
		this.#messages = log.length;
		this.#numbers = new Set([
			...digits
				.flatMap((reading) => text.match(reading) ?? [])
				.map((found) => found.replace(/\D/g, '')),
			// A model sees the sizes of results in place of the results.
			...uses.flatMap(({ outcome: { lines, characters } }) => [`${lines}`, `${characters}`]),
		]);
	}

	/** Whether it has a number or an address that the log cannot have given. */
	lacks(text: string): boolean {
		const own = checkedText(text);
		const prose = own.replace(code, ' · ');
		return (
			[...own.matchAll(addresses)].some(([found]) => !this.#log.includes(folded(found))) ||
			[...prose.matchAll(largeNumbers)].some(([, found = '']) => {
				const number = found.replace(/\D/g, '');
				const isOwn = ownNumber.test(number) || Number(number) <= this.#messages;
				return !isOwn && !this.#numbers.has(number);
			})
		);
	}
}

/** What precedes the user's own words: “The person said: …”. */
const saidBefore = /(?:^|[\p{P}\n]\s{0,9})the (?:person|user)(?:['’]s)? \p{L}{1,20}: ?$/iu;

/** The quotations of a summary. */
class Quotations {
	readonly #byItem: ReadonlyMap<SummaryItem, readonly Quotation[]>;
	readonly #unfound: ReadonlySet<Quotation>;
	readonly #unsaid: ReadonlySet<Quotation>;

	constructor(summary: Summary, log: string, user: UserText) {
		// Quotations in a translation are translated too.
		const items = user.isTheirLanguage ? Object.values(summary).flat() : [];
		this.#byItem = new Map(items.map((item) => [item, quotationsIn(checkedText(item.text))]));
		const inUsersName = [...ofPerson].flatMap((section) =>
			summary[section].flatMap((item) => this.#of(item)),
		);
		this.#unfound = notQuoted([...this.#byItem.values()].flat(), [log]);
		this.#unsaid = notQuoted(inUsersName, [...user.messages, ...user.answered]);
	}

	/** Whether one occurs nowhere in the log. */
	lacks(item: SummaryItem): boolean {
		return this.#of(item).some((quotation) => this.#unfound.has(quotation));
	}

	/**
	 * Whether one in the user's name is in no message of the user, nor in what the user may have agreed to or rejected.
	 * Elsewhere than in the sections of the user, words after “the user” may be what the user saw.
	 */
	areUnsaid(item: SummaryItem, section: SectionTitle): boolean {
		return this.#of(item).some((quotation) => {
			const { before, after } = quotation;
			// An item of more than the quotation may say who else said it.
			const isWhole =
				!/\p{L}/u.test(before.replace(saidBefore, '')) && !/[\p{L}\p{N}]/u.test(after);
			return (
				this.#unsaid.has(quotation) &&
				ofPerson.has(section) &&
				(isWhole || (section === 'Constraints & Preferences' && saidBefore.test(before)))
			);
		});
	}

	#of(item: SummaryItem): readonly Quotation[] {
		return this.#byItem.get(item) ?? [];
	}
}

/** Texts besides the log that a summary may be based on. */
function otherSources({ focus, earlierRequest, previous, userEdits }: SummaryRequest): string[] {
	return [
		focus ?? '',
		earlierRequest ?? '',
		...[...userEdits.kept.map(({ item }) => item), ...Object.values(previous ?? {}).flat()].map(
			({ doubt, text }) => (doubt === undefined ? text : ''),
		),
	];
}

/** All text of a log and of {@link otherSources}. */
function logText(request: SummaryRequest): string {
	const texts = [
		...otherSources(request),
		...request.log.map(({ message }) => textOf(message.content)),
	];
	const calls = request.log.flatMap(({ message }) =>
		toolCallsOf(message).map((call) => `${call.name}\n${foldedArguments(call.arguments)}`),
	);
	return `\n${[folded(texts.join('\n')), ...calls].join('\n')}\n`;
}

/** The arguments of all calls that were carried out, and the results of those that may have changed something. */
function actionText({ uses }: Ledger): string {
	return uses
		.filter((use) => use.resultIndex !== undefined && !wasRefused(use))
		.map((use) => {
			const call = `${use.call.name} ${foldedArguments(use.call.arguments)}`;
			return isAction(use) && use.family !== 'edit' ? `${call}\n${folded(use.result)}` : call;
		})
		.join('\n');
}

/** Actions whose effects reach beyond files: their calls contain the same word. */
const outward = /^(?:commit|push|deploy|publish|releas|merg|rebas|upload|install)/i;

/**
 * Whether an entry in the template's form, `ACTION target — outcome`, reports an action that no call performed: on a file
 * that no call names, or an outward one whose verb no call contains.
 */
function lacksAction(text: string, done: string, user: UserText): boolean {
	const [, verb = '', target = ''] =
		/^(?:\d{1,6}\. )?\**(\p{Lu}{2,16})\**:? ([^\n]{1,400}?)(?: (?:—|–|->|→) [^\n]*)?(?:\n|$)/u.exec(
			checkedText(text).trimEnd(),
		) ?? [];
	const stem = outward.exec(verb)?.[0].toLowerCase();
	if (done === '' || verb === '' || user.has(stem ?? verb.toLowerCase())) {
		return false;
	}
	const [path = ''] = folded(target.replaceAll('`', '')).split(/[\s,:]/, 1);
	if (/.\/.|\.[a-z]\w{0,5}$/.test(path) && !/[*{}<>$]/.test(path)) {
		return !done.includes(baseName(path.replace(/(?<!\/)\/+$/, '')));
	}
	return stem !== undefined && !done.includes(stem);
}

/** Sections with the user's own requests and rules. Goal is the model's account of them. */
const ofPerson: ReadonlySet<SectionTitle> = new Set([
	'Constraints & Preferences',
	'Pending User Asks',
]);

/** Sections with what is yet to be done: its values and messages are new. */
const ofPlans: ReadonlySet<SectionTitle> = new Set(['Pending User Asks', 'Remaining Work']);

/** Sections that state what the user decided and answered; elsewhere, a mention of the user is no statement of theirs. */
const ofDecisions: ReadonlySet<SectionTitle> = new Set(['Key Decisions', 'Resolved Questions']);

/** An act of the user, as the prompt asks models to write it: “the person approved …”. */
const acts = /\bthe (?:person|user) (?=\p{L})/iu;

/** Minimum shares of an item's words in one text of the user for the item to count as the user's. */
const minShares = { cited: 0.6, named: 0.5 };

/** Minimum share of a summary's short words that the user also uses if both write one language. */
const sameLanguage = 0.3;

/** Minimum consecutive words of a quotation of the user. */
const quotedWords = 3;

/** The user's own text. */
class UserText {
	readonly messages: readonly string[];
	/** What the user may have agreed to or rejected: the assistant's words and questions, and rejected calls. */
	readonly answered: readonly string[];
	readonly #sentences: readonly string[];
	readonly #text: string;
	/** All of it, and {@link answered}, as lines of words. */
	readonly #line: string;
	readonly #numbers = new Set<number>();
	/** Whether the summary is written in the user's language. */
	readonly isTheirLanguage: boolean;
	readonly #results: readonly string[];
	readonly #files: ReadonlySet<string>;

	constructor(
		request: SummaryRequest,
		ledger: Ledger,
		summary: Summary,
		files: ReadonlySet<string>,
	) {
		const { log, pairs } = request;
		this.#files = files;
		this.#results = ledger.uses.map(({ result }) => folded(result));
		// The source of an earlier summary's statement may be lost.
		const spoken = log.flatMap(({ message }, index) =>
			[
				personText(message),
				...spansByAuthor(message).flatMap(({ origin, text }) =>
					origin === 'summary' ? [text] : [],
				),
			].map((text) => [text, index + 1] as const),
		);
		const answered = [
			...ledger.answers.map(({ answer, source }) => [answer, source] as const),
			// A rejection counts as an answer even without a comment.
			...ledger.rejected.map(({ words, source }) => [words || 'no', source] as const),
		];
		const own = [...spoken, ...answered].filter(([text]) => text !== '');
		for (const [, number] of own) {
			this.#numbers.add(number);
			// For an answer to a tool, the call may be cited instead.
			const call = pairs.places.get(number - 1)?.call;
			if (call !== undefined) {
				this.#numbers.add(call.message + 1);
			}
		}
		this.answered = [
			...log.flatMap(({ message }) =>
				message.role === 'assistant' ? [folded(textOf(message.content))] : [],
			),
			...ledger.uses
				.filter((use) => use.family === 'question' || wasRefused(use))
				.map(({ call }) => foldedArguments(call.arguments)),
		];
		this.messages = [...own.map(([text]) => text), ...otherSources(request)].map(folded);
		this.#text = this.messages.join('\n');
		this.#line = [...this.messages, ...this.answered].map(wordLine).join('\n');
		this.#sentences = this.#text.split(/\n+|(?<=[.!?。！？])\s*(?!\w)|(?<=[.!?]) +/u);
		const words = new Set(wordsIn(this.#text));
		const short = Object.values(summary)
			.flat()
			.flatMap(({ text }) => wordsIn(withoutNames(text)))
			.filter((word) => /^\p{L}{2,4}$/u.test(word));
		this.isTheirLanguage =
			short.filter((word) => words.has(word)).length >= short.length * sameLanguage;
	}

	has(text: string): boolean {
		return this.#text.includes(text);
	}

	/**
	 * Whether an item attributes to the user what no message of the user contains: a request or rule from elsewhere, or
	 * an act of the user that only others mention.
	 */
	isUnsaid(item: SummaryItem, section: SectionTitle): boolean {
		const isTheirs = ofPerson.has(section);
		const statement = isTheirs
			? item.text
			: checkedText(item.text)
					.split(/\n+|(?<=[.!?;。！？])\s+/u)
					.filter((each) => ofDecisions.has(section) && acts.test(each))
					.join(' ');
		if (
			statement === '' ||
			!this.isTheirLanguage ||
			isUnspaced(statement) ||
			this.#isQuoted(statement)
		) {
			return false;
		}
		const words = [...new Set(significantWords(withoutNames(statement).replace(acts, ' ')))];
		const share = this.#shareOf(words, this.messages);
		const citesOthers =
			item.sources.length > 0 && !item.sources.some((number) => this.#numbers.has(number));
		return (
			(citesOthers && share < minShares.cited) ||
			(isTheirs && share < minShares.named && this.#isInResult(statement)) ||
			(section === 'Constraints & Preferences' && this.#isAltered(item.text, words))
		);
	}

	/** Whether a tool's result contains it verbatim. */
	#isInResult(statement: string): boolean {
		const text = folded(statement.trim()).replace(/[.!。]{1,9}$/, '');
		return wordsIn(text).length > quotedWords && this.#results.some((own) => own.includes(text));
	}

	/** Whether it contains a quotation of the user, or of what the user answered. */
	#isQuoted(statement: string): boolean {
		return [...checkedText(statement).matchAll(/["“„«]([^"“”»\n]{2,400})["“”»]/g)].some(
			([, words = '']) =>
				words
					.split(/\[?(?:…|\.\.\.)\]?/)
					.some(
						(part) => wordsIn(part).length >= quotedWords && this.#line.includes(wordLine(part)),
					),
		);
	}

	/** The largest share of these words in one text; 1 if there are no words. */
	#shareOf(words: readonly string[], texts: readonly string[]): number {
		const found = texts.map((text) => words.filter((word) => text.includes(stemOf(word))).length);
		return words.length === 0 ? 1 : Math.max(0, ...found) / words.length;
	}

	/**
	 * Whether a rule has a name that the user did not mean, or begins with a word that the user never used and differs
	 * from the user's sentences about its names.
	 */
	#isAltered(text: string, words: readonly string[]): boolean {
		const [, first = ''] = /^\W{0,3}(\p{L}+)/u.exec(text) ?? [];
		const beginsAnew = first !== '' && !this.has(stemOf(first.toLowerCase()));
		return namesIn(text, this.#files).some((name) =>
			occursIn(name, this.#text)
				? beginsAnew && !this.#hasSentence(words, (sentence) => occursIn(name, sentence))
				: !this.#means(name, words),
		);
	}

	/** Whether one of the matching sentences of the user has most of the words. */
	#hasSentence(words: readonly string[], matches: (sentence: string) => boolean): boolean {
		return this.#sentences.some(
			(sentence) => matches(sentence) && this.#shareOf(words, [sentence]) >= minShares.named,
		);
	}

	/**
	 * Whether the user may have meant a name in other words: one of the user's sentences has words of the name and of
	 * the item.
	 */
	#means(name: Name, words: readonly string[]): boolean {
		const parts = name.text
			.replace(/\.\w+$/, '')
			.split(/[^\p{L}\p{N}]+/u)
			.filter((part) => part.length > 2 && part !== 'src');
		return this.#sentences.some(
			(sentence) =>
				parts.some((part) => sentence.includes(stemOf(part))) &&
				(words.length < 2 || this.#shareOf(words, [sentence]) >= minShares.named),
		);
	}
}

/** A text without code, paths and numbers, which are the same in any language. */
function withoutNames(text: string): string {
	return checkedText(text)
		.replace(code, ' ')
		.split(/\s+/)
		.filter((word) => !/[/\\_#\d]|.\.\w{1,5}(?:\W|$)/.test(word))
		.join(' ');
}
