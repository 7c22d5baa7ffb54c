import { secretKind } from './names.ts';
import { Openings } from './openings.ts';
import {
	assigningPrograms,
	programCredentials,
	settingPrograms,
	settingWords,
} from './programs.ts';
import type { Span } from './spans.ts';
import { isPlaceholder } from './values.ts';

/** One way a program takes a credential. */
interface Form {
	/** The option, or the word, that announces it. */
	readonly option: string;
	/** How many words behind the option it stands; 0 in the same word. */
	readonly distance: number;
	/** What ends the part of the word before the secret; empty where the secret begins at once. */
	readonly behind: string;
	/** Whether it comes in through a pipe. */
	readonly piped: boolean;
	readonly within: string | undefined;
}

function formOf(template: string, within: string | undefined): Form {
	const [first = '', ...rest] = template.split(' ');
	const holder = rest.at(-1) ?? first;
	const base = { within, piped: holder === '|V', distance: rest.length };
	if (rest.length > 0) {
		return { ...base, option: first, behind: holder.replace(/^[*|]|V$/g, '').replace(/^\*/, '') };
	}
	const [, option = '', behind = ''] = /^(.*?)(?:\*(.*))?V$/.exec(first) ?? [];
	return { ...base, option, behind };
}

const formsByProgram = new Map<string, Form[]>();
for (const { programs, forms, within } of programCredentials) {
	for (const program of programs.split(' ')) {
		const made = forms.split(',').map((template) => formOf(template, within));
		formsByProgram.set(program, [...(formsByProgram.get(program) ?? []), ...made]);
	}
}
for (const program of ['htpasswd', 'chpasswd', ...assigningPrograms, ...settingPrograms]) {
	formsByProgram.set(program, formsByProgram.get(program) ?? []);
}

const openings = new Openings(formsByProgram.keys());

/** The programs of the table, as words: after a path, a quote, a bracket or the start of a line. */
const anyProgram = new RegExp(
	`(?:${[...formsByProgram.keys()].sort((a, b) => b.length - a.length).join('|')})(?![^\\s"'\\\\.,?!)]|\\.\\w)`,
	'y',
);

/** Characters of one command line that are looked at. */
const longestLine = 4_000;

const space = /(?:[ \t]|\\{1,2}\r?\n)+/y;

