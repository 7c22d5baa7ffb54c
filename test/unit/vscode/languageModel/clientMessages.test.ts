import '../../../support/vscodeModule.ts';
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Message } from '../../../../src/messages/message.ts';
import { textOf, toolCallsOf } from '../../../../src/messages/message.ts';
import { clientContext } from '../../../../src/conversations/clientContext.ts';
import {
	feedback,
	surroundings,
	task,
	textCall,
	textResult,
	type TextMessage,
} from '../../../support/agent/textProtocolClient.ts';
import * as api from '../../../support/languageModelParts.ts';

const { readClientMessages } = await import(
	'../../../../src/vscode/languageModel/clientMessages.ts'
);
const { toModelMessages } = await import('../../../../src/vscode/languageModel/modelMessages.ts');

const { User, Assistant } = api.LanguageModelChatMessageRole;

type Sent = vscode.LanguageModelChatRequestMessage;

function sent(role: number, ...content: readonly unknown[]): Sent {
	const message: object = { role, content };
	return message as Sent;
}

const text = (value: string): object => new api.LanguageModelTextPart(value);

const wire = ({ role, blocks }: TextMessage): Sent =>
	sent(role === 'user' ? User : Assistant, ...blocks.map(text));

const prompt = sent(User, text('You are Cline.'));
const reading = textCall('I look.', 'read_file', { path: 'src/a.ts' });
const answer = textResult("read_file for 'src/a.ts'", 'const a = 1;', 1, [feedback('Use b')]);

const rolesOf = (messages: readonly Message[]): readonly string[] =>
	messages.map((message) =>
		message.role === 'user' ? `user ${message.origin ?? ''}`.trim() : message.role,
	);

describe('what a client sends', () => {
	it('has calls and results, also where they came as text', () => {
		const { system, messages } = readClientMessages([
			prompt,
			...[task('Fix it'), reading, answer].map(wire),
		]);
		assert.equal(textOf(system), 'You are Cline.');
		assert.deepEqual(rolesOf(messages), [
			'user',
			'assistant',
			'tool',
			'user client',
			'user person',
			'user client',
		]);
		assert.deepEqual(
			messages.flatMap(toolCallsOf).map(({ name }) => name),
			['read_file'],
		);
		assert.equal(textOf(messages[4]?.content ?? ''), 'Use b');
	});

	it('reaches the model part by part as it came', () => {
		const image = new api.LanguageModelDataPart(new Uint8Array([1]), 'image/png');
		const marker = new api.LanguageModelDataPart(new Uint8Array([1]), 'cache_control');
		const request = [
			prompt,
			...[task('Fix it'), reading, answer].map(wire),
			sent(Assistant, text('Both.'), new api.LanguageModelToolCallPart('n1', 'ls', {})),
			sent(
				User,
				new api.LanguageModelToolResultPart('n1', [text('a.ts')]),
				text(surroundings(2)),
				image,
				marker,
			),
		];
		const { system, messages, textCalls, originals } = readClientMessages(request);
		const context = textCalls.write(clientContext(system, messages, undefined));
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

	it('keeps neighbouring texts as one where no call was made in text', () => {
		const { messages } = readClientMessages([
			prompt,
			wire(task('Fix it')),
			sent(Assistant, text('What is to be fixed?')),
			sent(User, text('The '), text('parser.')),
		]);
		assert.deepEqual(messages.at(-1)?.content, [{ type: 'text', text: 'The parser.' }]);
	});
});
