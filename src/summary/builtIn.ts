import { oneLine } from '../messages/marks.ts';
import type { LogRange } from '../messages/message.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import {
	charactersPerToken,
	explanationLength,
	identifyingLength,
	shortMessage,
	writeCourse,
	turnsOf,
	type TaskMessages,
	type Turn,
} from './course.ts';
import { summariesIn } from './foreignSummary.ts';
import { emptyHandoffTokens } from './handoff.ts';
import { ledgerOf, sourceOf, type Ledger } from './ledger.ts';
import { commonRoot, ledgerItems, withoutRoot } from './ledgerItems.ts';
import { quotedLines, addedLines } from './lines.ts';
import { cutToTokens, fitWords, personMessages, type PersonMessage } from './personWords.ts';
import {
	renderItem,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
	leads,
	pointers,
} from './sections.ts';
import type { Omission, SummariserIdentity, SummaryDraft, SummaryRequest } from './summariser.ts';
import { keptTokens } from './userEdits.ts';

/**
 * The built-in summariser. It does not write prose: it lists the course of the conversation, what the calls show about
 * files and checks, and a few verbatim lines that later work used. Same request, same bytes.
 */

/** Identifies summaries that no model wrote. */
export const builtIn: SummariserIdentity = { kind: 'built-in' };

/** Maximum shares of the budget for parts of the handoff. */
const shares = { task: 0.25, states: 0.25, files: 0.2, earlier: 0.4 };

/** Minimum tokens for the user's messages, even in a small handoff. */
const minWordTokens = 1_400;

/** Minimum tokens for verbatim lines, even in a small handoff: they are all that it says about documents. */
const minLineTokens = 1_200;

/** Maximum shares for verbatim lines: of the budget, and of the remaining room. */
const lineShare = 0.2;
const remainingLineShare = 0.45;

/** A message shorter than this does not show what it continues. Characters. */
const minInformativeMessage = 12;

/** Writes the summary of a request's range. */
export function summariseBuiltIn(request: SummaryRequest): SummaryDraft {
	const { log, pairs, range, budget, counter } = request;
	const ledger = ledgerOf(log, pairs);
	const root = commonRoot(ledger);
	const page = new HandoffPage(
		request,
		budget - emptyHandoffTokens(request) - keptTokens(request.userEdits, counter),
	);
	const { previous, previousBy = 'built-in' } = request;
	// A built-in summary is made anew from the log; another writer's cannot be.
	const updated = previousBy === 'built-in' ? undefined : previous;
	const summarised = updated === undefined ? [range] : request.fresh;
	const allTurns = turnsOf(log, ledger);
	const inRange = allTurns
		.map((turn) => within(turn, summarised))
		.filter((turn) => turn.request < range.end && turn.end > range.start);
	// A later conclusion may have withdrawn an earlier finding, and a later edit may have resolved it, unless it explains
	// a plan.
	const concluded = inRange.findLastIndex(({ closing }) => closing !== undefined);
	const lastEdit = ledger.edits.findLast((index) => index < range.end) ?? -1;
	const replied = new Set(ledger.rejected.map(({ reply }) => reply?.index));
	const turns = inRange.map((turn, place) => ({
		...turn,
		findings:
			place < concluded
				? []
				: turn.findings.filter(
						({ index, text }) =>
							!replied.has(index) && (index > lastEdit || text.length >= explanationLength),
					),
	}));
	const messages = personMessages(log, range);

	const task = activeTask(request, allTurns);
	task.items.forEach((item) => page.add('Active Task', item));
	const [first] = personMessages(log, { start: 0, end: range.start });
	const isGoal = first !== undefined && first.index !== task.below;
	if (isGoal) {
		page.add('Goal', {
			text: pointers.firstAbove,
			sources: [first.index + 1],
			place: 'above',
		});
	}
	const spoken = messages.filter(({ index }) => !task.quoted.has(index) && index !== task.below);
	const words = new Map(
		fitWords(
			spoken,
			Math.min(page.left, Math.max(budget * request.userMessageShare, minWordTokens)),
			counter,
			request.recallHandle !== undefined,
		).map((item) => [(item.sources[0] ?? 0) - 1, item] as const),
	);
	page.omit('messages from the user', spoken.length - words.size);
	for (const item of words.values()) {
		page.left -= counter.count(item.text) + 6;
	}
	const states = ledgerItems(ledger, range, root);
	for (const kinds of [openSections, new Set(['Active State'])]) {
		for (const { section, item } of states.filter((each) => kinds.has(each.section))) {
			page.addWithin(section, item, budget * shares.states, 'statements');
		}
	}
	for (const { section, item } of earlierItems(request, updated)) {
		page.addWithin(section, item, budget * shares.earlier, 'items of earlier summaries');
	}
	const stated = new Set(
		states.flatMap(({ subject, item }) =>
			subject.kind === 'run' || subject.kind === 'failure' ? item.sources : [],
		),
	);
	const files = states.filter(({ subject }) => subject.kind === 'file');
	const fileRoom = Math.min(budget * shares.files, page.left * 0.4);
	const byMessage = Map.groupBy(ledger.uses, sourceOf);
	if (root !== '' && files.length > 1) {
		page.add('Relevant Files', { text: `${leads.directory} ${root}`, sources: [] });
	}
	for (const { section, item, subject } of files) {
		const path = subject.kind === 'file' ? subject.file.path : '';
		const uses = byMessage.get(item.sources.at(-1) ?? 0) ?? [];
		const added = uses.flatMap((use) => addedLines(use, path));
		const text = `${item.text}${added.map((line) => `\n> ${line}`).join('')}`;
		page.addWithin(section, { ...item, text }, fileRoom, 'files');
	}

	const otherTexts = [
		...turns.map(({ closing }) => closing?.text ?? ''),
		...[...words.values()].map(({ text }) => text),
	];
	const room = Math.min(
		page.left * remainingLineShare,
		Math.max(minLineTokens, budget * lineShare),
	);
	const quoted = page.addLines(ledger, summarised, root, room, otherTexts);
	const course = writeCourse(
		request,
		turns,
		words,
		isGoal ? { ...task, first: first.index } : task,
		root,
		page.left,
		{ quoted, stated },
	);
	for (const { item, tokens } of course.items) {
		page.put('Completed Actions', item, tokens);
	}
	page.omit('actions', course.omitted);
	const quotes = [...words.values()].filter(
		({ sources }) => !course.requests.has((sources[0] ?? 0) - 1),
	);
	return page.draft(quotes);
}

