/**
 * How a person takes a rule back. To drop a rule that still holds is worse than to keep one too many: it
 * takes words that say so, and most of the words of the rule.
 */

/** A rule that forbids. */
const forbids =
	/(?<!\p{L})(?:never|don'?t|do not|doesn'?t|must(?: not|n'?t)|should(?: not|n'?t)|shall not|no|not|avoid|without|none|nie(?:mals)?|nicht|kein\p{L}*|ohne|jamais|pas|sans|évite[rz]?|nunca|no|sin|evita[r]?|não|sem|evite|mai|non|senza|никогда|не|нельзя|без)(?!\p{L})|不要|不能|不可|不许|别|禁止|避免|ないで|いけない|決して|避け|지 ?마|지 ?말|금지|없이/iu;

/** It may be done after all. */
const allows: readonly RegExp[] = [
	/\b(?:you (?:can|may)|feel free to|go ahead and)\b.{0,200}\b(?:now|after all|again|anyway|from now on|too)\b|\b(?:now|from now on),? you (?:can|may)\b|\b(?:is|are|'s) (?:now )?(?:fine|ok(?:ay)?|allowed|all right)\b.{0,200}\b(?:now|after all|again|anyway)\b|\b(?:is|are|'s) (?:now )(?:fine|ok(?:ay)?|allowed|all right)\b/iu,
	/(?<!\p{L})du (?:kannst|darfst)(?!\p{L}).{0,200}(?<!\p{L})(?:jetzt|doch|wieder|inzwischen|nun|ab sofort)(?!\p{L})|(?<!\p{L})(?:ist|sind) (?:jetzt|nun|doch|inzwischen|ab sofort) (?:erlaubt|ok|okay|in Ordnung)/iu,
	/(?<!\p{L})(?:tu peux|vous pouvez)(?!\p{L}).{0,200}(?<!\p{L})(?:maintenant|finalement|désormais|à nouveau)(?!\p{L})|(?<!\p{L})(?:maintenant|désormais),? (?:tu peux|vous pouvez)/iu,
	/(?<!\p{L})(?:ya|ahora)(?: sí)? (?:puedes|se puede|está permitido)|(?<!\p{L})puedes(?!\p{L}).{0,200}(?<!\p{L})(?:ahora|ya|después de todo)(?!\p{L})/iu,
	/(?<!\p{L})(?:já|agora) (?:pode[s]?|é permitido)|(?<!\p{L})pode[s]?(?!\p{L}).{0,200}(?<!\p{L})(?:agora|afinal)(?!\p{L})/iu,
	/(?<!\p{L})(?:ora|adesso|ormai) (?:puoi|si può)|(?<!\p{L})puoi(?!\p{L}).{0,200}(?<!\p{L})(?:ora|adesso|pure|dopotutto)(?!\p{L})/iu,
	/(?<!\p{L})(?:теперь|уже) (?:можно|можешь)|(?<!\p{L})можешь теперь/iu,
	/现在可以|可以.{0,20}了|允许.{0,20}了/u,
	/(?:もう|今は|やはり|やっぱり).{0,30}(?:いい|よい|構わない|かまわない|大丈夫|可)/u,
	/이제.{0,30}(?:돼|된다|됩니다|괜찮|해도|좋)/u,
];

