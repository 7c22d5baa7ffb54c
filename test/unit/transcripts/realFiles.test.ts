import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textOf, toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { toOpenAi } from '../../../src/messages/openAiChat.ts';
import { openAiChat } from '../../../src/transcripts/formats/messageLists/openAiChat.ts';
import { jsonl, memorySource } from './memorySource.ts';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
} from './realFiles.ts';

/** A line of a session, as far as the counting below looks. */
interface RawLine {
	readonly type?: string;
	readonly isSidechain?: boolean;
	readonly attachment?: { readonly type?: string };
	readonly message?: { readonly id?: string; readonly content?: unknown };
}

interface RawBlock {
	readonly type: string;
	readonly text?: string;
}

/**
 * What a session should come to, counted from its lines without looking at their order: INDEX.tsv
 * counts `user` and `assistant` lines, side chains included; we count one message per assistant id
 * that says or calls something, one per result, one per line of the user that holds more, and one
 * per queued message that was attached. Summaries with their log beneath are no messages.
 */
function counted(path: string): { lines: number; messages: number; calls: number } {
	const records = readFileSync(join(folder, path), 'utf8')
		.split('\n')
		.flatMap((line) => line.replace(/(?<=\})(?=\{"type")/, '\n').split('\n'))
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as RawLine);
	const spoken = records.filter(({ type }) => type === 'user' || type === 'assistant');
	const assistants = new Set<string>();
	let others = 0;
	let calls = 0;
	for (const { type, message } of spoken) {
		const content = message?.content;
		const blocks = Array.isArray(content)
			? (content as readonly RawBlock[])
			: [{ type: 'text', text: 'x' }];
		const count = (wanted: string): number =>
			blocks.filter((block) => block.type === wanted).length;
		if (type === 'user') {
			others += count('tool_result') + (blocks.length > count('tool_result') ? 1 : 0);
		} else if (blocks.some((block) => block.type === 'tool_use' || block.text?.trim())) {
			assistants.add(message?.id ?? '');
			calls += count('tool_use');
		}
	}
	const queued = records.filter(({ attachment }) => attachment?.type === 'queued_command').length;
	return { lines: spoken.length, messages: assistants.size + others + queued, calls };
}

/** What is special about a file: everything else about it follows the rules above. */
interface Special {
	/** Messages that exist only as `queue-operation` lines. */
	readonly queuedOnly?: number;
	/** Messages of branches that were left. */
	readonly abandoned?: number;
	/** Messages on lines that INDEX.tsv takes for lost: two objects back to back. */
	readonly recovered?: number;
	readonly unanswered?: number;
	/** Conversations of sub-agents beside the main one. */
	readonly sides?: number;
	/** Compactions whose log beneath is in the file. */
	readonly earlier?: number;
	readonly problems?: readonly string[];
}

const special: Readonly<Record<string, Special>> = {
	'ccviewer-5c0375b4-japanese-sidechain.jsonl': { sides: 2 },
	'contextevaluator-7e610ffc3f-compact-images.jsonl': { queuedOnly: 3, earlier: 1 },
	'entirecli-659b3a4dd4-autonomous-2compactions.jsonl': { queuedOnly: 1, earlier: 2 },
	'entirecli-995ebed6e4-malformed-line.jsonl': {
		recovered: 1,
		problems: ['128: This line holds 2 JSON objects back to back; all of them were read.'],
	},
	'gitsync-799f8a9225-parallel-tools.jsonl': {
		queuedOnly: 1,
		abandoned: 1,
		unanswered: 1,
		problems: [
			'21: 1 message of an abandoned branch left out: the person went back and took another way.',
		],
	},
	'spotter-258c7280-compact.jsonl': { queuedOnly: 2, earlier: 1 },
};

/** What a message says and calls, but for the lines between what several wrote. */
function told(message: Message): unknown {
	return [message.role, textOf(message.content).replace(/\n+/g, '\n'), toolCallsOf(message)];
}

describeRealFiles('real files', () => {
	for (const file of indexed('claude-code')) {
		const name = basename(file.path);
		it(`reads ${name} of Claude Code`, async () => {
			const { queuedOnly = 0, abandoned = 0, unanswered = 0, sides = 0 } = special[name] ?? {};
			const { recovered = 0, earlier = 0, problems = [] } = special[name] ?? {};
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const raw = counted(file.path);
			assert.equal(transcript.format, 'claude-code');
			assert.equal(raw.lines, file.messages + recovered);
			assert.equal(messages.length, raw.messages + queuedOnly - abandoned - earlier);
			assert.equal(transcript.conversations.length, 1 + sides);
			assert.equal(transcript.conversations[0]?.earlier?.length ?? 0, earlier);
			assert.equal(callIdsOf(messages).length, raw.calls);
			assert.equal(raw.calls, file.toolCalls);
			assertPairs(messages, unanswered);
			assert.equal(new Set(callIdsOf(messages)).size, raw.calls);
			assert.notEqual(transcript.conversations[0]?.title, '');
			assert.deepEqual(
				transcript.problems.map(({ line, message }) => `${line}: ${message}`),
				problems,
			);
			const saved = messages.map((message) => toOpenAi(message));
			const again = messagesOf(await openAiChat.read(memorySource(jsonl(...saved))));
			assert.deepEqual(again.map(told), messages.map(told));
		});
	}

	for (const file of indexed('openai-chat').filter(({ path }) => !path.includes('taubench'))) {
		it(`reads ${basename(file.path)} of OpenAI chat, message by message`, async () => {
			const transcript = await opened(file);
			assert.equal(transcript.format, 'openai-chat');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messagesOf(transcript).length, file.messages);
			assert.equal(callIdsOf(messagesOf(transcript)).length, file.toolCalls);
			for (const { messages } of transcript.conversations) {
				assertPairs([...messages], 0);
			}
		});
	}

	it('shows where a message that only the queue holds was seen', async () => {
		const path = 'claude-code/entirecli-659b3a4dd4-autonomous-2compactions.jsonl';
		const messages = messagesOf(await opened({ path, messages: 0, toolCalls: 0 }));
		const index = messages.findIndex(
			({ content }) => content === 'is the SessionRef field correct for gemini?',
		);
		assert.equal(messages[index - 1]?.role, 'tool');
		assert.deepEqual(
			messages[index + 1]?.content,
			'Let me check what field Gemini uses for transcript path.',
		);
	});

	it('keeps the images of a session', async () => {
		const path = 'claude-code/ohmyposh-54bffa0c17-1537msgs-compact-images.jsonl';
		const messages = messagesOf(await opened({ path, messages: 0, toolCalls: 0 }));
		const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
		const images = parts.filter((part) => part.type === 'image');
		assert.equal(images.length, 2);
		assert.ok(images.every((image) => image.url.startsWith('data:image/png;base64,')));
	});
});
