import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';

/** A message as it was saved, as far as the counting below looks. */
interface Raw {
	readonly role: string;
	readonly content: string | readonly { readonly type: string; readonly text?: string }[];
	readonly isSummary?: boolean;
}

function rawMessages(path: string): readonly Raw[] {
	return JSON.parse(readFileSync(join(folder, path), 'utf8')) as readonly Raw[];
}

function textsOf({ content }: Raw): readonly string[] {
	return typeof content === 'string'
		? [content]
		: content.map(({ text = '' }) => text.trim()).filter((text) => text !== '');
}

/** How blocks begin that are the client's: its surroundings, its notes, headers of results. */
const clients = /^(?:<environment_details>|\[(?:ERROR|[a-z_]+)\b)/;

/** How blocks begin that introduce what the person says. */
const introduced = /^(?:New instructions|The user has provided feedback)/;

/**
 * Messages a person's saved message becomes: one for each change between the client's words and the
 * person's, not counting what is the result of a tool.
 */
function stretches(raw: Raw, awaited: boolean): number {
	const kinds: string[] = [];
	let within: string | undefined;
	for (const text of textsOf(raw)) {
		const isHeader = /^\[[a-z_]+(?:\s[\s\S]*)?\] Result:$/.test(text);
		if (isHeader) {
			within = awaited ? 'result' : 'client';
		} else if (introduced.test(text)) {
			// What introduces a person's words is the client's.
			within = undefined;
			kinds.push('client', 'person');
			continue;
		} else if (clients.test(text)) {
			within = undefined;
		}
		kinds.push(within ?? (clients.test(text) ? 'client' : 'person'));
	}
	return kinds.filter((kind, index) => kind !== 'result' && kind !== kinds[index - 1]).length;
}

/** Calls that are not answered: the one that ends each file, and tasks that were handed on. */
const unansweredIn: Readonly<Record<string, number>> = {
	'roo-ac8aa7b4-french-condense-api.json': 4,
	'roo-e73ea764-condense-api.json': 1,
};

describeRealFiles('real files of Cline’s kin', () => {
	for (const file of indexed('roo-code')) {
		const name = basename(file.path);
		it(`reads ${name}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const raw = rawMessages(file.path);
			const unanswered = unansweredIn[name] ?? 0;
			assert.equal(transcript.format, 'cline');
			assert.deepEqual(transcript.problems, []);
			assert.equal(raw.length, file.messages);
			// INDEX.tsv leaves out the call that ends the file.
			assert.equal(callIdsOf(messages).length, file.toolCalls + 1);
			assertPairs(messages, unanswered);
			// A message each for what the assistant says, for a summary, for a result, and for every
			// stretch of the client's or the person's words.
			const others = raw.filter(
				({ role, isSummary }) => role === 'assistant' || isSummary === true,
			);
			const said = raw.map((message, index) => {
				const isFirstKept = raw[index - 1]?.isSummary === true;
				return message.role === 'user' ? stretches(message, !isFirstKept) : 0;
			});
			const results = callIdsOf(messages).length - unanswered;
			const total = others.length + results + said.reduce((sum, count) => sum + count, 0);
			assert.equal(messages.length, total);
			const summaries = messages.filter(
				(message) => message.role === 'user' && message.origin === 'summary',
			);
			assert.equal(summaries.length, raw.filter(({ isSummary }) => isSummary === true).length);
		});
	}
});

describeRealFiles('real files of Cline', () => {
	for (const file of indexed('cline')) {
		it(`reads ${basename(file.path)}, message by message and its system prompt`, async () => {
			const transcript = await opened(file);
			assert.equal(transcript.format, 'cline');
			assert.equal(transcript.version, '1');
			assert.deepEqual(transcript.problems, []);
			// The first prompt mentions a file, which is a message of its own.
			assert.equal(messagesOf(transcript).length, file.messages + 2);
			assert.equal(callIdsOf(messagesOf(transcript)).length, file.toolCalls);
			assertPairs(messagesOf(transcript), 0);
		});
	}
});
