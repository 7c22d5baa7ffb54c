import { digest } from '../../../src/messages/digest.ts';
import { cutMiddle, oneLine } from '../../../src/messages/marks.ts';
import type { Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { toolUse, toolUses } from '../../../src/messages/toolUse.ts';
import { assertLinear } from '../../support/growth.ts';
import { assistant, call, logOf, result, user } from '../../support/logs.ts';

/** Text nobody wrote by hand, of any length. */
const adversarial: readonly (readonly [string, (length: number) => string])[] = [
	['one character', (length) => 'x'.repeat(length)],
	['one space', (length) => ' '.repeat(length)],
	['empty lines', (length) => '\n'.repeat(length)],
	[
		'base64',
		(length) => 'Zk3vQ9xT7mB1nR5cW8yL2pD6+/'.repeat(Math.ceil(length / 26)).slice(0, length),
	],
	[
		'minified code',
		(length) =>
			'function(e,t){if(e.error)throw new Error(t)};'
				.repeat(Math.ceil(length / 45))
				.slice(0, length),
	],
	['escape characters', (length) => '\u001b['.repeat(length / 2)],
	['equals signs', (length) => '= '.repeat(length / 2)],
	['error lines', (length) => 'Error: expected 1\n'.repeat(length / 18)],
	['test counts', (length) => '# pass 1\n'.repeat(length / 9)],
	['passing tests', (length) => '  1 passing\n'.repeat(length / 12)],
	['digits', (length) => 'Tests: 1 '.repeat(length / 9)],
	['wide characters', (length) => '日😀'.repeat(length / 3)],
];

/** Measured at this length and at 1 MB. */
const half = 100_000;

describe('time is linear in the length of adversarial text', () => {
	for (const [name, textOf] of adversarial) {
		it(`of ${name}: outcome, digest, cut, one line and token estimate`, () => {
			assertLinear(half, (length) => {
				const text = textOf(length);
				const one = call('a', 'Bash', { command: text });
				const log = logOf(assistant('', one), result('a', text, true));
				return () => digest(toolUse(log, 0, one, 1), 2);
			});
			assertLinear(half, (length) => {
				const text = textOf(length);
				return () => estimatedTokens.count(text);
			});
			assertLinear(half, (length) => {
				const text = textOf(length);
				// Short work is repeated, so that a clock can see it.
				return () => {
					for (let time = 0; time < 20; time += 1) {
						cutMiddle(text, 4_000, 1_500);
						oneLine(text, 80);
					}
				};
			});
		});
	}
});

describe('time is linear in the number of messages', () => {
	const shapes: readonly (readonly [string, (count: number) => Message[]])[] = [
		[
			'steps of an agent',
			(count) =>
				many(count / 2, (index) => [assistant('', call(`c${index}`)), result(`c${index}`)]),
		],
		[
			'calls without results',
			(count) => many(count, (index) => [assistant('', call(`c${index}`))]),
		],
		[
			'orphans behind open calls',
			(count) => [
				...many(count / 2, (index) => [assistant('', call(`c${index}`))]),
				...many(count / 2, (index) => [result(`x${index}`)]),
			],
		],
		[
			'late results',
			(count) => [
				...many(count / 2, (index) => [assistant('', call(`c${index}`)), user('wait')]),
				...many(count / 2, (index) => [result(`c${index}`)]),
			],
		],
		[
			'parallel calls answered in reverse',
			(count) => [
				assistant('', ...many(count / 2, (index) => [call(`c${index}`)])),
				...many(count / 2, (index) => [result(`c${index}`)]).reverse(),
			],
		],
		['one id all over', (count) => many(count / 2, () => [assistant('', call('c')), result('c')])],
	];
	for (const [name, messagesOf] of shapes) {
		it(`for pairing ${name}`, () => {
			assertLinear(6_000, (count) => {
				const log = logOf(...messagesOf(count));
				return () => toolUses(log, pairTools(log), 0, log.length);
			});
		});
	}
});

function many<T>(count: number, make: (index: number) => readonly T[]): T[] {
	return Array.from({ length: count }, (_, index) => make(index)).flat();
}
