/**
 * What a person says for this once, where the words are those of a rule: an order with its details, a
 * permission, a suggestion. It stands among the messages of the person; as a rule it would outlive its work.
 */

/** A longer sentence tells a whole wish, which is told as such, characters. */
const longestRule = 240;

/** Rules by itself. */
const strict =
	/\b(?:never|always(?!-)|must(?:n'?t)?|shall not|should(?: not|n['’]?t)|not allowed|required|without|(?<!\bto )avoid|(?<!\bso (?:that )?(?:we|you|it|they|I)(?:['’]ll)? )(?!(?<=\b(?:we|you|it|they|I) )only \w+ed\b)only(?! (?:really |just )?(?:worth|useful|relevant|a|an|one)\b)|prefer|at (?:most|least) (?:\d|an?\b|one|two|three|once|twice)|you can(?:not|['’]t) (?:use|change|edit|modify|touch|install|delete)|from now on|whenever|none of|before you|no longer|(?:I|we) want no|careful (?:not|never) to|stick (?:to|with)|leave .{1,40} (?:alone|as)|use \S+(?: \S+)?,? not|no,? use)\b|^(?:please,? )?(?:just )?stop \w+ing\b|^(?:please )?no (?!problem|worries|idea|rush|thanks|wait|need\b)\p{L}+/iu;

