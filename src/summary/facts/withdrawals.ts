/**
 * How a person takes a rule back. To drop a rule that still holds is worse than to keep one too many: it
 * takes words that say so, and most of the words of the rule.
 */

/** A rule that forbids. */
const forbids =
	/(?<!\p{L})(?:never|don'?t|do not|doesn'?t|must(?: not|n'?t)|should(?: not|n'?t)|shall not|no|not|avoid|without|none|nie(?:mals)?|nicht|kein\p{L}*|ohne|jamais|pas|sans|évite[rz]?|nunca|no|sin|evita[r]?|não|sem|evite|mai|non|senza|никогда|не|нельзя|без)(?!\p{L})|不要|不能|不可|不许|别|禁止|避免|ないで|いけない|決して|避け|지 ?마|지 ?말|금지|없이/iu;

/** It may be done after all. */
const allows: readonly RegExp[] = [
	/\b(?:you (?:can|may)|feel free to|go ahead and)\b.*\b(?:now|after all|again|anyway|from now on|too)\b|\b(?:now|from now on),? you (?:can|may)\b|\b(?:is|are|'s) (?:now )?(?:fine|ok(?:ay)?|allowed|all right)\b.*\b(?:now|after all|again|anyway)\b|\b(?:is|are|'s) (?:now )(?:fine|ok(?:ay)?|allowed|all right)\b/iu,
	/(?<!\p{L})du (?:kannst|darfst)(?!\p{L}).*(?<!\p{L})(?:jetzt|doch|wieder|inzwischen|nun|ab sofort)(?!\p{L})|(?<!\p{L})(?:ist|sind) (?:jetzt|nun|doch|inzwischen|ab sofort) (?:erlaubt|ok|okay|in Ordnung)/iu,
	/(?<!\p{L})(?:tu peux|vous pouvez)(?!\p{L}).*(?<!\p{L})(?:maintenant|finalement|désormais|à nouveau)(?!\p{L})|(?<!\p{L})(?:maintenant|désormais),? (?:tu peux|vous pouvez)/iu,
	/(?<!\p{L})(?:ya|ahora)(?: sí)? (?:puedes|se puede|está permitido)|(?<!\p{L})puedes(?!\p{L}).*(?<!\p{L})(?:ahora|ya|después de todo)(?!\p{L})/iu,
	/(?<!\p{L})(?:já|agora) (?:pode[s]?|é permitido)|(?<!\p{L})pode[s]?(?!\p{L}).*(?<!\p{L})(?:agora|afinal)(?!\p{L})/iu,
	/(?<!\p{L})(?:ora|adesso|ormai) (?:puoi|si può)|(?<!\p{L})puoi(?!\p{L}).*(?<!\p{L})(?:ora|adesso|pure|dopotutto)(?!\p{L})/iu,
	/(?<!\p{L})(?:теперь|уже) (?:можно|можешь)|(?<!\p{L})можешь теперь/iu,
	/现在可以|可以.{0,20}了|允许.{0,20}了/u,
	/(?:もう|今は|やはり|やっぱり).{0,30}(?:いい|よい|構わない|かまわない|大丈夫|可)/u,
	/이제.{0,30}(?:돼|된다|됩니다|괜찮|해도|좋)/u,
];

/** It need not be done any more. */
const relieves: readonly RegExp[] = [
	/\bno longer (?:need|have|necessary|required)|\b(?:don'?t|do not|needn'?t)\b.*\bany ?more\b|\b(?:there'?s )?no need to\b|\byou can (?:stop|skip)\b|^(?:please )?stop \p{L}+ing\b/iu,
	/(?<!\p{L})(?:nicht mehr|nicht länger|brauchst (?:du )?nicht)(?!\p{L})/iu,
	/(?<!\p{L})(?:plus besoin|plus nécessaire|n'est plus|arrête de)(?!\p{L})/iu,
	/(?<!\p{L})(?:ya no|deja de)(?!\p{L})/iu,
	/(?<!\p{L})(?:não precisa(?:s)? mais|já não|pare de)(?!\p{L})/iu,
	/(?<!\p{L})(?:non (?:serve|devi|è|occorre) più|smetti di)(?!\p{L})/iu,
	/(?<!\p{L})(?:больше не|можно не|перестань)(?!\p{L})/iu,
	/不用再|不必再|不再需要|不需要再/u,
	/もう.{0,30}(?:必要(?:は)?ない|しなくて|不要)/u,
	/더 이상|안 해도/u,
];

/** What was said before is taken back by name. */
const revokes: readonly RegExp[] = [
	/\b(?:forget|ignore|drop|lift|disregard|never mind|scratch|cancel|remove|relax)\b.{0,40}\b(?:rule|constraint|restriction|requirement|limit|ban|what I said|I said)\b|\b(?:rule|constraint|restriction|requirement|limit|ban)\b.{0,60}\b(?:no longer|doesn'?t|does not|is (?:gone|lifted|off))\b/iu,
	/(?<!\p{L})(?:vergiss|ignoriere|streiche)(?!\p{L}).{0,40}(?:Regel|Vorgabe|Einschränkung|was ich)|(?:Regel|Vorgabe|Einschränkung).{0,60}nicht mehr/iu,
	/(?<!\p{L})(?:oublie[z]?|ignore[z]?|laisse tomber)(?!\p{L}).{0,40}(?:règle|contrainte|restriction|ce que j'ai dit)/iu,
	/(?<!\p{L})(?:olvida|ignora|quita)(?!\p{L}).{0,40}(?:regla|restricción|requisito|lo que dije)/iu,
	/(?<!\p{L})(?:esqueça|esquece|ignore|ignora)(?!\p{L}).{0,40}(?:regra|restrição|requisito|o que eu disse)/iu,
	/(?<!\p{L})(?:dimentica|ignora|togli)(?!\p{L}).{0,40}(?:regola|vincolo|restrizione|quello che ho detto)/iu,
	/(?<!\p{L})(?:забудь|отменяю|игнорируй)(?!\p{L}).{0,40}(?:правил|ограничен|требован|что я)/iu,
	/(?:忘掉|忘记|忽略|取消|不用管).{0,30}(?:规则|限制|要求|之前|说的)/u,
	/(?:ルール|制限|制約|条件).{0,30}(?:忘れ|無視|取り消|なし|不要)|(?:忘れ|無視し|取り消し)て.{0,30}(?:ルール|制限|制約)/u,
	/(?:규칙|제한|조건).{0,30}(?:잊|무시|취소|없)/u,
];

/** Whether a sentence of the person takes back a rule that was stated before it. */
export function withdraws(sentence: string, rule: string): boolean {
	const says = (cues: readonly RegExp[]): boolean => cues.some((cue) => cue.test(sentence));
	const isForbidding = forbids.test(rule);
	if (!says(revokes) && !(isForbidding ? says(allows) : says(relieves))) {
		return false;
	}
	const wanted = contentOf(rule);
	const found = contentOf(sentence);
	const shared = [...wanted].filter((word) => found.has(word)).length;
	return shared >= 1 && shared >= wanted.size * leastShare;
}

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
