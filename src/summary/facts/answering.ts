import { textOf, toolCallsOf, type Log, type Message } from '../../messages/message.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SummaryItem } from '../sections.ts';
import { sharesSubject } from './contentWords.ts';
import { anyOf } from './languages/languages.ts';
import { withoutFences } from './fences.ts';
import { asksForWhat, endsAsking } from './question.ts';
import { sentencesOf } from './sentences.ts';
import { isConcession } from './takingBack.ts';
import type { Turn } from './turns.ts';

/** What the assistant answered a question of the person with, where that can be told. */

/** Characters of an answer. */
const answerLength = 240;

/** Lines of a message in which its answer stands. */
const searchedLines = 40;

/** Leads over to something else, or only says that there was a question. */
const announcement =
	/^(?:let me|now|next|checking|looking|finding|I['’]?ll|I['’]m|first|done\b|ok(?:ay)?\b|sure\b|great\b|perfect\b|got it\b|that['’]s (?:much |far )?better\b|good (?:thinking|idea|point|call)[.!]|(?:good|great) question\b(?![\s,.!—–-]{1,5}(?:yes|no)\b))/i;

/** How replies begin that ask the person for something first, which leaves the question open. */
const asksBack =
	/^(?:to \b[^.?!]{1,200}, )?(?:I['’]ll need the\b|I(?:['’]ll| will)? (?:also |first |still )?need (?:to (?:know|confirm)\b|your\b|(?:(?:the|some|a few) )?(?:following|more|additional|further) )|(?:please|kindly) (?:provide|specify|share|tell me|send me)\b)/i;

/** How answers to a question of fact begin. */
const verdict = new RegExp(
	`^(?:(?:good|great) question[\\s,.!—–-]{1,5})?(?:${anyOf('verdict')}|agreed)(?=\\s*(?:$|[,.;:!，。！—–-]))`,
	'iu',
);

const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/**
 * The answer to a question: what the assistant said next, or last, where that says yes or no to it, else the first
 * of its texts that speaks of what was asked, or its only one. A turn in which it changed something ends with a
 * report of that, not with an answer; where a client spoke after a reply, what follows may be meant for it.
 * @param works Whether the assistant changed something in the turn.
 */
export function answerTo(
	log: Log,
	turn: Turn,
	question: string,
	works: boolean,
): SummaryItem | undefined {
	const told = leadsIn(log, turn);
	const found = answeringLead(told, turn, question, works);
	const isLeftOpen = told
		.slice(0, found === undefined ? undefined : told.indexOf(found) + 1)
		.some(({ lead }) => isConcession(lead) || asksBack.test(lead));
	return found === undefined || isLeftOpen
		? undefined
		: { text: redactedLine(found.lead, answerLength), sources: [found.index + 1] };
}

function answeringLead(
	told: readonly Lead[],
	turn: Turn,
	question: string,
	works: boolean,
): Lead | undefined {
	const [first] = told;
	if (first !== undefined && verdict.test(first.lead)) {
		return first;
	}
	const last = told.find(({ index }) => index === turn.answer);
	if (last === undefined || works) {
		return undefined;
	}
	const isVerdict = !asksForWhat.test(question) && verdict.test(last.lead);
	const found =
		isVerdict || told.length === 1 ? last : told.find(({ lead }) => sharesSubject(question, lead));
	return found?.isToClient === true ? undefined : found;
}

interface Lead {
	readonly index: number;
	readonly lead: string;
	/** Whether a client spoke after a reply before it. */
	readonly isToClient: boolean;
}

/** How the texts of a turn begin that say something. */
function leadsIn(log: Log, turn: Turn): Lead[] {
	const leads: Lead[] = [];
	let isToClient = false;
	for (let index = turn.request + 1; index < turn.end; index += 1) {
		const message = log[index]?.message;
		isToClient ||= message?.role === 'user' && isReply(log[index - 1]?.message);
		const text = message?.role === 'assistant' ? textOf(message.content) : '';
		const lead = text === '' ? undefined : leadOf(text);
		if (lead !== undefined) {
			leads.push({ index, lead, isToClient });
		}
	}
	return leads;
}

/** Whether a message of the assistant ends its work: what a client says behind it is answered next. */
function isReply(message: Message | undefined): boolean {
	return message?.role === 'assistant' && toolCallsOf(message).length === 0;
}

/** The first sentences of a message that say something; a list with the line that leads over to it. */
function leadOf(text: string): string | undefined {
	const lines = proseOf(text);
	/** Whether a line led over to what is no list, as code. */
	let isBehind = false;
	for (const [position, line] of lines.entries()) {
		const sentences = item.test(line) ? [] : sentencesOf(line);
		const at = sentences.findIndex((each) => !endsAsking.test(each) && !announcement.test(each));
		const lead = at < 0 ? undefined : leadIn(lines, position, at);
		if (lead !== undefined) {
			return isBehind && refersBack.test(lead) ? undefined : lead;
		}
		isBehind ||= at >= 0;
	}
	return undefined;
}

/** Speaks of what stands before it. */
const refersBack =
	/^(?:this|that|it|its|these|those|they|the (?:above|returned|result(?:ing)?|output|same|latter|former|other))(?!\p{L})/iu;

/** Undefined where it leads over to what is no list. */
function leadIn(lines: readonly string[], position: number, at: number): string | undefined {
	const sentences = sentencesOf(lines[position] ?? '');
	const first = sentences[at];
	if (first === undefined) {
		return undefined;
	}
	if (leadsOver(first)) {
		return withItems(first, lines, position);
	}
	const isShort = at === sentences.length - 1 && first.length <= shortest;
	const behind = isShort ? lines[position + 1] : undefined;
	const next = sentences[at + 1] ?? (behind === undefined ? undefined : proseAt(behind));
	if (next === undefined || endsAsking.test(next) || announcement.test(next)) {
		return first;
	}
	if (!leadsOver(next)) {
		return `${first} ${next}`;
	}
	return withItems(`${first} ${next}`, lines, position + (isShort ? 1 : 0)) ?? first;
}

function proseAt(line: string): string | undefined {
	return item.test(line) ? undefined : sentencesOf(line)[0];
}

/** A shorter sentence says too little by itself, characters. */
const shortest = 100;

function leadsOver(sentence: string): boolean {
	return /[:：]["*_]*$/.test(sentence);
}

const heading = /^#{1,6}\s/;

/** Lines that are neither empty nor in a fence, up to the first section: one of several is no answer. */
function proseOf(text: string): string[] {
	const lines = withoutFences(text.split('\n', searchedLines)).filter((line) => line.trim() !== '');
	const start = lines.findIndex((line) => !heading.test(line));
	const said = lines.slice(Math.max(start, 0));
	const section = said.findIndex((line) => heading.test(line));
	return section < 0 ? said : said.slice(0, section);
}

/** A line that leads over, with the entries of the list behind it; undefined where there is none. */
function withItems(lead: string, lines: readonly string[], position: number): string | undefined {
	const behind = lines.slice(position + 1);
	const end = behind.findIndex((line) => !/^\s/.test(line) && !item.test(line));
	const listed = behind
		.slice(0, end < 0 ? undefined : end)
		.filter((line) => item.test(line))
		.map((line) => line.replace(item, '').trim());
	return listed.length === 0 ? undefined : `${lead} ${listed.join('; ')}`;
}