/** Unfinished work and decisions. */
const openSections: ReadonlySet<string> = new Set([
	'In Progress',
	'Blocked',
	'Remaining Work',
	'Key Decisions',
]);

/** The part of a turn that lies in these ranges. */
function within(turn: Turn, ranges: readonly LogRange[]): Turn {
	const isIn = (index: number): boolean =>
		ranges.some(({ start, end }) => index >= start && index < end);
	const { closing, replies, findings, ...rest } = turn;
	const kept = closing !== undefined && isIn(closing.index) ? { closing } : {};
	return {
		...rest,
		...kept,
		replies: replies.filter(({ index }) => isIn(index)),
		// The closing sums up the findings.
		findings: kept.closing === undefined ? findings.filter(({ index }) => isIn(index)) : [],
		actions: turn.actions.filter(({ callIndex }) => isIn(callIndex)),
	};
}

interface Task extends TaskMessages {
	readonly items: readonly SummaryItem[];
}

/**
 * The latest message of the user. It follows the handoff unless the range includes it. If it is too short to be
 * understood alone, or follows a turn that broke off, the messages before it are quoted too.
 */
function activeTask(
	{ log, range, budget, counter, recallHandle, earlierRequest }: SummaryRequest,
	turns: readonly Turn[],
): Task {
	const latest = latestFromPerson(log);
	if (latest < 0) {
		const items = earlierRequest === undefined ? [] : [{ text: earlierRequest, sources: [] }];
		return { items, quoted: new Set() };
	}
	const room = Math.max(40, budget * shares.task * 0.5);
	const messages = personMessages(log, { start: 0, end: latest + 1 });
	const quote = ({ index, text }: PersonMessage): SummaryItem => ({
		text: `“${cutToTokens(text, room, counter, recallHandle === undefined ? undefined : index + 1)}”`,
		sources: [index + 1],
	});
	const last = messages.at(-1);
	const isBelow = range.end < log.length;
	const items: SummaryItem[] = [];
	const quoted = new Set<number>();
	if (isBelow || last === undefined) {
		const closing = turns.find(({ request }) => request === latest)?.closing;
		const isSummarised = latest < range.end && last !== undefined;
		const isAnswered = closing !== undefined && (!isSummarised || closing.index < range.end);
		const lead = isAnswered ? leads.answeredLatest : leads.latest;
		items.push({
			text: isSummarised
				? // The reader finds its text only far below.
					`${lead} “${oneLine(last.text, identifyingLength)}”`
				: isAnswered
					? pointers.answeredBelow
					: pointers.latestBelow,
			sources: [latest + 1],
			place: 'below',
		});
	} else {
		items.push(quote(last));
		quoted.add(last.index);
	}
	let newer = last;
	for (const message of messages.slice(0, -1).reverse().slice(0, 4)) {
		const turn = turns.find(({ request }) => request === message.index);
		const isUnfinished = turn !== undefined && turn.closing === undefined;
		const isShort = (newer?.text.length ?? 0) < shortMessage;
		if (!isUnfinished && !isShort) {
			break;
		}
		const lead = isUnfinished ? leads.unfinished : leads.before;
		if (message.index < range.start) {
			items.push({
				text: `${lead} “${oneLine(message.text, identifyingLength)}”`,
				sources: [message.index + 1],
			});
		} else if (message.index < range.end) {
			const item = quote(message);
			items.push({ ...item, text: `${lead} ${item.text}` });
			quoted.add(message.index);
		}
		newer = message;
		if (message.text.length >= minInformativeMessage) {
			break;
		}
	}
	return { items, quoted, ...(isBelow ? { below: latest } : {}) };
}

