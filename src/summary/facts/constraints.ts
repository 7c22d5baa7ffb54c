import type { SummaryItem } from '../sections.ts';
import type { FileFact } from './fileLedger.ts';
import { slashed } from './paths.ts';
import { withoutPastes } from './pasted.ts';
import { isPassing, rulesInEnglish } from './englishRules.ts';
import { sentencesOf } from './sentences.ts';
import type { Turn } from './turns.ts';
import { isOf, ruleWords, withdrawalIn, type RuleWords } from './withdrawals.ts';

/**
 * What the person ruled out, demanded or preferred, in their own words. Cue words of the languages
 * beside English that most people write to assistants in; each list is closed by word borders where
 * the script has them.
 */
const cues: readonly RegExp[] = [
	/(?<![\p{L}-])(?:nie(?:mals)?|nicht|kein(?:e[nmrs]?)?|muss|müssen|nur|immer|ohne|darf|dürfen|vermeide|stattdessen|lieber|unbedingt)(?![\p{L}-])/iu,
	/(?<![\p{L}-])(?:jamais|ne .{1,30} pas|n'\p{L}+ pas|doit|doivent|seulement|uniquement|toujours|sans(?! doute)|évite[rz]?|il faut|plutôt|surtout pas)(?![\p{L}-])/iu,
	/(?<![\p{L}-])(?:nunca|no (?:\p{L}+ )?(?:toques|cambies|uses|hagas|quiero|debe)|debe[ns]?|sólo|solo|solamente|siempre|sin|evita[r]?|hay que|asegúrate)(?![\p{L}-])/iu,
	/(?<![\p{L}-])(?:não|deve[m]?|apenas|somente|sempre|sem|evite|certifique-se|em vez de)(?![\p{L}-])/iu,
	/(?<![\p{L}-])(?:mai|non(?! ?(?:$|[,.!:]|(?:tu|je|il|elle|on|nous|vous|mais|plus|pas|c['’]))(?!\p{L}))|deve|devono|soltanto|sempre|senza|evita(?:re)?|bisogna|invece di)(?![\p{L}-])/iu,
	/(?<!\p{L})(?:никогда|не|должен|должна|должно|должны|только|всегда|без|нельзя|обязательно|избегай(?:те)?|вместо)(?!\p{L})/iu,
	/不要|不能|不可|不许|必须|务必|只(?:能|要|用|在|改)|总是|永远|禁止|别(?:用|改|动|碰)|一定要|除非|避免|而不是/u,
	/(?:し|さ|使わ|変え|触ら)ないで|(?:て|で)はいけない|必ず|だけ|常に|決して|禁止|絶対|避けて|ではなく|なければ/u,
	/(?:하|쓰|바꾸|건드리)지 ?(?:마|말)|반드시|항상|절대|금지|만 (?:사용|변경|수정)|없이|대신|피해/u,
];

/** Tells how something is, in English, where its cue is one of description as well. */
const describes =
	/^(?:(?:and|but|so|ah|oh|also|because|since|currently|right now|sometimes|today|note that|it seems|I see|apparently|however|even though|although),? )*(?:we (?:already|have|had|are|were|did)|it|its|this|that|these|those|there|they|he|she|everything|everyone|nothing|nobody|someone|users?|(?:when|if|whenever|once|after) (?:I|it|the|a|an|you|we|they|users?)|the|an?)(?:'s|'ll|'re)? /i;

/** Tells how code behaves: "parser.read is always null". */
const behaves =
	/^`?\w{1,60}(?:\.\w{1,60}){1,4}(?:\(\))?`? (?:is|are|was|does|has|returns|sends|throws) /i;

/** Reports that something is not: "No fixes applied." */
const reports =
	/^no (?:[\w-]+ ){1,3}(?!allowed|permitted|needed\b)(?:\w+ed|found|left|either)\b(?! to\b)/i;

/** Binds all the same: an obligation, a wish, an order behind a comma. */
const obliges =
	/\b(?:must(?:n'?t)?|should(?:n'?t)?|shall|may (?:not|only|be)|can(?:not|'?t)? be (?:used|changed|added|touched)|needs? to|ha(?:s|ve) to|required|not allowed|to be|I(?:'d)? (?:like|want|prefer|need|hate)|we (?:want|prefer|need)|rules?)\b|[,;:–—] ?(?:and |but |then |so )?(?:please |never |don'?t |do not |always |only |use |keep |avoid |make sure|ensure |stick |prefer |no )|\bplease\b|\bonly us(?:e|es|ing)\b/i;

/** Tells how something is, in languages whose cues include every negation. */
const describesElsewhere =
	/^(?:(?:und|aber|also|ja|et|mais|donc|bon|alors|y|pero|e|ma|mas|и|но|а),? )*(?:ich|es|das|die|der|er|wir|je|j['’]|c['’]|ça|cela|il (?!faut)|elle|nous|yo|eso|esto|está|io|questo|eu|isso|isto|я|это|он|она|мы)(?!\p{L})/iu;

/** Binds all the same in them: an obligation, a wish, an order behind a comma. */
const obligesElsewhere =
	/(?<!\p{L})(?:muss|müssen|darf|dürfen|soll(?:en|te)?|möchte|will|bitte|brauche|bevorzuge|doi[st]|doivent|faut|veux|voudrais|préfère|souhaite|s['’]il (?:te|vous) plaît|quiero|prefiero|debe[ns]?|hay que|por favor|voglio|preferisco|deve|devono|bisogna|per favore|quero|prefiro|devem?|хочу|должн\p{L}+|нельзя|нужно|надо|пожалуйста)(?!\p{L})|[,;:–—] ?(?:und |et |y |e |и )?(?:bitte|niemals|nie|immer|nur|jamais|toujours|surtout|nunca|siempre|mai|sempre|никогда|всегда|только)(?!\p{L})/iu;

/** An order asked for politely, with a rule in it. */
const politeRule = /^(?:please,? )?(?:can|could|would|will) you\b.*\bwithout \w+ing\b/i;

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
		[describes, behaves, reports].some((each) => each.test(sentence)) && !obliges.test(sentence);
	return !isDescription && rulesInEnglish(sentence);
}

/** Constraints taken from one message at most; more is a document, not a wish. */
const perMessage = 12;

/** Questions ask, even when they hold a cue ("should I only …?"). */
const question = /[?？]\s*$/u;

/** A message this long is mostly a paste, of which only what addresses somebody binds, characters. */
const spokenLength = 1_000;

/** Asks or tells somebody, where mere description ("it never rejects …") does not. */
const directive =
	/^(?:please|never|don'?t|do not|always|only|use|keep|avoid|make sure|ensure|no|stick|prefer|must|bitte|nie|immer|nur|kein|ne|jamais|toujours|nunca|no|siempre|sempre|mai|не|никогда|всегда|только)(?!\p{L})|(?<!\p{L})(?:you|we|it|they|this|there|all|code|tests?|changes?) (?:must|should|shall|may only|need to|have to|are not allowed)(?!\p{L})|(?<!\p{L})(?:MUST|NEVER|ALWAYS|ONLY|DO NOT|du (?:musst|darfst|sollst)|tu dois|vous devez|debes|deves|devi)(?!\p{L})|不要|不能|必须|务必|禁止|必ず|禁止|ないで|반드시|금지/u;

/** A habit the person states, also as a polite question: "we update the changelog when we release?" */
const habit =
	/(?<!\b(?:can|could|should|shall|what|where|how|which) )\bwe (?:\w+ )?(?!should\b|can\b|could\b)\w+ [^?]{3,80}\b(?:when(?:ever)?|every time|after|before|once|unless|as long as) (?:we|you|it|the|a)\b/i;

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
		const sentences = said
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