/** Forbids: an order, or what one of the two does not do. What something else does not do is how it is. */
const forbids =
	/(?<=^|[\p{P}\p{S}]\s{0,3}|\b(?:and|but|so|then|also|please|just|or|kindly|now|otherwise|instead|ok|okay|yes|no)\s{1,3}|\b(?:I|you|we)\s{1,3}(?:(?:really|also|definitely|just|still)\s{1,3})?)(?:don['’]?t|do not)\b(?! (?:celui|celle|ceux|le|la|les|un|une|il|elle|on|je|tu|nous|vous|have|know|see|get|seem|mean)\b)/iu;

/** Asks to see to something: a rule where it holds for more than the thing at hand. */
const seesTo = /\b(?:make sure|ensure)\b/iu;

/** The same of all there is of a kind. */
const seesToNone = /\b(?:make sure|ensure)(?: that)? no \w+ (?:is|are|gets?|ever)\b/iu;

/** Tells under which condition, or why, and no rule by itself. */
const subordinate =
	/\b(?:(?<!\b(?:only|except|even) )if(?! (?:possible|needed)\b)|because|since|in case|although|though|whether)\b[^,;:–—.!?]*/giu;

/** Orders behind a condition or a reason that no comma ends: a singular subject has no "don't" of its own. */
const unmarkedOrder =
	/^(?:if|in case|because)\b(?=[^,;:–—]*$)(?: (?:an?|it|this|that|something)\b[^.!?]*?\b(?:do not|don['’]t)|[^.!?]*?(?<!\b(?:it|they|we|I|you|he|she|this|that|which|who|there|is|are|was|were|has|have|had|will|would|can|could|should|must) )\b(?:never|always)) (?!\w+(?:[^s]s|ed|ing)\b)/iu;

/** Orders behind a comma. */
const ordersBehind =
	/, ?(?:(?:and|so|then|please) )?(?:never|always|do not|don['’]t) (?!(?:mind|worry|know|see|think|mean)\b|\w+ed\b)/iu;

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

/** Tells what a thing shall be like that the person wants to have made. */
const wantsMade =
	/\bI(?:['’]d)? (?:also |just |would |really )*(?:want|need|like) to (?:create|build|write|add|make|implement|provide|develop|design)\b.{1,120}\b(?:that|which)\b/iu;

/** Allows or concedes something. */
const permits =
	/^\W{0,3}(?:(?:and|but|so|ok(?:ay)?|then|yes),? )*(?:(?:you|we) (?:can|may|could)\b(?!['’]t|n['’]t| (?:only|not)\b)|feel free\b|I can live with\b|no need\b)|\bno need to\b/iu;

/** Asks, though without its mark, or only suggests. */
const wonders =
	/^\W{0,3}(?:(?:and|but|so|then|also|ah|oh|ok(?:ay)?|hm+),? )*(?:what if|how (?:do|does|can|should|would|about)|why|when should|can we|could we|should we|shall we)\b|\b(?:maybe|perhaps|I guess|I wonder|not sure|might be|somehow)\b/iu;

/** Tells how one text that is being written has to be. */
const ofOneText =
	/^(?:(?:and|but|so|then|also),? )*(?:this|that|the) (?:plan|list|document|doc|summary|report|issue|message|prompt|draft|table|comment) (?:must|should|needs?|has)\b/iu;

/** Tells what the person does not know, have or mean. */
const admits =
	/\b(?:I|I['’]m .{1,60} (?:but|and)) (?:do not|don['’]?t|didn['’]?t) (?:(?:actually|really|even|currently) )?(?:know|t?h?ink|see|understand|care|mind|remember|recall|have|get|believe|mean)\b/iu;

/** Tells what the person holds to be wrong, whatever rule they hold it against. */
const complains =
	/^(?:\w+,? )?I (?:think|believe|guess|suspect) .{1,120}(?:does|is|was|did|has)(?: not|n['’]t)\b/iu;

/** Words that a sentence may begin with before it says anything. */
const leadIn =
	/^\W{0,3}(?:(?:and|but|so|then|also|because|ah|oh|ok(?:ay)?|hm+|yes|no|well|(?:and )?on top of that)[,:]? )*/iu
		.source;

/** Tells what the person saw, did or supposes. */
const recounts = new RegExp(
	`${leadIn}I(?:['’](?:ve|m|d))?(?: (?:also|just|really|still|currently|already))* (?:(?:have|had|was|am|did)(?:n['’]?t| not| never)?|haven['’]?t|hadn['’]?t|didn['’]?t|wasn['’]?t|never(?! (?:want|like)\\b)|saw|see|found|got|[\\p{L}]+ed|[_*]*(?:think|believe|guess|suspect|assume|suppose)[_*]*)(?!\\p{L})`,
	'iu',
);

/** Demands all the same. */
const demands =
	/\b(?:(?<!\b(?:that|this|it) )(?:must|should)|please|from now on|need to|have to|always|I(?:['’]d| would)? (?:want|need|like|prefer))\b/iu;

/** Asks in the order of a question, also without its mark. */
const inverts = new RegExp(
	`${leadIn}(?:should(?:n['’]?t)? (?!be\\b|not\\b|only\\b|never\\b|always\\b|also\\b)|(?:do|have)(?:n['’]?t)? (?:I|we|they|you)\\b|(?:can|could|would|will|does|did|is|are|was|were|has)(?:n['’]?t)? (?:I|we|they|it|this|that|these|those|there|the)\\b|(?:can|could|would|will) (?:you|u)\\b(?!.*\\b(?:never|always|every|from now on)\\b))`,
	'iu',
);

/** Gives an example of what stands before it. */
const exemplifies = /^\W{0,3}(?:e\.? ?g\b|i\.? ?e\b|for (?:example|instance)\b|such as\b)/iu;

/** Rules about something that stands in another sentence, so that nobody can tell what is ruled. */
const dangles = new RegExp(
	`${leadIn}(?:please )?(?:(?:that|those|these|they) (?:must|should|shall|can|cannot|may|needs?)(?!\\p{L})|(?:never|don['’]?t|do not|only|always|avoid|keep|leave|stop|make sure|ensure|(?:you|we) (?:must|should)(?: not|n['’]?t)?)(?: [\\p{L}']+){0,4}? (?:those|these|them|that|this|it)(?=\\s*(?:$|[.,;!:)–—]|(?:unless|if|when|until|any ?more|again|either|too|yet|now|at all|because|since|as|before|after|alone|by|for now)(?!\\p{L}))))`,
	'iu',
);

/** What never takes a rule back, and always makes one. */
const universal = /\b(?:never|always|must(?:n'?t)?|from now on)\b/iu;

/** Whether a sentence is over with the work it belongs to, in English, or too long to be a rule. */
export function isPassing(sentence: string): boolean {
	if (
		sentence.length > longestRule ||
		/[:：]$/.test(sentence) ||
		[ofOneText, wantsMade, complains, exemplifies, dangles].some((each) => each.test(sentence)) ||
		(inverts.test(sentence) && !ordersBehind.test(sentence)) ||
		(recounts.test(sentence) && !demands.test(sentence) && !ordersBehind.test(sentence))
	) {
		return true;
	}
	if ([permits, wonders, admits].some((each) => each.test(sentence)) && !universal.test(sentence)) {
		return true;
	}
	if (wishes.test(sentence) && !lasting.test(sentence)) {
		return true;
	}
	return deed.test(sentence) && lenient.test(sentence) && !isStrict(sentence);
}

/** Whether a sentence asks, in English, for what is done once. */
export function asksForDeed(sentence: string): boolean {
	return deed.test(sentence);
}

/** Whether a sentence orders behind a condition that no comma ends. */
export function ordersUnmarked(sentence: string): boolean {
	return unmarkedOrder.test(sentence);
}

function isStrict(sentence: string): boolean {
	return strict.test(sentence) || forbids.test(sentence);
}

/** Whether a sentence in English rules, demands or prefers something. */
export function rulesInEnglish(sentence: string): boolean {
	const main = sentence.replaceAll(subordinate, '');
	return (
		ordersUnmarked(sentence) ||
		isStrict(main) ||
		lenient.test(main) ||
		(seesTo.test(sentence) && (lasting.test(sentence) || seesToNone.test(sentence)))
	);
}