/**
 * Items of earlier summaries about messages that are not among this summary's sources.
 * @param updated The earlier summary that this one updates.
 */
function earlierItems(
	{ log, range }: SummaryRequest,
	updated: Summary | undefined,
): readonly { readonly section: SectionTitle; readonly item: SummaryItem }[] {
	const own = updated === undefined ? [] : [updated];
	const found = summariesIn(log, range.end)
		.filter(({ index }) => index >= range.start)
		.map(({ summary }) => summary);
	const items = [...own, ...found.reverse()].flatMap((summary) =>
		sectionTitles.flatMap((section) =>
			summary[section].map((item) => ({ section, item: { ...item, place: 'earlier' as const } })),
		),
	);
	const known = new Set<string>();
	return items.filter(({ item: { text, kept } }) => {
		const isNew = kept === undefined && !known.has(text);
		known.add(text);
		return isNew;
	});
}

/** Collects the parts of the handoff within its budget. */
class HandoffPage {
	left: number;
	readonly #request: SummaryRequest;
	readonly #items = new Map<SectionTitle, SummaryItem[]>();
	readonly #omitted = new Map<string, number>();
	readonly #spent = new Map<string, number>();

	constructor(request: SummaryRequest, left: number) {
		this.#request = request;
		this.left = left;
	}

	add(section: SectionTitle, item: SummaryItem): void {
		this.put(section, item, this.#size(item));
	}

	put(section: SectionTitle, item: SummaryItem, tokens: number): void {
		const items = this.#items.get(section) ?? [];
		items.push(item);
		this.#items.set(section, items);
		this.left -= tokens;
	}

	/** Adds an item if there is room. @param limit Maximum tokens for items of its kind, `what`. */
	addWithin(section: SectionTitle, item: SummaryItem, limit: number, what: string): void {
		const size = this.#size(item);
		const spent = this.#spent.get(what) ?? 0;
		if (spent + size > Math.min(limit, spent + this.left)) {
			this.omit(what, 1);
			return;
		}
		this.#spent.set(what, spent + size);
		this.put(section, item, size);
	}

	/**
	 * Adds verbatim lines under their sources.
	 * @returns The message numbers of those sources.
	 */
	addLines(
		ledger: Ledger,
		summarised: readonly LogRange[],
		root: string,
		room: number,
		others: readonly string[],
	): ReadonlySet<number> {
		const { range, log } = this.#request;
		const shown = [...[...this.#items.values()].flat().map(({ text }) => text), ...others].join(
			'\n',
		);
		const lines = quotedLines(
			log,
			ledger,
			{ start: summarised[0]?.start ?? range.start, end: range.end },
			shown,
			room * charactersPerToken,
		);
		const quoted = new Set<number>();
		for (const [source, group] of Map.groupBy(lines, (line) => line.source)) {
			quoted.add(source);
			this.add('Critical Context', {
				text: `From ${withoutRoot(group[0]?.from ?? '', root)}:${group.map(({ text }) => `\n> ${text}`).join('')}`,
				sources: [source],
			});
		}
		return quoted;
	}

	omit(what: string, count: number): void {
		if (count > 0) {
			this.#omitted.set(what, (this.#omitted.get(what) ?? 0) + count);
		}
	}

	draft(quotes: readonly SummaryItem[]): SummaryDraft {
		const omitted: Omission[] = [...this.#omitted].map(([what, count]) => ({ what, count }));
		return {
			summary: summaryOf((title) => this.#items.get(title) ?? []),
			quotes,
			...(omitted.length === 0 ? {} : { omitted }),
		};
	}

	#size(item: SummaryItem): number {
		return this.#request.counter.count(renderItem(item)) + (item.sources.length > 0 ? 4 : 0) + 1;
	}
}
