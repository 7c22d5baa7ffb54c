import { formatCount, messageNumber } from '../../messages/marks.ts';
import { isBlank, textOf, type Log, type LogRange, type Message } from '../../messages/message.ts';
import { pairTools } from '../../messages/toolPairs.ts';
import { toolUses, type ToolUse } from '../../messages/toolUse.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { withoutControls } from '../../messages/withoutControls.ts';
import { redactedLine } from '../../summary/redactedLine.ts';
import { pagesOf } from './pages.ts';

/** An overview of a conversation: the requests, where they are, and their outcomes. */

/** A page of the table. */
export interface RecallOutline {
	readonly text: string;
	/** From 1. */
	readonly page: number;
	readonly pages: number;
}

/** An agent works for hundreds of messages on one request: a row covers at most this many. */
const messagesPerRow = 40;

/** Maximum characters of the request and of the last reply. */
const maxExcerpt = 110;

/** Maximum files named in a row. */
const maxFiles = 4;

/**
 * Messages of the log as a table, a row for each turn or part of one. @param page From 1. @returns Undefined: there is
 * no such page.
 */
export function recallOutline(log: Log, page = 1): RecallOutline | undefined {
	const uses = toolUses(log, pairTools(log), 0, log.length);
	const rows = outlineRows(log).flatMap(({ start, end }) => {
		const own = usesIn(uses, start, end);
		const isEmpty =
			own.length === 0 && log.slice(start, end).every(({ message }) => isBlank(message.content));
		return isEmpty ? [] : [rowOf(log, start, end, own)];
	});
	const pages = pagesOf(rows.join('\n'));
	const text = pages[page - 1];
	return text === undefined ? undefined : { text, page, pages: pages.length };
}

/** Turns; long ones are split into parts. */
function outlineRows(log: Log): LogRange[] {
	const starts = [...log.keys()].filter((index) => {
		const message = log[index]?.message;
		return index === 0 || (message !== undefined && isFromPerson(message));
	});
	return starts.flatMap((start, at) => {
		const end = starts[at + 1] ?? log.length;
		const parts = Math.ceil((end - start) / messagesPerRow);
		const length = Math.ceil((end - start) / parts);
		return Array.from({ length: parts }, (_, part) => ({
			start: start + part * length,
			end: Math.min(end, start + (part + 1) * length),
		}));
	});
}

function usesIn(uses: readonly ToolUse[], start: number, end: number): ToolUse[] {
	return uses.filter(({ callIndex }) => callIndex >= start && callIndex < end);
}

function rowOf(log: Log, start: number, end: number, uses: readonly ToolUse[]): string {
	const messages = log.slice(start, end).map(({ message }) => message);
	const [first] = messages;
	const request =
		first !== undefined && isFromPerson(first) ? `“${excerpt(textOf(first.content))}”` : '…';
	const lastReply = messages.findLast(
		({ role, content }) => role === 'assistant' && textOf(content).trim() !== '',
	);
	const changed = [
		...new Set(
			uses
				.filter(({ family, outcome }) => isChange(family) && outcome.status !== 'failed')
				.map(({ target }) => excerpt(target.split('/').at(-1) ?? '')),
		),
	];
	const failed = uses.filter(({ outcome }) => outcome.status === 'failed').length;
	const characters = messages.reduce((sum, { content }) => sum + textOf(content).length, 0);
	return [
		`${messageNumber(start + 1)}–${messageNumber(end)} ${request}`,
		...timeOf(first),
		`${formatCount(characters)} characters`,
		...(uses.length === 0
			? []
			: [`${uses.length} calls${failed === 0 ? '' : `, ${failed} failed`}`]),
		...(changed.length === 0 ? [] : [`changed ${fileList(changed)}`]),
		...(lastReply === undefined ? [] : [`said last: ${excerpt(textOf(lastReply.content))}`]),
	].join(' · ');
}

/** When a request was written, if its source records that, as `2031-03-04 02:13`. */
function timeOf(message: Message | undefined): readonly string[] {
	const time = message?.role === 'user' ? message.time : undefined;
	const [day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time ?? '')?.slice(1) ?? [];
	return day === undefined || minute === undefined ? [] : [`${day} ${minute}`];
}

function isChange(family: ToolUse['family']): boolean {
	return family === 'edit' || family === 'write';
}

function fileList(files: readonly string[]): string {
	const more = files.length - maxFiles;
	return `${files.slice(0, maxFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function excerpt(text: string): string {
	return withoutControls(redactedLine(text, maxExcerpt));
}
