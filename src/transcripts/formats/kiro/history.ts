import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { optionalText, read, shaped } from '../../building/shapes.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { imageOf, resultOf, type ResultPart } from './results.ts';
import { promptParts } from './words.ts';

/** The state of a conversation as Amazon Q and Kiro keep it in their database, and save it on demand. */

const anything = v.optional(v.unknown());

const savedResult = v.object({
	tool_use_id: v.string(),
	content: v.fallback(v.array(v.unknown()), []),
	status: optionalText,
});

const results = v.array(v.unknown());

/** What the person said, or what came of calls; each under the name of what it is. */
const userContent = v.union([
	v.pipe(
		v.object({ Prompt: v.object({ prompt: v.string() }) }),
		v.transform(({ Prompt: { prompt } }) => ({ prompt, results: [] })),
	),
	v.pipe(
		v.object({ ToolUseResults: v.object({ tool_use_results: results }) }),
		v.transform(({ ToolUseResults: found }) => ({ prompt: '', results: found.tool_use_results })),
	),
	v.pipe(
		v.object({ CancelledToolUses: v.object({ prompt: optionalText, tool_use_results: results }) }),
		v.transform(({ CancelledToolUses: { prompt, tool_use_results: found } }) => ({
			prompt: prompt ?? '',
			results: found,
		})),
	),
]);

const image = v.object({
	format: v.string(),
	source: v.object({ Bytes: v.array(v.number()) }),
});

const user = v.object({
	/** What hooks of the person's added. */
	additional_context: v.fallback(v.string(), ''),
	content: userContent,
	timestamp: optionalText,
	images: v.fallback(v.nullish(v.array(v.unknown())), undefined),
});

const toolUse = v.object({ id: v.string(), name: v.string(), args: anything });

const assistant = v.union([
	v.pipe(
		v.object({ Response: v.object({ content: v.string() }) }),
		v.transform(({ Response: { content } }) => ({ content, calls: [] })),
	),
	v.pipe(
		v.object({ ToolUse: v.object({ content: v.string(), tool_uses: v.array(v.unknown()) }) }),
		v.transform(({ ToolUse: { content, tool_uses: calls } }) => ({ content, calls })),
	),
]);

/** A message of the user's role and its answer; older versions kept them as a pair without names. */
const entry = v.union([
	v.pipe(
		v.tuple([v.unknown(), v.unknown()]),
		v.transform(([said, answered]) => ({ user: said, assistant: answered })),
	),
	v.object({ user: anything, assistant: anything }),
]);

const resultPart = v.union([
	v.pipe(
		v.object({ Text: v.string() }),
		v.transform(({ Text: text }): ResultPart => ({ kind: 'text', text })),
	),
	v.pipe(
		v.object({ Json: v.unknown() }),
		v.transform(({ Json: value }): ResultPart => ({ kind: 'json', value })),
	),
]);

/** The summary that stands for what is not in the history any more, with what is known of it. */
const latestSummary = v.tuple([v.string(), v.unknown()]);

const state = v.object({
	history: v.array(v.unknown()),
	latest_summary: anything,
	next_message: anything,
});

/** The state of a conversation, or `undefined` when it is none. */
export const savedState = shaped(state);

/** Problems name an entry by its position: neither documents nor databases have lines. */
const line = 1;

/** Adds the summary of what the history does not have any more. */
export function addSummary(log: TranscriptLog, saved: unknown): void {
	const [summary = ''] = read(latestSummary, saved) ?? [];
	if (summary.trim() !== '') {
		log.user(summary, 'summary');
	}
}

/** Adds an entry of the history. @param position From 1. */
export function addEntry(log: TranscriptLog, value: unknown, position: number): void {
	const saved = read(entry, value);
	if (saved === undefined) {
		log.problems.add(line, `Entry ${position} is no message and answer; it was left out.`);
		return;
	}
	addUser(log, saved.user, position);
	const answer = read(assistant, saved.assistant);
	if (answer === undefined) {
		log.problems.add(line, `The answer of entry ${position} cannot be read; it was left out.`);
		return;
	}
	log.assistant(answer.content);
	for (const each of answer.calls) {
		const call = read(toolUse, each);
		if (call === undefined) {
			log.problems.add(line, `A call of entry ${position} cannot be read; it was left out.`);
		} else {
			log.call({ id: call.id, name: call.name, arguments: JSON.stringify(call.args ?? {}) });
		}
	}
}

/** Adds a message of the user's role. @param position Of its entry, from 1. */
export function addUser(log: TranscriptLog, value: unknown, position: number): void {
	const saved = read(user, value);
	if (saved === undefined) {
		log.problems.add(line, `The message of entry ${position} cannot be read; it was left out.`);
		return;
	}
	const { content, additional_context: added, images } = saved;
	log.record = { timestamp: saved.timestamp ?? undefined };
	for (const each of content.results) {
		addResult(log, each, position);
	}
	const shown = (images ?? []).flatMap((each) => imagesIn(each));
	const parts: readonly Part[] = [
		{ type: 'text', text: added, origin: 'client' },
		...promptParts(content.prompt),
		...shown,
	];
	for (const message of messagesBySpeaker(parts)) {
		log.add(message);
	}
}

function imagesIn(value: unknown): readonly Part[] {
	const found = read(image, value);
	return found === undefined ? [] : [imageOf(found.format, found.source.Bytes)];
}

function addResult(log: TranscriptLog, value: unknown, position: number): void {
	const saved = read(savedResult, value);
	if (saved === undefined) {
		log.problems.add(line, `A result of entry ${position} cannot be read; it was left out.`);
		return;
	}
	const parts = saved.content.flatMap((each) => read(resultPart, each) ?? []);
	log.result(resultOf(saved.tool_use_id, parts, saved.status ?? undefined), line);
}
