import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as fc from 'fast-check';
import { readCompactMessages, readMessages } from '../../../../src/vscode/api/apiInput.ts';
import { call } from '../../../support/logs.ts';

const invalid = { name: 'PrecisError', code: 'invalid-input' };

const content = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.array(
		fc.oneof(
			fc.record({ type: fc.constant('text'), text: fc.string() }),
			fc.record({ type: fc.constant('image'), mediaType: fc.string(), url: fc.webUrl() }),
		),
	),
);

const message = fc.oneof(
	fc.record({ role: fc.constant('system'), content }),
	fc.record(
		{ role: fc.constant('user'), content, origin: fc.constantFrom('person', 'client', 'summary') },
		{ requiredKeys: ['role', 'content'] },
	),
	fc.record(
		{
			role: fc.constant('assistant'),
			content,
			toolCalls: fc.array(
				fc.record({ id: fc.string(), name: fc.string(), arguments: fc.string() }),
			),
		},
		{ requiredKeys: ['role', 'content'] },
	),
	fc.record(
		{
			role: fc.constant('tool'),
			toolCallId: fc.string(),
			content,
			isError: fc.boolean(),
		},
		{ requiredKeys: ['role', 'toolCallId', 'content'] },
	),
);

/** As it reads over the border between the threads, where prototypes do not count. */
const plain = (value: unknown): unknown => structuredClone(value);

describe('messages that another extension gives', () => {
	it('are taken as they are, and shared with nobody', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(message), async (messages) => {
				const taken = await readMessages(messages);
				assert.deepEqual(plain(taken), plain(messages));
				messages.forEach((given, index) => assert.notEqual(taken[index], given));
			}),
		);
	});

	it('are refused whatever else they are, with a place and without repeating them', async () => {
		await fc.assert(
			fc.asyncProperty(fc.anything(), async (value) => {
				const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
				const taken = readMessages([{ role: secret, content: value }]);
				const error: unknown = await taken.catch((reason: unknown) => reason);
				assert.ok(error instanceof Error);
				assert.ok(['invalid-input', 'too-large'].includes(String(Reflect.get(error, 'code'))));
				assert.ok(!error.message.includes(secret) && error.message.length < 200);
			}),
		);
	});

	it('are 10,000 at most', async () => {
		const many = Array.from({ length: 10_001 }, () => ({ role: 'user', content: '' }));
		await assert.rejects(readMessages(many), { code: 'too-large', message: /10000 messages/ });
		assert.equal((await readMessages(many.slice(1))).length, 10_000);
	});

	it('let the host go on while they are checked', async () => {
		const text = 'The parser keeps every line. '.repeat(28);
		const many = Array.from({ length: 10_000 }, (_, index) =>
			index % 2 === 0
				? { role: 'user', content: [{ type: 'text', text }] }
				: { role: 'assistant', content: text, toolCalls: [call(`c${index}`)] },
		);
		const blocks: number[] = [];
		for (let round = 0; round < 3; round += 1) {
			const delays = monitorEventLoopDelay({ resolution: 1 });
			delays.enable();
			await readMessages(many);
			delays.disable();
			blocks.push(delays.max / 1e6);
		}
		// Whatever else the machine does only adds to it.
		assert.ok(Math.min(...blocks) < 50, `${blocks.map(Math.round).join()} ms`);
	});
});

describe('options that another extension gives', () => {
	it('are read once, signal and all', () => {
		const asked: PropertyKey[] = [];
		const { signal } = new AbortController();
		const given = { focus: 'the parser', window: 8_000, signal };
		const hostile = new Proxy(given, {
			get(target, key) {
				asked.push(key);
				return Reflect.get(target, key) as unknown;
			},
		});
		const { options, signal: taken } = readCompactMessages(hostile);
		assert.deepEqual(asked, ['focus', 'window', 'signal']);
		assert.deepEqual({ ...options }, { focus: 'the parser', window: 8_000 });
		assert.ok(taken instanceof AbortSignal && taken !== signal);
	});

	it('may have a signal, and nothing that looks like one', () => {
		const controller = new AbortController();
		const { signal } = readCompactMessages({ signal: controller.signal });
		controller.abort();
		assert.equal(signal?.aborted, true);
		for (const wrong of [
			{ aborted: false, addEventListener: () => assert.fail('its code ran') },
			new Proxy(controller.signal, {}),
			Object.create(AbortSignal.prototype) as unknown,
			null,
			'aborted',
		]) {
			assert.throws(() => readCompactMessages({ signal: wrong }), invalid);
		}
	});

	it('are refused where they cannot be read', () => {
		const throwing = {
			get focus(): string {
				throw new Error('not now');
			},
		};
		assert.throws(() => readCompactMessages(throwing), invalid);
	});
});
