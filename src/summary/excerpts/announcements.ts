/** What the assistant only says it is about to do: the calls behind it tell what came of that. */

/** How an announcement begins. */
const intending =
	/^(?:THOUGHT: )?(?:(?:after that|ok(?:ay)?|good|great|perfect|now|next|first|then|alright|excellent|sure)[,.!]?\s+)*(?:let me|let['’]s|I['’]ll|I will|I need to (?:check|look|see|read)|checking|looking|reading|running|waiting)\b/i;

/** What the assistant is doing while it says so; how it means to go about it says more. */
const doing =
	/^(?:(?:now|next|(?:while|before|after) \w[^,]{1,60}),? )?I['’]m (?:(?:now|also|just|still) )?(?!(?:assuming|avoiding|keeping|leaving|seeing|treating|using)\b)(?:going|[a-z]+ing)\b/i;

/** A step that follows “Now”. */
const stepping =
	/^(?:now|next|then),? (?:I need to )?(?:add|adjust|apply|build|change|check|clean|commit|convert|copy|create|define|delete|edit|extend|extract|find|fix|generate|implement|import|insert|look|make|merge|migrate|modify|move|open|push|read|refactor|register|remove|rename|replace|re-?run|rewrite|run|search|set|start|switch|test|try|update|verify|wire|write)\b/i;

/** What gives a reason or an alternative says more. */
const reasoned = /\b(?:because|since|so (?:that|the|it|we|I)|instead|rather|but)\b|—/;

/** A longer one says more than what comes next, characters. */
const longest = 140;

/** Where a line may be cut before what it announces: behind a sentence, or at a semicolon. */
const border = /(?<=[.!?])\s+|;\s+/;

/** Progress and looks; behind a finding any other step says what is done about it, and so do code, values and names. */
const onlyGoesOn =
	/^(?:(?:now|next|then),? )?(?:let me|let['’]s|I['’]ll|I will|I need to) (?:now |also |first )?(?:check|look|see|read|verify|confirm|run|re-?run|search|find|examine|inspect|wait|keep|poll|continue|proceed|start)\b/i;
const specific = /[`"“„\d]|[\w-][._/][\w-]|[a-z][A-Z]/;

/** A line of the assistant's up to where it only announces what comes next; empty where all of it does. */
export function withoutAnnouncement(line: string): string {
	if (isAnnouncement(line)) {
		return '';
	}
	const parts = line.split(border);
	const last = parts.findLastIndex((part) => !isAnnouncement(part) || saysWhatIsDone(part));
	let end = 0;
	for (const part of parts.slice(0, last + 1)) {
		end = line.indexOf(part, end) + part.length;
	}
	return line.slice(0, end);
}

function saysWhatIsDone(part: string): boolean {
	return specific.test(part) || !(doing.test(part) || onlyGoesOn.test(part));
}

/** Whether a line of the assistant's only announces something. */
export function isAnnouncement(line: string): boolean {
	return (
		line.length < longest &&
		(intending.test(line) || stepping.test(line) || doing.test(line)) &&
		!reasoned.test(line)
	);
}
