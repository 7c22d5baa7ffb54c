import type { SummaryItem } from '../sections.ts';
import type { FileFact } from './fileLedger.ts';
import { slashed } from './paths.ts';
import { withoutPastes } from './pasted.ts';
import { anyOf, cuesFor } from './languages/languages.ts';
import { asksForDeed, isPassing, ordersUnmarked, rulesInEnglish } from './englishRules.ts';
import { sentencesOf } from './sentences.ts';
import { withoutSteps } from './steps.ts';
import type { Turn } from './turns.ts';
import { isOf, ruleWords, withdrawalIn, type RuleWords } from './withdrawals.ts';

/** What the person ruled out, demanded or preferred, in their own words, beside English. */
const cues = cuesFor('rule');

/** Tells how something is, in English, where its cue is one of description as well. */
const describes =
	/^(?:(?:and|but|so|ah|oh|also|because|since|currently|right now|sometimes|today|note that|it seems|I see|apparently|however|even though|although),? )*(?:we (?:already|have|had|are|were|did)|it|its|this|that|these|those|there|they|he|she|everything|everyone|nothing|nobody|someone|users?|(?:when|if|whenever|once|after) (?:I|it|the|a|an|you|we|they|users?)|the|an?)(?:'s|'ll|'re)? /i;

/** Tells how code behaves: "parser.read is always null". */
const behaves =
	/^`?\w{1,60}(?:\.\w{1,60}){1,4}(?:\(\))?`? (?:is|are|was|does|has|returns|sends|throws) /i;

/** Reports that something is not: "No fixes applied." */
const reports = /^no (?:[\w-]+ ){1,3}(?!allowed|permitted)(?:\w+ed|found|left|either)\b(?! to\b)/i;

/** Binds all the same: an obligation, a wish, an order behind a comma. */
const obliges =
	/\b(?:must(?:n['’]?t)?|should(?:n['’]?t)?|shall|may (?:not|only|be)|can(?:not|'?t)? be (?:used|changed|added|touched)|needs? to|ha(?:s|ve) to|required|not allowed|to be|I(?:'d)? (?:like|want|prefer|need|hate)|we (?:want|prefer|need)|rules?|you (?:never|always))\b|[,;:–—] ?(?:and |but |then |so )?(?:please |never |don['’]?t |do not |always |only |use |keep |avoid |make sure|ensure |stick |prefer |no )|\bplease\b|\bonly us(?:e|es|ing)\b/i;

/** Tells how something is, in languages whose cues include every negation. */
const describesElsewhere = new RegExp(
	`^(?:(?:${anyOf('leadsIn')}),? )*(?:${anyOf('describes')})(?!\\p{L})`,
	'iu',
);

/** Binds all the same in them: an obligation, a wish, an order behind a comma. */
const obligesElsewhere = new RegExp(
	`${anyOf('obliges')}|[,;:–—] ?(?:(?:${anyOf('and')}) )?(?:${anyOf('orders')})(?!\\p{L})`,
	'iu',
);

/** An order asked for politely, with a rule in it. */
const politeRule =
	/^(?:please,? )?(?:can|could|would|will) you\b.*\bwithout (?!(?:introducing|breaking|causing|creating|losing)\b)\w+ing\b/i;

/** Whether a sentence of the person rules, demands or prefers something, where others describe. */
function binds(sentence: string): boolean {
	if (isPassing(sentence)) {
		return false;
	}
	if (
		cues.some((cue) => cue.test(sentence)) &&
		(!describesElsewhere.test(sentence) || obligesElsewhere.test(sentence))
	) {
		return true;
	}
	const isDescription =
		[describes, behaves, reports].some((each) => each.test(sentence)) &&
		!obliges.test(sentence) &&
		!ordersUnmarked(sentence);
	return !isDescription && rulesInEnglish(sentence);
}

/** Constraints taken from one message at most; more is a document, not a wish. */
const perMessage = 12;

/** Questions ask, even when they hold a cue ("should I only …?"). */
const question = /[?？]\s*$/u;

/** A message this long is mostly a paste, of which only what addresses somebody binds, characters. */
const spokenLength = 1_000;

/** Asks or tells somebody, where mere description ("it never rejects …") does not. */
const directive = new RegExp(anyOf('directs'), 'u');

/** A habit the person states, also as a polite question: "we update the changelog when we release?" */
const habit =
	/(?<!\b(?:can|could|should|shall|do|did|if|what|where|how|which) )\bwe (?!(?:should|can|could|would|might)\b)(?:\w+ )?(?!should\b|can\b|could\b)\w+ [^?]{3,80}\b(?:when(?:ever)?|every time|after|before|once|unless|as long as) (?:we|you|it|the|a)\b/i;

/** Whether a sentence states a rule though it asks. */
function rulesAsking(sentence: string): boolean {
	return habit.test(sentence) || politeRule.test(sentence);
}

/** What the person said in a message: a request of theirs, or their answers to a tool's questions. */
export type Utterance = Pick<Turn, 'request' | 'text'>;

/** The sentences of the person that bind the work and were not taken back, verbatim, in order. */
export function constraintsOf(turns: readonly Utterance[]): SummaryItem[] {
	const found = new Map<string, Rule>();
	for (const turn of turns) {
		const spoken = withoutPastes(turn.text);
		const pasted = spoken.length > spokenLength;
		const said = sentencesOf(spoken);
		if (!pasted) {
			takeBack(found, said);
		}
		const sentences = sentencesOf(withoutSteps(spoken))
			.filter(
				(sentence) => sentence.length >= 8 && (!question.test(sentence) || rulesAsking(sentence)),
			)
			.filter((sentence) => rulesAsking(sentence) || binds(sentence))
			.filter(
				(sentence) =>
					!pasted ||
					politeRule.test(sentence) ||
					directive.test(sentence.toLowerCase()) ||
					directive.test(sentence),
			)
			.slice(0, perMessage);
		for (const text of sentences) {
			const before = found.get(text.toLowerCase());
			found.set(text.toLowerCase(), {
				item: { text, sources: [...(before?.item.sources ?? []), turn.request + 1] },
				words: before?.words ?? ruleWords(text),
			});
		}
	}
	return [...found.values()].map(({ item }) => item);
}

/** Begins with what holds for all that follows. */
const standing = new RegExp(`^(?:${anyOf('standing')})`, 'iu');

/** Narrows what the sentence before it rules: "Just the name." */
const narrows = /^(?:just|simply|nothing but) (?:the|an?|one|your)\b/i;

/** Whether a message tells how to work from now on, and asks for nothing else. */
export function onlyRules({ text }: Utterance): boolean {
	const spoken = withoutPastes(text).trim();
	return (
		spoken.length <= spokenLength && standing.test(spoken) && sentencesOf(spoken).every(onlyRuling)
	);
}

function onlyRuling(sentence: string): boolean {
	return (
		standing.test(sentence) || narrows.test(sentence) || (binds(sentence) && !asksForDeed(sentence))
	);
}

/** The rules without those about a file that was deleted since. */
export function aboutWhatIs(
	rules: readonly SummaryItem[],
	files: readonly FileFact[],
): SummaryItem[] {
	const gone = files.filter(({ state }) => state === 'deleted').map(({ path }) => nameOf(path));
	return rules.filter(({ text }) => !gone.some((name) => text.includes(name)));
}

/** A file's own name; a path whose last part says nothing by itself stays as it is. */
function nameOf(path: string): string {
	const name = slashed(path).split('/').at(-1) ?? '';
	return /\w\.\w/.test(name) ? name : path;
}

interface Rule {
	readonly item: SummaryItem;
	readonly words: RuleWords;
}

/** Rules that a withdrawal is held against, the newest: more are a document's. */
const rulesHeld = 400;

/** Forgets the rules that a message takes back. One that also asks may only wonder. */
function takeBack(found: Map<string, Rule>, said: readonly string[]): void {
	const withdrawals = said.slice(0, perMessage).flatMap((sentence) => withdrawalIn(sentence) ?? []);
	if (withdrawals.length === 0 || said.some((sentence) => question.test(sentence))) {
		return;
	}
	for (const [key, { words }] of [...found].slice(-rulesHeld)) {
		if (withdrawals.some((withdrawal) => isOf(withdrawal, words))) {
			found.delete(key);
		}
	}
}
