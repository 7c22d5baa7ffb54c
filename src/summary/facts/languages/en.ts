import type { LanguageCues } from './cues.ts';

/** English. */
export const english: LanguageCues = {
	rule: undefined,
	directs:
		/^(?:please|never|don['’]?t|do not|always|only|use|keep|avoid|make sure|ensure|no|stick|prefer|must)(?!\p{L})|(?<!\p{L})(?:you|we|it|they|this|there|all|code|tests?|changes?) (?:must|should|shall|may only|need to|have to|are not allowed)(?!\p{L})|(?<!\p{L})you (?:can only|cannot|can['’]?t)(?!\p{L})|(?<!\p{L})(?:MUST|NEVER|ALWAYS|ONLY|DO NOT)(?!\p{L})/u,
	leadsIn: undefined,
	describes: undefined,
	obliges: undefined,
	and: undefined,
	orders: undefined,
	forbids:
		/(?<!\p{L})(?:never|don['’]?t|do not|doesn['’]?t|must(?: not|n['’]?t)|should(?: not|n['’]?t)|shall not|no|not|avoid|without|none)(?!\p{L})/iu,
	allows:
		/\b(?:you (?:can|may)|feel free to|go ahead and)\b.{0,200}\b(?:now|after all|again|anyway|from now on|too)\b|\b(?:now|from now on),? you (?:can|may)\b|\b(?:is|are|'s) (?:now )?(?:fine|ok(?:ay)?|allowed|all right)\b.{0,200}\b(?:now|after all|again|anyway)\b|\b(?:is|are|'s) (?:now )(?:fine|ok(?:ay)?|allowed|all right)\b/iu,
	relieves:
		/\bno longer (?:need|have to|necessary|required)|\b(?:don['’]?t|do not|needn['’]?t) (?:need to|have to)\b.{0,200}\bany ?more\b|\b(?:there(?:'s| is) )?no (?:longer a )?need to\b/iu,
	revokes:
		/\b(?:forget|ignore|disregard|never mind|scratch|lift|drop)\b (?:(?:about|the|that|this|my|your|our) )*(?:\p{L}+ ){0,2}(?:rules?|restrictions?|ban|what I (?:said|told))\b|\b(?:rule|restriction|ban)\b.{0,60}\b(?:no longer (?:holds|applies)|is (?:gone|lifted|off))\b/iu,
	negates: /don['’]?t|do not|never/iu,
	drops: /forget|ignore|disregard|lift|drop/iu,
	reminds: undefined,
	standing: /(?:please )?(?:always|never|from now on)(?!\p{L})/iu,
	refuses:
		/(?:(?:(?:I['’]m|I am) (?:very |really )?sorry,? (?:but )?|sorry,? (?:but )?|unfortunately,? )?I (?:can(?:not|['’]t)|won['’]t|will not|(?:am|['’]m) (?:unable|not able|not allowed) to) (?:answer|help|assist|do|comply|discuss|respond|support|fulfil?l|provide|generate|continue with)(?!\p{L})|I['’]m (?:unable|not able|not allowed) to (?:answer|help|assist|do|comply|discuss|respond|fulfil?l)(?!\p{L}))(?![^.!?]{0,400}\bbut I(?!['’](?:m|d|ll)\b| (?:can|could|would|will|am|may|might)\b)\b)/iu,
	saysNothing: `the and you can may now please never always must only not don dont doesn with without should shall need needs
		have has had that this there these those what when before after again anymore longer rule rules constraint
		restriction requirement forget ignore drop about said fine okay for from into any all use using make sure keep
		avoid stop is are be it its was were will would of to in on at or a an no my our your we they he she do does`,
	choice:
		/(?:\b(?:I|we)(?:['’](?:ve|ll|m|re)| have| will| am| are)? (?:(?:also|then|now|just|therefore|finally|deliberately) )*)(?:decided|chose|chosen|choosing|opted|opting|picked|picking|settled on|settling on|(?:kept|keep)(?! \w+ing\b)|going with|go with|went with|switched to|avoid|avoiding|stick(?:ing)? (?:to|with)|standardi[sz](?:ed|ing) on)\b|^(?:(?:ok(?:ay)?|so|then)[,:]? )*(?:decided|chose|opted for|settled on|went with|going with|sticking with|keeping(?! \w+ing\b))\b/iu,
	reason:
		/(?<!\p{L})(?:because|since|so that|(?<!, )so (?:there|the)|due to|to avoid|as it|which (?:means|avoids|keeps|lets)|otherwise|in order to)(?!\p{L})/iu,
	counter:
		/(?:no\b(?! (?:problem|worries|rush))|nope|nah|wait|stop|actually|instead|rather|undo|revert|don['’]?t|do not|that'?s (?:wrong|not))(?!\p{L})/iu,
	declines: /(?:no|nope|nah)(?!\p{L})/iu,
	verdict: /(?:yes|yep|yeah|no|nope|correct|right|exactly|sure)(?!\p{L})/iu,
	addition:
		/(?:(?:and |oh,? |ah,? )?(?:one (?:more|other|last) thing|another (?:thing|point)|also|btw|by the way|in addition|before (?:that|you answer)))(?!\p{L})/iu,
	courtesy:
		/thanks?(?: you)?(?: again)?(?: (?:so|very) much| a lot)?(?: for (?:your|the|all (?:your|the)) (?:help|assistance|patience|time)(?: and (?:help|assistance|patience|time))?)?|you too|take care|I appreciate (?:it|that)|talk soon|(?:that|this)(?:['’]s| is| was| will be)? (?:all|everything|it)(?: (?:I (?:need(?:ed)?|wanted)|for (?:now|today)))?|(?:have a )?(?:nice|great|good|wonderful) day|(?:no|nothing) (?:more|else)|thx|ty|great|perfect|nice|cool|awesome|excellent|wonderful|lovely|good|well done|good (?:job|work)|nice work|looks? good|lgtm|ok(?:ay)?|k|got it|understood|alright|hi|hello|hey|bye|goodbye|(?<=#)stop(?=#)/iu,
	parts:
		/(?:and )?I['’]ll (?:definitely )?(?:get back to you|be in touch|reach out (?:as|if|once|when|soon))(?!\p{L})/iu,
	softens: /please|ok(?:ay)?|yes|and|now|just/iu,
	goesOn: /continue|go on|go ahead|proceed|carry on|keep going|resume/iu,
	corrects:
		/(?:i (?:mean|meant)|correction|i misspoke|(?:oh,? |ah,? )?sorry|oops|typo|not that|no, (?:not|i meant?)|(?:ok(?:ay)?,? )?i(?:'ll|’ll| will)|(?:it|that|this)(?:'s|’s| is) )(?!\p{L})/iu,
	specifies:
		/(?:to be (?:more )?(?:precise|exact|clear|specific)|more precisely|i (?:also|actually|only) meant)(?!\p{L})/iu,
	demands:
		/(?:(?:ok(?:ay)?|then|so|and|now|also|please)[,.]? ){0,4}(?:let'?s|let us|can you|could you|please|now|also|then|add|make|create|fix|write|remove|run|implement|update|build|open|change)(?!\p{L})/iu,
	asksUnmarked:
		/(?:(?:do|does|did) (?:you|we|they|I)|(?:does|did|is|are|was|were|have|has|what|why|how|where|which) (?:you|we|it|this|that|the|there|I)|how (?:do|does|did|can|should|would|to|about|come|many|much)|why (?:do|does|did|is|are|not)|what (?:do|does|did|is|are|about)|where (?:do|does|did|is|are|were))(?!\p{L})/iu,
	invites: /please (?:provide|specify|confirm|tell me|share|choose|clarify)(?!\p{L})/iu,
	recalls:
		/(?:(?:sorry|oops|oh|ah|my bad)[,.!]? ){0,2}(?:wrong (?:chat|window|thread|tab|conversation)|(?:please )?(?:ignore|disregard|forget) (?:(?:my|the|that) )?(?:last|previous) (?:message|one|prompt|request)(?! (?:of|in|from|when|if|that)\b))(?!\p{L})/iu,
	concedes:
		/(?:(?:yes|ah|oh|ok(?:ay)?)[,.!]? )?(?:you(?:['’]re| are) (?:absolutely |completely |totally |quite )?right|good (?:point|catch|call)|fair (?:point|enough)|my mistake)(?!\p{L})/iu,
	ofTheMoment:
		/(?<!\p{L}|\bas (?:it is|they are) )(?:currently|right now|at the moment|today|so far|as of now|yet|still|now|already|no longer)(?!\p{L})/iu,
	assents:
		/(?:(?:ok(?:ay)?|sure|well|alright)[,.!]? )?(?:yep|yeah|ye|y|n|nope|nah|sure|go|do(?! (?:I|we|you|they)(?!\p{L}))|don['’]?t|please|proceed|continue|start|run|both|all|neither|none|not|later|first|just|only|lgtm|fine|good|great|perfect|agreed?|looks|sounds|this looks|let'?s|leave|keep|skip|wait|stop|ok(?:ay)?[.!]?$|\d)(?!\p{L})/iu,
};
