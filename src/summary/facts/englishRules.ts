/**
 * What a person says for this once, where the words are those of a rule: an order with its details, a
 * permission, a suggestion. It stands among the messages of the person; as a rule it would outlive its work.
 */

/** A longer sentence tells a whole wish, which is told as such, characters. */
const longestRule = 240;

/** Rules by itself. */
const strict =
	/\b(?:never|always(?!-)|don['’]t|do not|dont(?! (?:celui|celle|ceux|le|la|les|un|une|il|elle|on|je|tu|nous|vous)\b)|must(?:n'?t)?|shall not|should(?: not|n['’]?t)|not allowed|required|without|(?<!\bto )avoid|make sure|ensure|(?<!\bso (?:that )?(?:we|you|it|they|I)(?:['’]ll)? )(?!(?<=\b(?:we|you|it|they|I) )only \w+ed\b)only(?! (?:really |just )?(?:worth|useful|relevant|a|an|one)\b)|prefer|at (?:most|least) (?:\d|an?\b|one|two|three|once|twice)|you can(?:not|['’]t) (?:use|change|edit|modify|touch|install|delete)|from now on|whenever|none of|before you|no longer|stick (?:to|with)|leave .{1,40} (?:alone|as)|use \S+(?: \S+)?,? not|no,? use)\b|^(?:please,? )?(?:just )?stop \w+ing\b|^(?:please )?no (?!problem|worries|idea|rush|thanks|wait|need\b)\p{L}+/iu;

/** Rules where nothing is asked for beside it. */
const lenient =
	/\b(?:instead of|rather than|as long as|(?<!\bif )I(?:['’]d| would)? (?:like|want|need|hate))\b|(?:^|[,;:–—.(] ?|\b(?:please|and|but|so|then|also|just|always|must|should|you to) )keep\b(?! \w+ing[.!]?$)(?! (?:going|on|track|in mind|it up)\b)|\b(?:do|make) (?:\w+ ){1,2}commits\b/iu;

/** Makes a rule of what else is said for this once. */
const lasting =
	/\b(?:never|always|must|whenever|every|each|all|any|from now on|no longer|only when|at (?:most|least)|(?:don['’]?t|do not|without) \w+|not allowed)\b/iu;

/** What is done once. */
const deed =
	/(?:^|[,;:–—] ?|\b(?:and|then|also|please|but|just) )(?:add|remove|remoev|drop|rename|create|delete|move|fix|update|change|implement|write|build|rework|fold|merge|revert|open|close|flag|comment|read|show|tell|explain|set ?up|refactor|convert|migrate|install|deploy|continue|finish|start|highlight)\b/iu;

/** The person wants to do or to have something now. */
const wishes =
	/\bI(?:['’]d)? (?:also |just |would |really )*(?:want|need|like) (?:to (?!keep\b|avoid\b|use\b|stick\b|never\b|always\b|only\b|be\b|stay\b)\w|you to (?!keep\b|avoid\b|use\b|stick\b|not\b|only\b|make sure\b|ensure\b)\w|(?:a|an|some|another|that|this|these|those)\b)/iu;

/** Allows or concedes something. */
const permits =
	/^\W{0,3}(?:(?:and|but|so|ok(?:ay)?|then|yes),? )*(?:(?:you|we) (?:can|may|could)\b(?! (?:only|not)\b)|feel free\b|I can live with\b|no need\b)|\bno need to\b/iu;

/** Asks, though without its mark, or only suggests. */
const wonders =
	/^\W{0,3}(?:(?:and|but|so|then|also|ah|oh|ok(?:ay)?|hm+),? )*(?:what if|how (?:do|does|can|should|would|about)|why|when should|can we|could we|should we|shall we)\b|\b(?:maybe|perhaps|I guess|I wonder|not sure|might be)\b/iu;

/** Tells how one text that is being written has to be. */
const ofOneText =
	/^(?:(?:and|but|so|then|also),? )*(?:this|that|the) (?:plan|list|document|doc|summary|report|issue|message|prompt|draft|table|comment) (?:must|should|needs?|has)\b/iu;

/** Tells what the person does not know, have or mean. */
const admits =
	/\b(?:I|I['’]m .{1,60} (?:but|and)) (?:do not|don['’]?t|didn['’]?t) (?:(?:actually|really|even|currently) )?(?:know|t?h?ink|see|understand|care|mind|remember|recall|have|get|believe|mean)\b/iu;

/** Tells what the person holds to be wrong, whatever rule they hold it against. */
const complains =
	/^(?:\w+,? )?I (?:think|believe|guess|suspect) .{1,120}(?:does|is|was|did|has)(?: not|n['’]t)\b/iu;

/** What never takes a rule back, and always makes one. */
const universal = /\b(?:never|always|must(?:n'?t)?|from now on)\b/iu;

/** Whether a sentence is over with the work it belongs to, in English, or too long to be a rule. */
export function isPassing(sentence: string): boolean {
	if (
		sentence.length > longestRule ||
		/[:：]$/.test(sentence) ||
		ofOneText.test(sentence) ||
		complains.test(sentence)
	) {
		return true;
	}
	if ([permits, wonders, admits].some((each) => each.test(sentence)) && !universal.test(sentence)) {
		return true;
	}
	if (wishes.test(sentence) && !lasting.test(sentence)) {
		return true;
	}
	return deed.test(sentence) && lenient.test(sentence) && !strict.test(sentence);
}

/** Whether a sentence in English rules, demands or prefers something. */
export function rulesInEnglish(sentence: string): boolean {
	return strict.test(sentence) || lenient.test(sentence);
}
