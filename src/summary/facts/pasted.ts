import { withoutFences } from './fences.ts';

/**
 * What people paste into a message: code, logs, traces, reviews, reports. Their message, not their
 * rules: those are what they say around it.
 */

/** Characters of a line that are looked at. */
const looked = 400;

/** Lines a program writes: data, traces, logs, diffs, frames of a terminal. */
const machine: readonly RegExp[] = [
	/^\s*(?:\{"|\[\{|"[\w$-]+":|[}\])]+[,;]?$)/,
	/^\s*(?:at \S.*[:)]|File "[^"]{1,200}", line \d|Traceback \(|Caused by:|\S*(?:Error|Exception): )/,
	/^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\s*\[?\d\d:\d\d:\d\d\b|^\s*\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b[\]: ]/,
	/^(?:diff --git |index [0-9a-f]{7}|@@ |\+\+\+ |--- \S)/,
	/[╭╮╰╯│┌┐└┘├┤─━═║█]/u,
	/^\s*(?:[$%❯#] \S|npm (?:ERR!|warn|error)|> \S+@\d)/,
	/[;{}]\s*$|^\s*(?:import|export|const|let|function|class|def|return|if|for|while)\b.{0,300}[(){}=;:]\s*$/,
];

/** Leads over to what somebody or something else wrote. */
const leadsOver =
	/(?<!\p{L})(?:review|research|analysis|article|documentation|docs|feedback|comments?|findings?|logs?|outputs?|errors?|traces?|report|issue|ticket|transcript|e-?mails?|message|says?|said|wrote|Ausgabe|Fehler|Bericht|erreur|sortie|rapport)(?!\p{L})[^:：]{0,80}[:：]\s*$/iu;

/** Leads over to what the person themselves tells the assistant to do: "Follow these steps to fix the issue:". */
const orders =
	/^(?:please )?(?:follow|take|go through) (?:these|the following) (?:steps|instructions) (?:to|and|when|while)\b/i;

/** A part of a bug report that describes. */
const describes =
	/^(?:#{1,6}\s+|\*\*)?(?:steps to reproduce|(?:expected|actual|current|observed)(?: behaviou?r| results?| output)?|describe the bug|bug description|description|environment|what happened|reproduction|how to reproduce|stack ?trace|logs?|versions?)(?:\*\*)?:?(?:\*\*)?\s*$/i;

/** Turns to the assistant behind what was pasted, in capitals as prompts of a harness do. */
const turnsBack =
	/^(?:(?:IMPORTANT|YOUR|SPECIAL) )?(?:INSTRUCTIONS?|RULES|REQUIREMENTS|CONSTRAINTS|TIPS|TASK)[ :]{0,3}$/;

/** A short last paragraph turns back to the assistant, characters. */
const addressed = 400;

/** The text without what was pasted into it, line by line; the lines that are left stay as they are. */
export function withoutPastes(text: string): string {
	const kept: string[] = [];
	let within: 'foreign' | 'report' | undefined;
	/** The line that ends what was led over to, where a tag holds it. */
	let closing: string | undefined;
	const paragraphs = paragraphsOf(text);
	for (const [position, lines] of paragraphs.entries()) {
		const [first = ''] = lines;
		if (within === 'foreign' && closing === undefined) {
			closing = closingOf(first);
		}
		const isHeading = /^#{1,6}\s/.test(first);
		if (describes.test(first)) {
			within = 'report';
		} else if (
			(within === 'report' && isHeading) ||
			(closing === undefined && turnsBack.test(first))
		) {
			within = undefined;
		}
		const isLast = position > 0 && position === paragraphs.length - 1;
		if (within === undefined || (isLast && closing === undefined && isAddressed(lines))) {
			const spoken = spokenOf(lines);
			kept.push(...spoken, '');
			within = isLeadingOver(spoken.at(-1) ?? '') ? 'foreign' : within;
		} else if (closing !== undefined && lines.some((line) => line.trim() === closing)) {
			[within, closing] = [undefined, undefined];
		}
	}
	return kept.join('\n');
}

/** `</issue>` for `<issue>`. */
function closingOf(line: string): string | undefined {
	const name = /^<([A-Za-z][\w-]{0,63})>$/.exec(line.trim())?.[1];
	return name === undefined ? undefined : `</${name}>`;
}

/** The lines of a paragraph that a person says: up to where one leads over, none of a program's. */
function spokenOf(lines: readonly string[]): readonly string[] {
	const spoken = lines.filter((line) => !isMachine(line));
	const over = spoken.findIndex((line) => isLeadingOver(line));
	if (over !== -1) {
		return spoken.slice(0, over + 1);
	}
	return spoken.length * 2 > lines.length ? spoken : [];
}

function isLeadingOver(line: string): boolean {
	const start = line.slice(0, looked);
	return leadsOver.test(start) && !orders.test(start);
}

function isMachine(line: string): boolean {
	const start = line.slice(0, looked);
	return machine.some((pattern) => pattern.test(start));
}

function isAddressed(lines: readonly string[]): boolean {
	const [first = ''] = lines;
	const isList = /^\s*(?:[-*+•#]|\d{1,3}[.)])/.test(first);
	return !isList && !describes.test(first) && lines.join(' ').length <= addressed;
}

/** Lines in groups that empty lines divide; a fence and what it holds is none. */
function paragraphsOf(text: string): readonly (readonly string[])[] {
	const paragraphs: string[][] = [[]];
	for (const line of withoutFences(text.split('\n'))) {
		if (line.trim() === '') {
			paragraphs.push([]);
		} else {
			paragraphs.at(-1)?.push(line);
		}
	}
	return paragraphs.filter((lines) => lines.length > 0);
}
