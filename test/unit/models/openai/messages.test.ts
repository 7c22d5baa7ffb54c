import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { renderContext } from '../../../../src/compaction/render.ts';
import { toolCallsOf, type Message, type Part } from '../../../../src/messages/message.ts';
import { bodyOf } from '../../../../src/models/openai/request.ts';
import { askedMessages } from '../../../support/fakeProvider/askedMessages.ts';
import { conversations } from '../../../support/conversations.ts';
import { assistant, call, logOf, result, system, user } from '../../../support/logs.ts';
import { requestViolations } from '../../../support/providerRules.ts';
import { ask, routeTo, useFakeProvider } from './calling.ts';

const tools = [{ name: 'read_file', description: 'Reads a file.' }];

const conversation = [
	system('You write code.'),
	user('Read both files.'),
	assistant('Reading.', call('a'), call('b')),
	result('a', 'export {}'),
	result('b', 'No such file', true),
	assistant('', call('c')),
	result('c', 'export default 1'),
	assistant('One is missing.'),
	user('Thank you.', 'client'),
];

/** What a server reads in the body of a request. */
function readBy(
	api: 'chat' | 'responses',
	messages: readonly Message[],
	systemRole = true,
): Message[] {
	const baseUrl = 'http://fake.invalid/v1';
	const route = { provider: 'fake', api, baseUrl, model: 'm', streaming: true };
	const body = bodyOf(route, { messages }, systemRole ? [] : ['system']);
	return askedMessages({ api, body });
}

function partsOf({ content }: Message): readonly Part[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

describe('a conversation with tools', () => {
	const provider = useFakeProvider();

	it('has calls and results as Chat Completions has them', async () => {
		await ask(routeTo(provider()), { messages: conversation, tools });
		const { body } = await provider().request(0);
		const called = (id: string): object => ({
			id,
			type: 'function',
			function: { name: 'read_file', arguments: `{"path":"${id}.ts"}` },
		});
		assert.deepEqual(body['messages'], [
			{ role: 'system', content: 'You write code.' },
			{ role: 'user', content: 'Read both files.' },
			{ role: 'assistant', content: 'Reading.', tool_calls: [called('a'), called('b')] },
			{ role: 'tool', tool_call_id: 'a', content: 'export {}' },
			{ role: 'tool', tool_call_id: 'b', content: 'No such file' },
			{ role: 'assistant', content: null, tool_calls: [called('c')] },
			{ role: 'tool', tool_call_id: 'c', content: 'export default 1' },
			{ role: 'assistant', content: 'One is missing.' },
			{ role: 'user', content: 'Thank you.' },
		]);
	});

	it('has calls and results as Responses has them', async () => {
		await ask(routeTo(provider(), { api: 'responses' }), { messages: conversation, tools });
		const { body } = await provider().request(0);
		const called = (id: string): object => ({
			type: 'function_call',
			call_id: id,
			name: 'read_file',
			arguments: `{"path":"${id}.ts"}`,
		});
		assert.deepEqual(body['input'], [
			{ role: 'system', content: 'You write code.' },
			{ role: 'user', content: 'Read both files.' },
			{ role: 'assistant', content: 'Reading.' },
			called('a'),
			called('b'),
			{ type: 'function_call_output', call_id: 'a', output: 'export {}' },
			{ type: 'function_call_output', call_id: 'b', output: 'No such file' },
			called('c'),
			{ type: 'function_call_output', call_id: 'c', output: 'export default 1' },
			{ role: 'assistant', content: 'One is missing.' },
			{ role: 'user', content: 'Thank you.' },
		]);
	});
});

for (const api of ['chat', 'responses'] as const) {
	describe(`messages in a request: ${api}`, () => {
		it('have arguments that every server can read', () => {
			const sent = (text: string): unknown =>
				readBy(api, [user('Go'), assistant('', call('a', 'ls', text)), result('a')])
					.flatMap(toolCallsOf)
					.map((one) => one.arguments);
			const kept = '{ "id": 12345678901234567890, "ratio": 1.0 }';
			assert.deepEqual(sent(kept), [kept]);
			assert.deepEqual(sent('{"path": a.ts'), ['{"input":"{\\"path\\": a.ts"}']);
			assert.deepEqual(sent('[1, 2]'), ['{"input":"[1, 2]"}']);
			assert.deepEqual(sent('"a.ts"'), ['{"input":"\\"a.ts\\""}']);
			assert.deepEqual(sent(' '), ['{}']);
		});

		it('say of a result that it is empty: some servers refuse nothing at all', () => {
			const asked = [user('Go'), assistant('', call('a')), result('a', ' \n')];
			assert.deepEqual(readBy(api, asked).at(-1), result('a', '[empty]'));
		});

		it('have texts in parts as one text, but for the user’s with an image', () => {
			const parts = [
				{ type: 'text', text: 'One' },
				{ type: 'text', text: 'Two' },
			] as const;
			const said = [system(parts), user(parts), assistant(parts, call('a')), result('a', parts)];
			assert.deepEqual(
				readBy(api, said).map(({ content }) => content),
				said.map(() => 'One\nTwo'),
			);
		});

		it('begin with the system’s text where the server knows no system', () => {
			const asked = [system('Be brief.'), system('Be kind.'), user('Hello'), assistant('Hi')];
			assert.deepEqual(readBy(api, asked, false), [
				user('Be brief.\n\nBe kind.\n\nHello'),
				assistant('Hi'),
			]);
			assert.deepEqual(readBy(api, [system('Be brief.'), assistant('Hi')], false), [
				user('Be brief.'),
				assistant('Hi'),
			]);
			assert.deepEqual(readBy(api, [user('Hello')], false), [user('Hello')]);
		});

		it('are taken by the strictest server and lose no word, whatever the conversation', () => {
			fc.assert(
				fc.property(conversations(1, 20), fc.boolean(), ({ messages: said }, systemRole) => {
					const rendered = renderContext(logOf(...said)).messages;
					const last = rendered.at(-1)?.role;
					const messages =
						last === 'user' || last === 'tool' ? rendered : [...rendered, user('Go on.')];
					const read = readBy(api, messages, systemRole);
					assert.deepEqual(requestViolations(read), []);
					const whole = JSON.stringify(read);
					for (const part of messages.flatMap(partsOf)) {
						const said = part.type === 'text' ? part.text.trim() : part.url;
						assert.ok(whole.includes(JSON.stringify(said).slice(1, -1)), said);
					}
					const images = (all: readonly Message[]): number =>
						all.flatMap(partsOf).filter(({ type }) => type === 'image').length;
					assert.equal(images(read), images(messages));
				}),
			);
		});
	});
}
