import type { TokenCounter } from '../../messages/tokens.ts';
import type { NameFact } from '../facts/names.ts';
import { namesIn } from '../facts/nameScan.ts';
import type { SummaryItem } from '../sections.ts';
import type { ItemWishes } from '../wishes.ts';
import type { Candidate } from './candidate.ts';
import { itemOfChosen, type Chosen } from './packing.ts';
import { shortPath } from './paths.ts';

/** Names that stand behind the file they belong to, or in one list: the densest wording there is. */

/** Names that could be told. */
export interface Names {
	/** Best first. */
	readonly facts: readonly NameFact[];
	/** What the list of names without a file is called. */
	readonly label: string;
	/** Directory that paths are told relative to; empty where there is none. */
	readonly root: string;
	/** What stands before a sentence of the assistant. */
	readonly saidLabel: string;
	/** Sentences of the assistant that names stand in. */
	readonly statements: readonly SummaryItem[];
}

/** A name that was given room. */
export interface ToldName {
	readonly text: string;
	readonly tokens: number;
	/** Number of a message it stands in. */
	readonly source: number;
	/** The file it stands behind; absent: it stands in the list. */
	readonly home?: Candidate;
}

/** What stands between a file's state and its names. */
const namesLink = ': ';

/** Tokens of the list's beginning. */
const listTokens = 8;

/**
 * Tokens of names that stand behind one file, and in the list: a handoff is to be read. More names would
 * hold more of what is needed next, as a bag of words does, and tell less of it.
 */
const mostNames = {
	ofFile: (handoff: number): number => 100 + 0.02 * handoff,
	listed: (handoff: number): number => 300 + 0.02 * handoff,
};

/**
 * The best names that are not told yet and fit the room.
 * @param handoff Tokens the handoff may take.
 */
export function namesWithin(
	{ facts, root }: Names,
	told: ReadonlySet<string>,
	chosen: readonly Chosen[],
	{ room, handoff }: { readonly room: number; readonly handoff: number },
	counter: TokenCounter,
): ToldName[] {
	const homes = homesIn(chosen);
	const names: ToldName[] = [];
	const spentAt = new Map<Candidate | undefined, number>();
	let spent = listTokens;
	for (const fact of facts) {
		const text = shortPath(fact.text, root);
		const tokens = counter.count(` ${text}`);
		const home = homes.get(fact.file ?? '');
		const there = (spentAt.get(home) ?? 0) + tokens;
		const most = home === undefined ? mostNames.listed(handoff) : mostNames.ofFile(handoff);
		if (!told.has(text) && spent + tokens <= room && there <= most && fact.isSafe()) {
			spent += tokens;
			spentAt.set(home, there);
			names.push({ text, tokens, source: fact.source, ...(home === undefined ? {} : { home }) });
		}
	}
	return names;
}

/** The names with those in front that concern a topic. */
export function namesFirst(names: Names, concerns: (item: SummaryItem) => boolean): Names {
	const isNear = ({ text, source }: NameFact): boolean => concerns({ text, sources: [source] });
	const near = new Set(names.facts.filter(isNear));
	return { ...names, facts: [...near, ...names.facts.filter((fact) => !near.has(fact))] };
}

/** Names that stand in these items; a path also stands for what it ends with. */
export function toldNames(items: readonly SummaryItem[]): Set<string> {
	const told = new Set<string>();
	for (const { text } of items) {
		for (const name of namesIn(text)) {
			told.add(name);
			for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
				told.add(name.slice(at + 1));
			}
		}
	}
	return told;
}

function homesIn(chosen: readonly Chosen[]): Map<string, Candidate> {
	return new Map(
		chosen.flatMap(({ candidate }) =>
			candidate.path === undefined ? [] : [[candidate.path, candidate] as const],
		),
	);
}

/** Puts behind the item of a file the names that belong to it. */
export function withNames(names: readonly ToldName[]): (chosen: Chosen) => SummaryItem {
	const byHome = Map.groupBy(names, ({ home }) => home);
	return (chosen) => {
		const { candidate, fuller } = chosen;
		const item = itemOfChosen(chosen);
		// Its fuller form may have been chosen after the names were.
		const said = namesIn(item.text);
		const own = (byHome.get(candidate) ?? []).flatMap(({ text }) => (said.has(text) ? [] : [text]));
		const link = fuller && candidate.fuller !== undefined ? ' ' : namesLink;
		return own.length === 0 ? item : { ...item, text: `${item.text}${link}${own.join(' ')}` };
	};
}

/** The names without a file, as an item of their own. */
export function listedNames(names: readonly ToldName[], { label }: Names): SummaryItem[] {
	const own = names.filter(({ home }) => home === undefined);
	const newest = [...new Set(own.map(({ source }) => source))].sort((a, b) => a - b).slice(-3);
	const text = `${label}: ${own.map(({ text }) => text).join(' ')}`;
	return own.length === 0 ? [] : [{ text, sources: newest }];
}

/** Whether a person decided about a file's item, whatever names stand behind it. */
export function isFileTold({ path, item }: Candidate, { kept, removed }: ItemWishes): boolean {
	const begins = (text: string): boolean => text.startsWith(`${item.text}${namesLink}`);
	return (
		path !== undefined && (kept.some(({ item: { text } }) => begins(text)) || removed.some(begins))
	);
}
