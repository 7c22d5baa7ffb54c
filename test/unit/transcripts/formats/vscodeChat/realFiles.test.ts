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

interface RawRound {
	readonly response: string;
	readonly toolCalls: readonly unknown[];
}

interface RawRequest {
	readonly message: { readonly text: string };
	readonly result: {
		readonly metadata: {
			readonly toolCallRounds: readonly RawRound[];
			readonly renderedUserMessage?: unknown;
			readonly renderedGlobalContext?: unknown;
		};
	};
}

/** Messages a request comes to: each kind of thing in it is a message of its own. */
function messagesIn({ result: { metadata } }: RawRequest): number {
	const { toolCallRounds: rounds, renderedUserMessage: rendered } = metadata;
	const spoken = rounds.filter(
		({ response, toolCalls }) => response !== '' || toolCalls.length > 0,
	);
	const results = rounds.reduce((sum, { toolCalls }) => sum + toolCalls.length, 0);
	const context = metadata.renderedGlobalContext === undefined ? 0 : 1;
	return context + (rendered === undefined ? 1 : 2) + spoken.length + results;
}

/**
 * INDEX.tsv counts two messages a request: what was asked, what was shown. We count the global
 * context, what the client put around the person's words, the words, each round and each result.
 */
describeRealFiles('real files of VS Code chat', () => {
	for (const file of indexed('copilot-chat')) {
		it(`are read: ${basename(file.path)}`, async () => {
			const document = readFileSync(join(folder, file.path), 'utf8');
			const { requests } = JSON.parse(document) as { readonly requests: readonly RawRequest[] };
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'vscode-chat');
			assert.deepEqual(transcript.problems, []);
			assert.equal(file.messages, 2 * requests.length);
			assert.equal(
				messages.length,
				requests.reduce((sum, request) => sum + messagesIn(request), 0),
			);
			assert.deepEqual(
				messages.flatMap((message) =>
					message.role === 'user' && message.origin !== 'client' ? [message.content] : [],
				),
				requests.map(({ message }) => message.text),
			);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assert.ok(callIdsOf(messages).every((id) => !id.includes('__vscode')));
			assertPairs(messages, 0);
		});
	}
});
