import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { exportedMessages } from '../../../../src/conversations/exports/exportedMessages.ts';
import { toolCallsOf, type Message } from '../../../../src/messages/message.ts';
import { contexts } from '../../../support/exports.ts';
import { assistant, at, call, image, result, system, user } from '../../../support/logs.ts';
import { brokenArguments, violations } from '../../../support/providerRules.ts';

const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

function argumentsAfter(text: string): string {
	const messages = exportedMessages([user('Go'), assistant('', call('c', 'run', text))]);
	return at(toolCallsOf(at(messages, 1)), 0).arguments;
}

describe('messages of an export', () => {
	it('hold no secret: in texts, results and arguments', () => {
		const messages = exportedMessages([
			system(`Use ${token}.`),
			user([{ type: 'text', text: `My token is ${token}` }]),
			assistant(`I take ${token}`, call('c', 'bash', { command: `curl -H "X: ${token}"` })),
			result('c', `export GITHUB_TOKEN=${token}`),
		]);
		assert.doesNotMatch(JSON.stringify(messages), /ghp_0123/);
		assert.match(JSON.stringify(messages), /\[REDACTED\]/);
	});

	it('hold no secret that is spelt with escapes', () => {
		const spelt = `{"text":"\\u0067hp_0123456789abcdefghijklmnopqrstuvwxyz"}`;
		assert.deepEqual(JSON.parse(argumentsAfter(spelt)), { text: '[REDACTED]' });
	});

	it('have no half characters: in texts, results and arguments', () => {
		const messages = exportedMessages([
			user([{ type: 'text', text: 'cut \ud83d' }]),
			assistant('\udc00 cut', call('c', 'bash', '{"command":"\\ud83d"}')),
			result('c', 'out \ud83d'),
		]);
		assert.doesNotMatch(JSON.stringify(messages), /\\ud[89a-f]/i);
		assert.equal(JSON.stringify(messages).split('\ufffd').length - 1, 4);
	});

	it('have JSON objects as arguments, whatever the model wrote', () => {
		assert.equal(argumentsAfter(''), '{}');
		assert.deepEqual(JSON.parse(argumentsAfter('{"path": "a')), { input: '{"path": "a' });
		assert.deepEqual(JSON.parse(argumentsAfter('[1]')), { input: '[1]' });
		assert.deepEqual(JSON.parse(argumentsAfter('7')), { input: '7' });
		for (const depth of [300, 100_000]) {
			const deep = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
			assert.deepEqual(JSON.parse(argumentsAfter(deep)), { input: deep });
		}
		const named = '{"__proto__":{"polluted":true}}';
		assert.equal(argumentsAfter(named), named);
	});

	it('have names and ids that every provider takes, and no id twice', () => {
		const messages = exportedMessages([
			user('Go'),
			assistant('', call('functions.run:0', 'mcp.server/run', {})),
			result('functions.run:0'),
			assistant('', call('functions.run:0', 'x'.repeat(90), {}), call('', '', {})),
			result('functions.run:0'),
			result(''),
		]);
		const calls = messages.flatMap(toolCallsOf);
		assert.deepEqual(
			calls.map(({ id, name }) => [id, name]),
			[
				['functions_run_0', 'mcp_server_run'],
				['functions_run_0-2', 'x'.repeat(64)],
				['call', 'tool'],
			],
		);
		const answered = messages.flatMap((message) =>
			message.role === 'tool' ? [message.toolCallId] : [],
		);
		assert.deepEqual(
			answered,
			calls.map(({ id }) => id),
		);
	});

	it('are valid for every provider, whatever the log was', () => {
		const idsOf = (messages: readonly Message[]): string[] =>
			messages.flatMap((message) => toolCallsOf(message).map(({ id }) => id));
		fc.assert(
			fc.property(contexts, (all) => {
				for (const context of all) {
					const messages = exportedMessages(context);
					assert.deepEqual(violations(messages), []);
					assert.deepEqual(brokenArguments(messages), []);
					const ids = idsOf(messages);
					assert.equal(new Set(ids).size, ids.length);
				}
			}),
			{ numRuns: 40 },
		);
	});

	it('hold no secret in the address of an image, and leave its data alone', () => {
		const url = `https://example.com/a.png?token=${token}`;
		const [first] = exportedMessages([user([{ type: 'image', mediaType: '', url }, image])]);
		assert.deepEqual(first?.content, [
			{ type: 'image', mediaType: '', url: 'https://example.com/a.png?token=[REDACTED]' },
			image,
		]);
	});

	it('have results in the order of their calls', () => {
		const messages = exportedMessages([
			user('Go'),
			assistant('', call('a'), call('b')),
			result('b'),
			result('a'),
			assistant('', call('a')),
			result('a', 'again'),
		]);
		assert.deepEqual(
			messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
			['a', 'b', 'a-2'],
		);
	});
});