/** A word of a command line, its quotes included; in serialised text they carry backslashes. */
const word =
	/(?:(?<=[A-Za-z])'(?=(?:ll|s|t|re|ve|d|m)\b)|\\{1,3}"[^"\\\n]{0,512}\\{1,3}"|"(?:[^"\\\n]|\\[^\n]){0,512}"|'[^'\n]{0,512}'|\\[^nrt\n]|[^\s"'`|;&<>()\\]|["'](?=\w))+/y;

/** The credentials in command lines, by a table of the programs that take some. */
export function commandLineSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	let index = openings.next(text, 0);
	while (index < text.length) {
		anyProgram.lastIndex = index;
		const [program] = beginsWord(text, index) ? (anyProgram.exec(text) ?? []) : [];
		if (program === undefined) {
			index = openings.next(text, index + 1);
			continue;
		}
		const line = new CommandLine(text, index, program);
		spans.push(...line.spans());
		index = openings.next(text, Math.max(line.end, index + program.length));
	}
	return spans;
}

function beginsWord(text: string, index: number): boolean {
	return !/[\w.-]/.test(text[index - 1] ?? '') || isEscapedBreak(text, index);
}

/** Whether the letter before is the `n` of an escaped line break in serialised text. */
function isEscapedBreak(text: string, index: number): boolean {
	return /\\[nrt]$/.test(text.slice(Math.max(0, index - 2), index));
}

/** A command line from its program on, read word by word, each stretch of the text once. */
class CommandLine {
	readonly #text: string;
	readonly #start: number;
	readonly #words: Span[] = [];
	/** The words of the program that runs, without their quotes. */
	readonly #wordsRead = new Set<string>();
	readonly #found: Span[] = [];
	/** Where the words of the program begin: `sudo` and `docker exec db` run another one. */
	#first = 0;
	#program: string;
	end: number;

	constructor(text: string, start: number, program: string) {
		this.#text = text;
		this.#start = start;
		this.#program = program;
		this.end = start + program.length;
	}

	spans(): readonly Span[] {
		const limit = this.#start + longestLine;
		while (this.end < limit) {
			space.lastIndex = this.end;
			word.lastIndex = space.test(this.#text) ? space.lastIndex : this.end;
			const { lastIndex } = word;
			if (!word.test(this.#text)) {
				break;
			}
			this.end = word.lastIndex;
			this.#add({ start: lastIndex, end: word.lastIndex });
		}
		this.#finish();
		return this.#found;
	}

	/** Looks at the words of a program as a whole, for those that use no option. */
	#finish(): void {
		if (this.#program === 'htpasswd') {
			this.#addBatchPassword();
		} else if (this.#program === 'chpasswd') {
			this.#addPiped(':');
		}
	}

	#add(span: Span): void {
		const read = this.#read(span);
		const name = read.replace(/^.*\//, '');
		this.#words.push(span);
		this.#wordsRead.add(read);
		if (formsByProgram.has(name) && !read.startsWith('-')) {
			this.#finish();
			this.#program = name;
			this.#first = this.#words.length;
			this.#wordsRead.clear();
			return;
		}
		for (const form of formsByProgram.get(this.#program) ?? []) {
			this.#match(form, span);
		}
		this.#matchSetting(span);
	}

	#match(form: Form, span: Span): void {
		const { option, distance, behind, piped, within } = form;
		const at = this.#words.length - 1 - (piped ? 0 : distance);
		// In a sentence the option may be its last word.
		const announced = at < this.#first ? '' : this.#read(this.#words[at]).replace(/[.,:?!]$/, '');
		const fits = distance === 0 ? announced.startsWith(option) : announced === option;
		if (!fits || (within !== undefined && !this.#wordsRead.has(within))) {
			return;
		}
		if (piped) {
			this.#addPiped('');
			return;
		}
		const { start, end } = unquoted(this.#text, span);
		this.#judgeBehind(behind, [distance === 0 ? start + option.length : start, end], 0);
	}

	/** `aws configure set aws_secret_access_key V`, `setx API_KEY V`. */
	#matchSetting(span: Span): void {
		const at = this.#words.length - 1;
		const name = at - 1 < this.#first ? '' : this.#read(this.#words[at - 1]);
		const announced = settingPrograms.has(this.#program)
			? at - 2 >= this.#first && settingWords.has(this.#read(this.#words[at - 2]))
			: assigningPrograms.has(this.#program) && at - 1 === this.#first && this.#assigns();
		if (announced && secretKind(/(?<![\w-])[\w-]*$/.exec(name)?.[0] ?? '') !== undefined) {
			this.#judge(unquoted(this.#text, span));
		}
	}

	/** `ENV` is an instruction at the start of a line only. */
	#assigns(): boolean {
		const before = this.#text.slice(Math.max(0, this.#start - 32), this.#start);
		return this.#program !== 'ENV' || /(?:^|\n|\\n|\d→)[ \t]*$/.test(before);
	}

	/** `htpasswd -b file user V`, `htpasswd -nb user V`. */
	#addBatchPassword(): void {
		const words = this.#words.slice(this.#first);
		const operands = words.filter((one) => !this.#read(one).startsWith('-'));
		const options = words
			.map((one) => this.#read(one))
			.filter((one) => /^-[a-zA-Z0-9]+$/.test(one));
		const password = operands[options.some((one) => one.includes('n')) ? 1 : 2];
		if (password !== undefined && options.some((one) => one.includes('b'))) {
			this.#judge(unquoted(this.#text, password));
		}
	}

	/** `echo V | program`, `program <<< V`; `behind` ends the part of the value before the secret. */
	#addPiped(behind: string): void {
		const before = this.#text.slice(Math.max(0, this.#start - 600), this.#start);
		const groups = pipedIn.exec(before)?.indices?.groups?.['value'];
		if (groups !== undefined) {
			this.#judgeBehind(behind, groups, this.#start - before.length);
		}
		const after = this.#text.slice(this.end, this.end + 600);
		const value = hereString.exec(after)?.indices?.groups?.['value'];
		if (value !== undefined) {
			this.#judgeBehind(behind, value, this.end);
		}
	}

	#judgeBehind(behind: string, [start, end]: readonly [number, number], offset: number): void {
		const inner = unquoted(this.#text, { start: offset + start, end: offset + end });
		const separator = behind === '' ? inner.start : this.#text.indexOf(behind, inner.start);
		if (separator >= 0 && separator < inner.end) {
			this.#judge({ start: separator + behind.length, end: inner.end });
		}
	}

	#judge(span: Span): void {
		const value = this.#text.slice(span.start, span.end);
		if (value.length >= 3 && !/^[-$`{<%|\\]/.test(value) && !isPlaceholder(value)) {
			this.#found.push(span);
		}
	}

	#read(span: Span | undefined): string {
		if (span === undefined) {
			return '';
		}
		const { start, end } = unquoted(this.#text, span);
		return this.#text.slice(start, Math.min(end, start + 128));
	}
}

/** What `echo` or `printf` writes into the pipe that ends the text. */
const pipedIn =
	/(?:echo|printf)(?:[ \t]{1,4}(?:-\w{1,3}|["']?%s(?:\\{1,2}n)?["']?))*[ \t]{1,4}(?<value>"[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'|;&]{1,256})[ \t]{0,4}\|[ \t]{0,4}(?:[\w./-]{1,64}\/)?$/d;

const hereString =
	/^[^|;&\n]{0,200}?<<<[ \t]{0,4}(?<value>"[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'|;&]{1,256})/d;

/** The word without the quotes around it. */
function unquoted(text: string, { start, end }: Span): Span {
	const open = /^\\{0,3}["']/.exec(text.slice(start, Math.min(end, start + 4)))?.[0].length ?? 0;
	const close =
		/\\{0,3}["']$/.exec(text.slice(Math.max(start + open, end - 4), end))?.[0].length ?? 0;
	return { start: start + open, end: end - close };
}
