/**
 * Lists of what is to be done once: "Then verify:", "Steps:". What stands in them tells how this piece of
 * work is to be done, and is no rule for what comes later.
 */

/** A line that leads over to such a list. */
const leadsToSteps =
	/^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)?(?:\*\*)?(?:(?:and|then|next|first|finally|now|afterwards|after that|also|please|to)[, ]+){0,4}(?:verify|check|confirm|test|validate|run|do(?! not\b)|implement|add|fix|update|create|write|review|investigate|build|change|make|steps?|tasks?|to-?dos?|plan|verification|validation|test plan|acceptance criteria|deliverables?|next steps|definition of done)\b[^:]{0,80}[:：](?:\*\*)?\s*$/iu;

/** Says that rules follow after all. */
const leadsToRules =
	/\b(?:rules?|constraints?|requirements?|guidelines?|conventions?|preferences?)\b|\b(?:like|follow|as) (?:this|these)\b/iu;

const entry = /^\s*(?:[-*+•]|\d{1,3}[.)]|\[[ x]\])\s|^\s{2,}\S/u;

/** Binds wherever it stands. */
const binding =
	/\b(?:never|always|do not|don['’]t|must(?: not|n['’]t)?|not allowed|avoid|prefer|only(?! (?:the|an?)\b)|without(?! (?:any )?(?:errors?|warnings?|failures?)\b))\b/iu;

/** The text without the entries of such lists, but for those that forbid or demand something by word. */
export function withoutSteps(text: string): string {
	const kept: string[] = [];
	let within = false;
	for (const line of text.split('\n')) {
		const isEntry = entry.test(line);
		within = within && (isEntry || line.trim() === '');
		if (!within || !isEntry || binding.test(line)) {
			kept.push(line);
		}
		within ||= leadsToSteps.test(line.slice(0, 200)) && !leadsToRules.test(line);
	}
	return kept.join('\n');
}
