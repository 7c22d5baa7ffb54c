import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { contextRoom, type CompactionSettings } from '../../../src/compaction/budgets.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { textOf, type Log, type Message } from '../../../src/messages/message.ts';
import { compact, settingsWith, tryPlan } from '../../support/compactions.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	prose,
	result,
	system,
	user,
} from '../../support/logs.ts';

/** The context of a compaction that has to come about. */
function contextOf(log: Log, settings: Partial<CompactionSettings>): readonly Message[] {
	const record = compact(log, { settings, trigger: 'automatic' });
	const { messages, tokens } = renderContext(log, record);
	assert.equal(tokens, record.tokens.after);
	const room = contextRoom(settingsWith(settings));
	assert.ok(tokens <= room, `${tokens} tokens in a room of ${room}`);
	return messages;
}

const texts = (messages: readonly Message[]): string[] =>
	messages.map(({ content }) => textOf(content));

const latest = 'Please go on with the calendar, and mind the time zones.';

describe('a compacted context', () => {
	const early = [
		user('Write a calendar.'),
		assistant('I will.'),
		user('Well?'),
		assistant('Soon.'),
	];
	const talk = Array.from({ length: 6 }, (_, index) => [
		user(`Question ${index}`),
		assistant(prose(1_500)),
	]).flat();

	it('fits where two large results stand in its tail, with the latest request as it was', () => {
		const log = logOf(
			...early,
			...talk,
			user(latest),
			assistant('', call('a'), call('b')),
			result('a', numberedLines(900, 'first file, line')),
			result('b', numberedLines(900, 'second file, line')),
		);
		const messages = contextOf(log, { window: 16_000 });
		assert.ok(texts(messages).some((text) => text.includes(latest)));
		const results = messages.filter(({ role }) => role === 'tool');
		assert.equal(results.length, 2);
		for (const { content } of results) {
			// What the model has just asked for keeps its beginning and its end.
			assert.match(
				textOf(content),
				/line 1\b[^]*⟪precis: [\d,]+ of [\d,]+ characters omitted⟫[^]*line 900\b/,
			);
		}
	});

	const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
	for (const [what, messages] of [
		[
			'a first message is larger than the window',
			[user(prose(216_000)), ...early, ...talk, user(latest)],
		],
		[
			'ten thousand calls were made at once',
			[
				...early,
				...talk,
				user(latest),
				assistant('', ...ids.map((id) => call(id))),
				...ids.map((id) => result(id, prose(300))),
			],
		],
		[
			'few messages fill the window',
			[
				user('Look at the log.'),
				assistant('', call('a')),
				result('a', numberedLines(6_000, 'log line')),
				user(latest),
			],
		],
	] as const) {
		it(`fits where ${what}`, () => {
			const left = texts(contextOf(logOf(...messages), { window: 16_000 }));
			assert.ok(left.some((text) => text.includes(latest)));
		});
	}

	it('comes as near as it can where the system prompt alone is larger', () => {
		const log = logOf(system(prose(47_000)), ...early, ...talk, user(latest));
		const record = compact(log, { settings: { window: 8_000 }, trigger: 'automatic' });
		const { messages, tokens } = renderContext(log, record);
		assert.ok(texts(messages).some((text) => text.endsWith(latest)));
		assert.ok(tokens - (log[0]?.tokens ?? 0) < 3_000);
	});

	it('fits whatever is said, called and answered, as long as prompt and request do', () => {
		const size = fc.integer({ min: 1, max: 40_000 });
		const turn = fc.record({
			said: size,
			steps: fc.array(fc.array(size, { maxLength: 4 }), { maxLength: 4 }),
		});
		fc.assert(
			fc.property(fc.array(turn, { minLength: 2, maxLength: 8 }), (turns) => {
				let count = 0;
				const messages = turns.flatMap(({ said, steps }) => [
					user(prose(said)),
					...steps.flatMap((sizes) => {
						const ids = sizes.map(() => `c${(count += 1)}`);
						return [
							assistant('Next.', ...ids.map((id) => call(id))),
							...sizes.map((length, index) => result(ids[index] ?? '', prose(length))),
						];
					}),
					assistant('Done.'),
				]);
				const log = logOf(...messages, user(latest));
				const settings = { window: 16_000 };
				const { tokens } = renderContext(log);
				const outcome = tryPlan(log, { settings, trigger: 'automatic' });
				if (tokens > contextRoom(settingsWith(settings))) {
					assert.equal(outcome.kind, 'plan');
					contextOf(log, settings);
				}
			}),
			{ numRuns: 30 },
		);
	});
});