/** It need not be done any more. */
const relieves: readonly RegExp[] = [
	/\bno longer (?:need|have to|necessary|required)|\b(?:don'?t|do not|needn'?t) (?:need to|have to)\b.{0,200}\bany ?more\b|\b(?:there(?:'s| is) )?no (?:longer a )?need to\b/iu,
	/(?<!\p{L})(?:muss|musst|müssen|müsst|brauchst|brauchen)(?!\p{L}).{0,80}(?<!\p{L})nicht (?:mehr|länger)(?!\p{L})/iu,
	/(?<!\p{L})(?:plus besoin|plus nécessaire|plus obligatoire)(?!\p{L})/iu,
	/(?<!\p{L})ya no (?:hace falta|hay que|es necesario|tienes que)(?!\p{L})/iu,
	/(?<!\p{L})(?:não precisas? mais|já não (?:é preciso|é necessário|precisas?))(?!\p{L})/iu,
	/(?<!\p{L})non (?:serve|devi|occorre|è necessario) più(?!\p{L})/iu,
	/(?<!\p{L})больше не (?:надо|нужно|обязательно)(?!\p{L})/iu,
	/不用再|不必再|不再需要|不需要再/u,
	/もう.{0,30}(?:必要(?:は)?ない|しなくて(?:も)?いい|不要)/u,
	/더 이상.{0,30}(?:필요 ?없|안 해도)|안 해도 (?:돼|된다|됩니다)/u,
];

/** What was said before is taken back by name. */
const revokes: readonly RegExp[] = [
	/\b(?:forget|ignore|disregard|never mind|scratch|lift|drop)\b (?:(?:about|the|that|this|my|your|our) )*(?:\p{L}+ ){0,2}(?:rules?|restrictions?|ban|what I (?:said|told))\b|\b(?:rule|restriction|ban)\b.{0,60}\b(?:no longer (?:holds|applies)|is (?:gone|lifted|off))\b/iu,
	/(?<!\p{L})(?:vergiss|ignoriere|streiche)(?!\p{L}).{0,20}(?:Regel|Vorgabe|Einschränkung|was ich)|(?:Regel|Vorgabe|Einschränkung).{0,60}gilt nicht mehr/iu,
	/(?<!\p{L})(?:oublie[z]?|ignore[z]?|laisse tomber)(?!\p{L}).{0,20}(?:règle|restriction|ce que j'ai dit)/iu,
	/(?<!\p{L})(?:olvida|ignora)(?!\p{L}).{0,20}(?:regla|restricción|lo que dije)/iu,
	/(?<!\p{L})(?:esqueça|esquece|ignore|ignora)(?!\p{L}).{0,20}(?:regra|restrição|o que eu disse)/iu,
	/(?<!\p{L})(?:dimentica|ignora)(?!\p{L}).{0,20}(?:regola|restrizione|quello che ho detto)/iu,
	/(?<!\p{L})(?:забудь|игнорируй)(?!\p{L}).{0,20}(?:правил|ограничен|что я)/iu,
	/(?:忘掉|忘记|忽略|取消|不用管).{0,20}(?:规则|限制|之前说的)/u,
	/(?:ルール|制限|制約).{0,20}(?:忘れて|無視して|取り消し)/u,
	/(?:규칙|제한).{0,20}(?:잊어|무시해|취소)/u,
];

/** What turns such a sentence into its opposite, or into a reminder. */
const reminds =
	/(?<!\p{L})(?:don'?t|do not|never|nicht|n'oublie|ne|no|não|non|не)(?!\p{L}) ?(?:\p{L}+ )?(?:forget|ignore|disregard|lift|drop|vergiss|vergessen|oublie[rz]?|olvides|ignores|esqueças?|dimenticare|забудь|забывай)|n'oublie|别忘|不要忘|忘れないで|잊지 ?마/iu;

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
	const says = (cues: readonly RegExp[]): boolean => cues.some((cue) => cue.test(sentence));
	if (sentence.length > longestSentence || question.test(sentence)) {
		return undefined;
	}
	if (says(revokes)) {
		return reminds.test(sentence) ? undefined : { of: 'any', words: contentOf(sentence) };
	}
	if (says(relieves)) {
		return { of: 'demanding', words: contentOf(sentence) };
	}
	// "You can not … now" allows nothing.
	return says(allows) && !forbids.test(sentence) && !/n[o']t\b/i.test(sentence)
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
const empty = new Set(
	`the and you can may now please never always must only not don dont doesn with without should shall need needs
	have has had that this there these those what when before after again anymore longer rule rules constraint
	restriction requirement forget ignore drop about said fine okay for from into any all use using make sure keep
	avoid stop is are be it its was were will would of to in on at or a an no my our your we they he she do does
	nicht mehr nie niemals immer nur ohne muss darf darfst kannst jetzt doch bitte der die das den dem ein eine
	einen und mit für regel vergiss
	jamais toujours sans pas plus les des une tu peux vous pouvez maintenant règle oublie avec pour
	nunca siempre sin solo los las una puedes ahora ya regla olvida con para que
	sempre sem não nao pode agora regra esqueça com uma
	mai senza non puoi ora adesso regola dimentica con gli una
	никогда всегда только без нельзя теперь можно можешь правило забудь больше надо нужно`
		.split(/\s+/)
		.map(stem),
);

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
