import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { CompactorLaunch, ServerLaunch, Start } from './launches.ts';

/** What of ours stands in a configuration file of an assistant. Precis reads these files and never writes one. */

/** What our server is called there. */
export const serverName = 'precis';

/** Our part as it was found in a file. */
export interface FoundEntry {
	/** How the assistant starts it, once for each way; none: it is written in an unknown way. */
	readonly starts: readonly Start[];
	/** The lines it begins in, from 1. */
	readonly lines: readonly number[];
	/** The whole file is ours. */
	readonly isWholeFile?: true;
	/** No command of the assistant takes it out. */
	readonly isByHand?: true;
}

/** How an assistant writes a part of ours down. */
export interface ConfigurationEntry {
	/** @param read Reads another file that this one names; undefined: it is not there. */
	readonly find: (
		text: string,
		read: (file: string) => string | undefined,
	) => FoundEntry | undefined;
	/** What a person pastes. @returns Undefined: it cannot be written for this program. */
	readonly snippet: (program: ServerLaunch, compactor: CompactorLaunch) => string | undefined;
}

/**
 * The server in an object of a JSON document, which may have comments and commas at the end of lists.
 * @param key Of the object that has all servers.
 * @param entryOf How the assistant writes one.
 */
export function jsonServer(
	key: string,
	entryOf: (launch: ServerLaunch) => object,
): ConfigurationEntry {
	return {
		find(text) {
			const entry = nodeAt(text, [key, serverName]);
			if (entry === undefined) {
				return undefined;
			}
			const command = valueAt(entry, ['command']);
			// Program and arguments are two fields, or one.
			const starts = Array.isArray(command)
				? startsFrom(command[0], command.slice(1))
				: startsFrom(command, valueAt(entry, ['args']) ?? []);
			return { starts, lines: [lineOf(text, entry.parent ?? entry)] };
		},
		snippet: (launch) => json({ [key]: { [serverName]: entryOf(launch) } }),
	};
}

/**
 * The server in a TOML document.
 * @param key Of the table that has all servers.
 */
export function tomlServer(key: string): ConfigurationEntry {
	return {
		find(text) {
			const entry = tableIn(tableIn(tomlOf(text), key), serverName);
			if (entry === undefined) {
				return undefined;
			}
			const header = new RegExp(String.raw`^\s*\[\s*["']?${key}["']?\s*\.\s*["']?${serverName}\b`);
			const line = text.split('\n').findIndex((each) => header.test(each));
			return {
				starts: startsFrom(entry['command'], entry['args'] ?? []),
				lines: line < 0 ? [] : [line + 1],
			};
		},
		// Strings of JSON are strings of TOML.
		snippet: ({ command, args }) =>
			`[${key}.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
	};
}

/** An event of an assistant that runs our hook. */
export interface HookEvent {
	readonly event: string;
	/** Of its sources; absent: all. */
	readonly matcher?: string;
}

/**
 * Our hook in the lists of a JSON document that has hooks by event.
 * @param name As in `precis hook NAME`.
 * @param lineOfHook The program as a line of the assistant's shell; undefined: it cannot be written.
 * @param more What else the assistant takes with each hook.
 */
export function jsonHooks(
	name: string,
	events: readonly HookEvent[],
	lineOfHook: (program: ServerLaunch, more: readonly string[]) => string | undefined,
	more: Readonly<Record<string, string>> = {},
): ConfigurationEntry {
	return {
		find(text) {
			const hooks = hooksIn(text, name);
			return hooks.length === 0
				? undefined
				: {
						starts: [...new Set(hooks.map(commandIn))],
						lines: hooks.map((hook) => lineOf(text, hook)),
						isByHand: true,
					};
		},
		snippet(program) {
			const command = lineOfHook(program, ['hook', name]);
			const hooks = [{ type: 'command', command, ...more }];
			const byEvent: Record<string, unknown> = {};
			for (const { event, matcher } of events) {
				byEvent[event] = [matcher === undefined ? { hooks } : { matcher, hooks }];
			}
			return command === undefined ? undefined : json({ hooks: byEvent });
		},
	};
}

/**
 * A file that is ours alone, among those an assistant loads.
 * @param mark What tells it from a file of somebody else.
 * @param textOf Its text; undefined: there is none for this program.
 * @param starts How the text has the program started.
 */
export function ownFile(
	mark: string,
	textOf: ConfigurationEntry['snippet'],
	starts: (text: string) => readonly Start[],
): ConfigurationEntry {
	return {
		find: (text) =>
			text.includes(mark) ? { starts: starts(text), lines: [1], isWholeFile: true } : undefined,
		snippet: textOf,
	};
}

/** A start as somebody else's file has it, checked; none: it is written in an unknown way. */
export function startsFrom(command: unknown, args: unknown): readonly Start[] {
	return typeof command === 'string' && isTexts(args) ? [{ command, args }] : [];
}

/** The value at a place in a JSON document. */
export function jsonAt(text: string, place: readonly (string | number)[]): unknown {
	const node = nodeAt(text, place);
	return node === undefined ? undefined : valueAt(node, []);
}

function json(value: object): string {
	return `${JSON.stringify(value, undefined, 2)}\n`;
}

function nodeAt(text: string, place: readonly (string | number)[]): Node | undefined {
	const root = parseTree(text, [], { allowTrailingComma: true });
	return root === undefined ? undefined : findNodeAtLocation(root, [...place]);
}

/** A text, or a list of whatever; of nothing else is anything read. */
function valueAt(node: Node, place: readonly string[]): unknown {
	const found = findNodeAtLocation(node, [...place]);
	return found?.type === 'array'
		? found.children?.map(({ value }): unknown => value)
		: (found?.value as unknown);
}

function hooksIn(text: string, name: string): readonly Node[] {
	return (nodeAt(text, ['hooks'])?.children ?? [])
		.flatMap(({ children: [, groups] = [] }) => groups?.children ?? [])
		.flatMap((group) => findNodeAtLocation(group, ['hooks'])?.children ?? [])
		.filter((hook) => runsPrecis(commandIn(hook), name));
}

/** Empty: it runs none. */
function commandIn(hook: Node): string {
	const command = valueAt(hook, ['command']);
	return typeof command === 'string' ? command : '';
}

/** Program and arguments as our own lines have them. */
function runsPrecis(command: string, name: string): boolean {
	const end = ` hook ${name}`;
	return (
		command.endsWith(end) &&
		/(?:^|[\\/])(?:precis|precis\.cmd|cli\.(?:mjs|ts))["']?$/.test(command.slice(0, -end.length))
	);
}

/** The line in which a value of a JSON document begins, from 1; undefined: it is not there. */
export function jsonLine(text: string, place: readonly string[]): number | undefined {
	const node = nodeAt(text, place);
	return node === undefined ? undefined : lineOf(text, node);
}

function lineOf(text: string, { offset }: Node): number {
	return text.slice(0, offset).split('\n').length;
}

function tomlOf(text: string): unknown {
	try {
		return parseToml(text);
	} catch {
		// Not TOML: nothing of it is read.
		return undefined;
	}
}

function tableIn(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
	const inside: unknown =
		typeof value === 'object' && value !== null && key in value
			? (value as Readonly<Record<string, unknown>>)[key]
			: undefined;
	return typeof inside === 'object' && inside !== null
		? (inside as Readonly<Record<string, unknown>>)
		: undefined;
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
