import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Message } from '../../../../src/messages/message.ts';
import { textOf, toolCallsOf } from '../../../../src/messages/message.ts';
import { countMessage, estimatedTokens } from '../../../../src/messages/tokens.ts';
import { personText } from '../../../../src/messages/origins.ts';
import { clientContext } from '../../../../src/conversations/clientContext.ts';
import { isMarked } from '../../../../src/messages/marks.ts';
import * as api from '../../../support/languageModelParts.ts';
import { readClientMessages } from '../../../../src/vscode/provider/clientMessages.ts';
import { toModelMessages } from '../../../../src/vscode/provider/modelMessages.ts';

const { User, Assistant } = api.LanguageModelChatMessageRole;

type Sent = vscode.LanguageModelChatRequestMessage;

function sent(role: number, ...content: readonly unknown[]): Sent {
	const message: object = { role, content };
	return message as Sent;
}

const text = (value: string): object => new api.LanguageModelTextPart(value);

const prompt = sent(User, text('You are Cline.'));
const surroundings = text('<environment_details>\nLinux\n</environment_details>');
const task = sent(User, text('<task>\nFix it\n</task>'), surroundings);

const rolesOf = (messages: readonly Message[]): readonly string[] =>
	messages.map((message) =>
		message.role === 'user' ? `user ${message.origin ?? ''}`.trim() : message.role,
	);

describe('what a client sends', () => {
	it('is the person’s words alone, also behind attachments with an image between their parts', () => {
		const image = new api.LanguageModelDataPart(new Uint8Array([1, 2, 3]), 'image/png');
		const { messages } = readClientMessages([
			sent(3, text('You are an agent.')),
			sent(User, text('<environment_info>\nLinux\n</environment_info>')),
			sent(
				User,
				text('<attachments>\n'),
				image,
				text(
					'\n</attachments>\n<context>\nToday is Monday.\n</context>\n<userRequest>\nThe pier is too short there.\n</userRequest>\n',
				),
			),
		]);
		assert.deepEqual(rolesOf(messages), ['user', 'user']);
		assert.deepEqual(messages.map(personText), ['', '[image]\nThe pier is too short there.']);
	});

	it('counts what only the model reads: reasoning, also encrypted, and attachments of unknown types', () => {
		const tokensOf = (...parts: readonly unknown[]): number => {
			const { messages } = readClientMessages([prompt, sent(Assistant, text('Done.'), ...parts)]);
			return messages.at(-1)?.unreadTokens ?? 0;
		};
		const isAbout = (tokens: number, expected: number): void =>
			assert.ok(Math.abs(tokens - expected) < expected / 2, `${tokens} of ${expected}`);
		const thought = 'The parser looks at one more character. '.repeat(1_000);
		const { length } = thought;
		isAbout(tokensOf({ value: thought }), length / 5);
		isAbout(tokensOf({ value: [thought, thought], id: 'r' }), (2 * length) / 5);
		// The text is a summary; the signature is the reasoning.
		isAbout(tokensOf({ value: 'Parsers.', metadata: { signature: 'A'.repeat(53_000) } }), 10_000);
		const audio = new api.LanguageModelDataPart(new Uint8Array(300_000), 'audio/wav');
		isAbout(tokensOf(audio), 20_000);
		const marker = new api.LanguageModelDataPart(new TextEncoder().encode('{}'), 'cache_control');
		assert.equal(tokensOf(marker, text('More.')), 0);
		const json = api.LanguageModelDataPart.json({ a: 'x'.repeat(9_000) }, 'application/json');
		assert.equal(tokensOf(json), 0);
	});

	it('has documents that models view page by page', () => {
		const document = new api.LanguageModelDataPart(new Uint8Array(3_000_000), 'application/pdf');
		const { messages, originals } = readClientMessages([
			prompt,
			sent(User, text('Read it.'), document),
		]);
		const message = messages.at(-1);
		assert.ok(message !== undefined && countMessage(message, estimatedTokens) > 100_000);
		assert.equal(message.unreadTokens, undefined);
		const reaching = toModelMessages(messages, originals).at(-1);
		assert.ok(reaching?.content.some((part) => part === document));
	});

	it('has calls and results, and not as the person’s what Cline writes behind results', () => {
		const { system, messages } = readClientMessages([
			prompt,
			task,
			sent(Assistant, text('I look.'), new api.LanguageModelToolCallPart('n1', 'ls', {})),
			sent(User, new api.LanguageModelToolResultPart('n1', [text('a.ts')])),
			sent(User, text('Above is the result of calling one or more tools. The user cannot see it.')),
		]);
		assert.equal(textOf(system), 'You are Cline.');
		assert.deepEqual(rolesOf(messages), ['user', 'assistant', 'tool', 'user']);
		assert.deepEqual(
			messages.flatMap(toolCallsOf).map(({ name }) => name),
			['ls'],
		);
		assert.deepEqual(messages.map(personText).filter(Boolean), ['Fix it']);
	});

	it('reaches the model part by part as it came', () => {
		const image = new api.LanguageModelDataPart(new Uint8Array([1]), 'image/png');
		const marker = new api.LanguageModelDataPart(new Uint8Array([1]), 'cache_control');
		const request = [
			prompt,
			task,
			sent(Assistant, text('Both.'), new api.LanguageModelToolCallPart('n1', 'ls', {})),
			sent(
				User,
				new api.LanguageModelToolResultPart('n1', [text('a.ts')]),
				surroundings,
				image,
				marker,
			),
		];
		const { system, messages, originals } = readClientMessages(request);
		const context = originals.write(clientContext(system, messages, undefined));
		const back = toModelMessages(context, originals);
		assert.equal(back.length, request.length);
		for (const [index, { content }] of back.entries()) {
			const came = request[index]?.content ?? [];
			assert.equal(content.length, came.length);
			assert.ok(
				content.every((part, at) => part === came[at]),
				`message ${index}`,
			);
		}
	});

	it('reaches the model without an image that no provider takes, once it is answered', () => {
		const image = new api.LanguageModelDataPart(new Uint8Array(4 * 2 ** 20), 'image/png');
		const words = text('What is this?');
		const asked = [prompt, sent(User, words, image)];
		const answered = [...asked, sent(Assistant, text('A pier.')), sent(User, text('Draw it.'))];
		const partsSent = (request: Parameters<typeof readClientMessages>[0]): readonly unknown[] => {
			const { system, messages, originals } = readClientMessages(request);
			const context = originals.write(clientContext(system, messages, undefined));
			return toModelMessages(context, originals)[1]?.content ?? [];
		};
		assert.deepEqual(partsSent(asked), [words, image]);
		const [kept, mark] = partsSent(answered);
		assert.equal(kept, words);
		assert.ok(mark instanceof api.LanguageModelTextPart && isMarked(mark.value));
	});

	it('keeps texts of the person apart, so that no tag reaches from one into the next', () => {
		const texts = ['<system-reminder>\nToday.', 'Fix it.', '</system-reminder>\nNever push.'];
		const { messages } = readClientMessages([prompt, sent(User, ...texts.map(text))]);
		assert.equal(messages.map(personText).join(), 'Fix it.\n</system-reminder>\nNever push.');
	});

	it('keeps neighbouring texts of the assistant as one', () => {
		const { messages } = readClientMessages([
			prompt,
			task,
			sent(Assistant, text('What is '), text('to be fixed?')),
		]);
		assert.deepEqual(messages.at(-1)?.content, [{ type: 'text', text: 'What is to be fixed?' }]);
	});
});
