import type { Layout } from '../../compaction/record.ts';
import type { Log, LogRange, Message } from '../../messages/message.ts';
import { userOrigin } from '../../messages/origins.ts';
import { withoutControls } from '../../messages/withoutControls.ts';
import { redact, secretSpans } from '../../redaction/redact.ts';
import { type Passage, passagesIn, widened } from '../search/passages.ts';
import { type TermMatch, termMatchesIn } from '../search/termMatches.ts';
import { readingsOf, type Term } from '../search/terms.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';
import { bodyOf, headingOf } from './messageTexts.ts';
import { textBytes } from './pages.ts';

/** Looks up originals by content. */

/** A message that was found, with its most relevant passages. */
interface RecallHit {
	/** From 1. */
	readonly number: number;
	/** The speaker; a result with the call it answers. */
	readonly heading: string;
	/** Without secrets, in the order of the message. */
	readonly passages: readonly string[];
}

/** Search results, best first. */
export interface FoundMessages {
	readonly hits: readonly RecallHit[];
	/** The offset of the next page; absent on the last. */
	readonly next?: number;
	/** Numbers of matching messages that are left out because the caller still has them. */
	readonly inContext?: readonly number[];
}

/** Options of a search. */
export interface RecallSearchOptions {
	/** Hits to skip; `next` of the previous page. */
	readonly from?: number;
	/** Messages that the caller still has; absent: none. */
	readonly isInContext?: IsVerbatim;
}

/** Five relevant hits per page are better than twenty doubtful ones. */
const hitsPerPage = 5;

/** How many of the best matches in the index are scored; the same for every page, so that pages do not overlap. */
const maxCandidates = 120;

/** Passages of one message. */
const passagesPerHit = 2;

/** Characters up to which a message is shown whole. */
const shortMessage = 900;

/** Hits that score less than this share of the best score are noise. */
const relevantShare = 0.4;

/** How much a lone hit's passages may be extended, as a share of their length. */
const maxWidening = 2;

/** A second passage is shown from this share of the best score. */
const worthwhile = 0.75;

interface Candidate {
	readonly number: number;
	readonly message: Message;
	readonly body: string;
	readonly places: readonly TermMatch[];
	readonly passages: readonly Passage[];
}

/** Searches one conversation. */
export function recallSearch(
	store: Pick<SqliteStore, 'search'>,
	conversation: string,
	log: Log,
	text: string,
	{ from = 0, isInContext = () => false }: RecallSearchOptions = {},
): FoundMessages {
	const readings = readingsOf(text);
	const reading = readings.at(-1);
	if (reading === undefined) {
		return { hits: [] };
	}
	const wanted = from + hitsPerPage;
	const found = store.search({
		text,
		reading: readings.length - 1,
		conversation,
		limit: maxCandidates,
	});
	const numbers = found.map(({ number }) => number);
	const distinct = withoutRepetitions(ranked(numbers, log, reading.terms));
	const missing = distinct.filter(({ number }) => !isInContext(number));
	const chosen = missing.slice(from, wanted).filter(matchesOutsideSecrets);
	const widening = Math.min(maxWidening, hitsPerPage / chosen.length - 1);
	const hits = fittingPage(chosen.map((candidate) => hitOf(candidate, log, widening)));
	const [firstLeft] = chosen.slice(hits.length);
	const next = firstLeft === undefined ? wanted : missing.indexOf(firstLeft);
	const present = distinct
		.slice(0, hitsPerPage)
		.flatMap(({ number }) => (isInContext(number) ? number : []));
	return {
		hits,
		...(missing.length > next ? { next } : {}),
		...(from === 0 && present.length > 0 ? { inContext: present } : {}),
	};
}

/** Whether a query word occurs outside every secret: no search confirms a guessed secret. */
function matchesOutsideSecrets({ body, places }: Candidate): boolean {
	const secrets = secretSpans(body);
	return places.some((place) =>
		secrets.every((secret) => place.end <= secret.start || place.start >= secret.end),
	);
}

/** As many as fit on a page, at least one. */
function fittingPage(hits: readonly RecallHit[]): RecallHit[] {
	let bytes = 0;
	return hits.filter((hit, index) => {
		bytes += Buffer.byteLength(JSON.stringify(hit));
		return index === 0 || bytes <= textBytes;
	});
}

