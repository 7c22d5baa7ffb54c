import { anyOf, languages } from './languages/languages.ts';

/**
 * How a person takes a rule back. To drop a rule that still holds is worse than to keep one too many: it
 * takes words that say so, and most of the words of the rule.
 */

/** A rule that forbids. */
const forbids = new RegExp(anyOf('forbids'), 'iu');

/** It may be done after all. */
const allows = new RegExp(anyOf('allows'), 'iu');

/** It need not be done any more. */
const relieves = new RegExp(anyOf('relieves'), 'iu');

/** What was said before is taken back by name. */
const revokes = new RegExp(anyOf('revokes'), 'iu');

/** What turns such a sentence into its opposite, or into a reminder. */
const reminds = new RegExp(
	`(?<!\\p{L})(?:${anyOf('negates')})(?!\\p{L}) ?(?:\\p{L}+ )?(?:${anyOf('drops')})|${anyOf('reminds')}`,
	'iu',
);

const question =
	/[?？]\s*$|[吗嗎呢][。.]?$|^(?:do|does|can|could|may|should|would|is|are|what|why|how)\b/iu;

/** A sentence by which a person takes something back, ready to be held against rules. */
export interface Withdrawal {
	/** Takes back rules that forbid, rules that demand, or both. */
	readonly of: 'forbidding' | 'demanding' | 'any';
	readonly words: ReadonlySet<string>;
}

/** What a sentence of the person takes back; undefined where it is unsure that it does. */
export function withdrawalIn(sentence: string): Withdrawal | undefined {
	if (sentence.length > longestSentence || question.test(sentence)) {
		return undefined;
	}
	if (revokes.test(sentence)) {
		return reminds.test(sentence) ? undefined : { of: 'any', words: contentOf(sentence) };
	}
	if (relieves.test(sentence)) {
		return { of: 'demanding', words: contentOf(sentence) };
	}
	// "You can not … now" allows nothing.
	return allows.test(sentence) && !forbids.test(sentence) && !/n[o']t\b/i.test(sentence)
		? { of: 'forbidding', words: contentOf(sentence) }
		: undefined;
}

/** A rule as a withdrawal is held against it. */
export interface RuleWords {
	readonly forbids: boolean;
	readonly words: ReadonlySet<string>;
}

/** What a rule is about. */
export function ruleWords(rule: string): RuleWords {
	return { forbids: forbids.test(rule), words: contentOf(rule) };
}

/** Whether a withdrawal is of this rule. */
export function isOf(withdrawal: Withdrawal, rule: RuleWords): boolean {
	if (withdrawal.of !== 'any' && (withdrawal.of === 'forbidding') !== rule.forbids) {
		return false;
	}
	let shared = 0;
	for (const word of rule.words) {
		shared += withdrawal.words.has(word) ? 1 : 0;
	}
	return shared >= 1 && shared >= rule.words.size * leastShare;
}

/** A longer one says more than one thing, characters. */
const longestSentence = 300;

/** Share of a rule's words that have to come back. */
const leastShare = 0.5;

/** Words of rules and of their withdrawal that say nothing about what is ruled. */
const empty = new Set(languages.flatMap(({ saysNothing }) => saysNothing.split(/\s+/)).map(stem));

/** Letters by which a word is known in most of its forms. */
function stem(word: string): string {
	return word.slice(0, 5);
}

/** Words by their beginnings; pairs of letters in scripts without spaces. */
function contentOf(text: string): Set<string> {
	const lower = text.toLowerCase();
	const words = (lower.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !unspaced.test(word));
	const content = new Set(words.map(stem).filter((word) => !empty.has(word)));
	for (const run of lower.match(unspacedRuns) ?? []) {
		for (let at = 0; at + 1 < run.length; at += 1) {
			content.add(run.slice(at, at + 2));
		}
	}
	return content;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** What names the subject in such scripts; hiragana is mostly grammar. */
const unspacedRuns = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu;
