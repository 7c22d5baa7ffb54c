import { planCompaction } from '../../../src/compaction/plan.ts';
import { cutArguments } from '../../../src/compaction/standIns.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import type { Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { compact, settingsWith } from '../../support/compactions.ts';
import { assertLinear } from '../../support/growth.ts';
import { assistant, call, logOf, numberedLines, result, user } from '../../support/logs.ts';

const output = numberedLines(40);

/** Conversations of every shape that invites looking back further and further. */
const shapes: readonly (readonly [string, (count: number) => Message[]])[] = [
	[
		'a chat',
		(count) => many(count / 2, (index) => [user(`question ${index}`), assistant('answer')]),
	],
	[
		'steps of an agent',
		(count) =>
			many(count / 2, (index) => [
				assistant('', call(`c${index}`)),
				result(`c${index}`, `${output} ${index}`),
			]),
	],
	['one role', (count) => many(count, (index) => [user(`notification ${index}`, 'client')])],
	['calls without results', (count) => many(count, (index) => [assistant('', call(`c${index}`))])],
	['orphans', (count) => many(count, (index) => [result(`c${index}`, output)])],
	['blank rows', (count) => many(count / 2, () => [user(' '), assistant('')])],
	[
		'identical results',
		(count) =>
			many(count / 2, (index) => [assistant('', call(`c${index}`)), result(`c${index}`, output)]),
	],
	[
		'parallel calls answered in reverse',
		(count) => [
			user('go'),
			assistant('', ...many(count / 2, (index) => [call(`c${index}`)])),
			...many(count / 2, (index) => [result(`c${index}`, 'ok')]).reverse(),
		],
	],
	[
		'one id for all calls of a message',
		(count) => [
			assistant('', ...many(count / 2, () => [call('c')])),
			...many(count / 2, () => [result('c', 'ok')]),
		],
	],
];

describe('time is linear in the number of messages', () => {
	for (const [name, messagesOf] of shapes) {
		it(`for planning and rendering ${name}`, () => {
			for (const tailTokens of [1_000, 100_000_000]) {
				assertLinear(1_000, (count) => {
					const log = logOf(...messagesOf(count));
					const settings = settingsWith({ tailTokens, protectFirst: 3 });
					return () => {
						planCompaction({ log, trigger: 'overflow', settings, counter: estimatedTokens });
						renderContext(log);
					};
				});
			}
		});
	}

	it('for rendering what a compaction left, and planning the next', () => {
		assertLinear(1_000, (count) => {
			const chat = many(count / 2, (index) => [
				user(`question ${index}`),
				assistant(`answer ${index}, which is a little longer than the question`),
			]);
			const log = logOf(...chat);
			const previous = compact(log, { settings: { tailTokens: 1_000 } });
			const grown = [...log, ...log];
			const settings = settingsWith({ tailTokens: 1_000 });
			return () => {
				renderContext(grown, previous);
				planCompaction({
					log: grown,
					previous,
					trigger: 'manual',
					settings,
					counter: estimatedTokens,
				});
			};
		});
	});
});

describe('time is linear in the length of arguments', () => {
	const values: readonly (readonly [string, (length: number) => unknown])[] = [
		['one long string', (length) => 'x'.repeat(length)],
		['quotes', (length) => '"'.repeat(length)],
		['backslashes', (length) => '\\'.repeat(length)],
		['many strings', (length) => Array.from({ length: length / 10 }, () => 'some text')],
	];
	for (const [name, valueOf] of values) {
		it(`of ${name}`, () => {
			assertLinear(40_000, (length) => {
				const text = JSON.stringify({ value: valueOf(length) });
				return () => cutArguments(text);
			});
		});
	}

	it('that are broken', () => {
		assertLinear(40_000, (length) => {
			const text = `{"a": "${'\\"'.repeat(length / 2)}`;
			return () => cutArguments(text);
		});
	});
});

function many<T>(count: number, make: (index: number) => readonly T[]): T[] {
	return Array.from({ length: count }, (_, index) => make(index)).flat();
}
