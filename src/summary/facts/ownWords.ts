import { answerText } from '../../messages/answers.ts';
import { textOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { Utterance } from './constraints.ts';
import type { Turn } from './turns.ts';

/** A shorter line is said by anybody, characters. */
const shortestLine = 16;

/**
 * What the person said in their own words, in order: their messages without lines that the assistant had
 * written before, and their answers to a tool's questions without the options that the tool offered.
 */
export function ownWords(
	log: Log,
	turns: readonly Turn[],
	uses: readonly ToolUse[],
): readonly Utterance[] {
	const answered = uses.flatMap((use): Utterance[] => {
		const text = withoutOptions(use);
		return use.resultIndex === undefined || text === '' ? [] : [{ request: use.resultIndex, text }];
	});
	return [...withoutEchoes(log, turns), ...answered].sort((a, b) => a.request - b.request);
}

function withoutOptions(use: ToolUse): string {
	const text = answerText(use);
	const offered = text === '' ? '' : JSON.stringify(use.arguments ?? '');
	return linesOf(text)
		.filter((line) => !offered.includes(JSON.stringify(line.trim())))
		.join('\n');
}

function withoutEchoes(log: Log, turns: readonly Turn[]): Utterance[] {
	const written = new Set<string>();
	let read = 0;
	return turns.map(({ request, text }) => {
		for (const { message } of log.slice(read, request)) {
			const said = message.role === 'assistant' ? linesOf(textOf(message.content)) : [];
			said.map(bareLine).forEach((line) => written.add(line));
		}
		read = request;
		const own = linesOf(text).filter((line) => {
			const bare = bareLine(line);
			return bare.length < shortestLine || !written.has(bare);
		});
		return { request, text: own.join('\n') };
	});
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split('\n');
}

/** A line as it is known again: without its place in a list, its type and its spaces. */
function bareLine(line: string): string {
	return line
		.replaceAll(/[*_`]/g, '')
		.trim()
		.replace(/^(?:[-+•>#]+|\d{1,3}[.)])\s+/, '')
		.replaceAll(/\s+/g, ' ')
		.toLowerCase();
}
