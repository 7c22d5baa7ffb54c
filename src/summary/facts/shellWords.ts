import type { ToolCall } from '../../messages/message.ts';
import { withoutQuoted } from '../../messages/shellQuotes.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { withoutGitOptions, wordsBehindFinder } from './wrappers.ts';

/**
 * Takes shell command lines apart far enough to see what they run and which files they write. Not
 * a shell: substitutions and control structures are left as words.
 */

/** One simple command: its words, and the files its output is redirected to. */
export interface SimpleCommand {
	readonly words: readonly string[];
	readonly writes: readonly string[];
	/** Those of `writes` that are only added to. */
	readonly appends: readonly string[];
	/** The command as it stands in the text, redirections included. */
	readonly text: string;
	/** Whether it reads the output of the one before. */
	readonly piped: boolean;
	/** Whether the one behind it reads its output. */
	readonly pipes: boolean;
	/** Whether it only runs after the one before has succeeded. */
	readonly guarded: boolean;
	/** What stands between the one before and it: `|`, `&&`, `||`, `;`, `&`, a line's end; empty for the first. */
	readonly operator: string;
	/** How many brackets open before it: what changes the directory in there changes it nowhere else. */
	readonly opens: number;
	/** How many brackets close behind it. */
	readonly closes: number;
}

/** Characters of a command line that are looked at; heredocs with whole programs are longer. */
const searched = 20_000;

/** The command lines that calls ran, taken apart. */
const known = new WeakMap<
	ToolCall,
	{ readonly target: string; readonly commands: readonly SimpleCommand[] }
>();

/** The simple commands of a call's command line; several facts ask for them, it is read once. */
export function commandsOf({ call, target }: ToolUse): readonly SimpleCommand[] {
	const before = known.get(call);
	if (before?.target === target) {
		return before.commands;
	}
	const commands = simpleCommands(target);
	known.set(call, { target, commands });
	return commands;
}

/** The simple commands of a command line, in order; bodies of heredocs are skipped. */
export function simpleCommands(commandLine: string): SimpleCommand[] {
	const text = withoutHeredocs(commandLine.slice(0, searched));
	const commands: SimpleCommand[] = [];
	let operator = '';
	let start = 0;
	let quote = '';
	for (let at = 0; at <= text.length; at += 1) {
		const character = text.charAt(at);
		if (quote !== '') {
			if (character === '\\' && quote === '"') {
				at += 1;
			} else if (character === quote) {
				quote = '';
			}
			if (at < text.length) {
				continue;
			}
		}
		if (character === "'" || character === '"') {
			quote = character;
		} else if (character === '\\') {
			at += 1;
		} else if (at >= text.length || ';|\n'.includes(character) || isAnd(text, at)) {
			const command = parse(text.slice(start, at).trim(), operator, isPipe(text, at));
			if (command !== undefined) {
				commands.push(command);
			}
			const double = text.charAt(at + 1) === character;
			operator = double ? character + character : character;
			// `|&` sends errors along.
			at += double || (character === '|' && text.charAt(at + 1) === '&') ? 1 : 0;
			start = at + 1;
		}
	}
	return commands;
}

/** `&` between commands, not the one of `2>&1` or `&>file`. */
function isAnd(text: string, at: number): boolean {
	return text.charAt(at) === '&' && text.charAt(at - 1) !== '>' && text.charAt(at + 1) !== '>';
}

/** A command line without the bodies of its heredocs. */
export function withoutHeredocs(text: string): string {
	if (!text.includes('<<')) {
		return text;
	}
	const kept: string[] = [];
	let end: string | undefined;
	for (const line of text.split('\n')) {
		if (end !== undefined) {
			end = line.trim() === end ? undefined : end;
			continue;
		}
		const word = /<<-?\s*(['"]?)(\w+)\1/.exec(line);
		end = word?.[2];
		kept.push(word === null ? line : line.replace(word[0], ''));
	}
	return kept.join('\n');
}

/** A single `|`. */
function isPipe(text: string, at: number): boolean {
	return text.charAt(at) === '|' && text.charAt(at + 1) !== '|';
}

function parse(grouped: string, operator: string, pipes: boolean): SimpleCommand | undefined {
	const { text, opens, closes } = withoutGroup(grouped);
	const tokens = text.match(/(?:[^\s'"\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
	const words: string[] = [];
	const writes: string[] = [];
	const appends: string[] = [];
	for (let index = 0; index < tokens.length; index += 1) {
		const token = tokens[index] ?? '';
		const redirect = /^(?:\d|&)?>>?(?![&])(.*)$/.exec(token);
		if (redirect !== null) {
			const target = redirect[1] === '' ? tokens[(index += 1)] : redirect[1];
			writes.push(unquote(target ?? ''));
			if (token.includes('>>')) {
				appends.push(unquote(target ?? ''));
			}
		} else if (!/^\d?[<>]&?/.test(token)) {
			words.push(unquote(token));
		}
	}
	// Assignments and wrappers in front of a command do not tell what it is.
	while (
		/^(?:\w+=.*|sudo|time|timeout|\d+[smh]?|env|nohup|command|exec|do|then|else|elif|if|while|until|[!({])$/.test(
			words[0] ?? '',
		)
	) {
		words.shift();
	}
	const own = withoutGitOptions(wordsBehindFinder(words));
	if (/^(?:for|case|done|fi|esac|[})]|select|function)$/.test(own[0] ?? '')) {
		return undefined;
	}
	return own.length === 0 && writes.length === 0
		? undefined
		: {
				words: own,
				writes,
				appends,
				text,
				piped: operator === '|',
				pipes,
				guarded: operator === '&&',
				operator,
				opens,
				closes,
			};
}

/** Takes the brackets off a command that begins or ends a group: `(cd src`, `go test)`. */
function withoutGroup(text: string): Pick<SimpleCommand, 'text' | 'opens' | 'closes'> {
	const opened = text.replace(/^\(+\s*/, '');
	const opens = /^\(*/.exec(text)?.[0].length ?? 0;
	const bare = withoutQuoted(opened);
	const count = (bracket: string): number => bare.split(bracket).length - 1;
	const closes = Math.max(0, count(')') - count('('));
	return closes > 0
		? { text: opened.replace(/(?<![\s)])\s*\)+(\s*(?:(?:\d|&)?>.*)?)$/, '$1'), opens, closes }
		: { text: opened, opens, closes };
}

function unquote(token: string): string {
	return token.replace(/^(['"])([^]*)\1$/, '$2');
}