/**
 * Ranks messages by their best passage, originals before summaries, which repeat them. Rare words weigh more; of equal
 * scores, the later message wins because it has the outcome.
 */
function ranked(numbers: readonly number[], log: Log, terms: readonly Term[]): Candidate[] {
	const candidates = numbers.flatMap((number) => {
		const message = log[number - 1]?.message;
		if (message === undefined) {
			return [];
		}
		const body = bodyOf(message);
		return [{ number, message, body, places: termMatchesIn(body, terms) }];
	});
	const frequency = new Map<number, number>();
	for (const { places } of candidates) {
		for (const term of new Set(places.map((place) => place.term))) {
			frequency.set(term, (frequency.get(term) ?? 0) + 1);
		}
	}
	const weightOf = (term: number): number =>
		Math.log(1 + (candidates.length + 0.5) / ((frequency.get(term) ?? 0) + 0.5));
	return candidates
		.map((found) => ({
			...found,
			passages: passagesIn(found.body, found.places, weightOf, passagesPerHit),
		}))
		.filter(({ passages }) => passages.length > 0)
		.sort(
			(a, b) =>
				Number(repeatsOthers(a)) - Number(repeatsOthers(b)) ||
				scoreOf(b) - scoreOf(a) ||
				b.number - a.number,
		)
		.filter(
			(candidate, _, [best]) =>
				best === undefined || scoreOf(candidate) >= relevantShare * scoreOf(best),
		);
}

function repeatsOthers({ message }: Candidate): boolean {
	return userOrigin(message) === 'summary';
}

function scoreOf({ passages }: Candidate): number {
	return passages[0]?.score ?? 0;
}

/** Removes repetitions: a file that was read twice, an output that was repeated. */
function withoutRepetitions(candidates: readonly Candidate[]): Candidate[] {
	const shown: ReadonlySet<string>[] = [];
	return candidates.filter(({ body, passages: [best] }) => {
		const words = best === undefined ? [] : body.slice(best.start, best.end).split(/\s+/);
		// Even one different word may be the one the caller needs.
		const isShown = shown.some((before) => words.every((word) => before.has(word)));
		if (!isShown) {
			shown.push(new Set(words));
		}
		return !isShown;
	});
}

/** @param widening How much passages are extended if there are few hits, as a share of their length. */
function hitOf(
	{ number, message, body, passages }: Candidate,
	log: Log,
	widening: number,
): RecallHit {
	const best = passages[0]?.score ?? 0;
	const whole = { start: 0, end: body.length };
	const ranges =
		body.length <= shortMessage
			? [whole]
			: widened(
					body,
					passages.filter(({ score }) => score >= worthwhile * best),
					widening,
				);
	const secrets = secretSpans(body);
	return {
		number,
		heading: redact(headingOf(message, number, log)),
		passages: ranges.map((passage) => shownPassage(body, passage, secrets)),
	};
}

/** A passage without its parts of secrets: the rules do not recognize a cut secret. */
function shownPassage(
	body: string,
	{ start, end }: LogRange,
	secrets: readonly { readonly start: number; readonly end: number }[],
): string {
	let shown = '';
	let at = start;
	for (const secret of secrets) {
		if (secret.end > at && secret.start < end) {
			shown += `${body.slice(at, Math.max(at, secret.start))}[REDACTED]`;
			at = secret.end;
		}
	}
	const text = redact(`${shown}${at < end ? body.slice(at, end) : ''}`.toWellFormed()).trim();
	return withoutControls(`${start > 0 ? '…' : ''}${text}${end < body.length ? '…' : ''}`);
}

/** Whether a context still contains a message verbatim: looking it up would waste tokens. @param number From 1. */
export type IsVerbatim = (number: number) => boolean;

/** For a context that is derived from a record. */
export function verbatimIn({ headStart, range, latestUser, edits }: Layout): IsVerbatim {
	const edited = new Set(edits.map(({ message }) => message));
	return (number) => {
		const index = number - 1;
		const isKept =
			index === latestUser || (index >= headStart && index < range.start) || index >= range.end;
		return isKept && !edited.has(index);
	};
}
