import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sectionTitles, type SectionTitle } from '../../../../src/summary/sections.ts';
import { mostSources } from '../../../../src/summary/sources/choosing.ts';
import { sourced } from '../../../../src/summary/sources/sourced.ts';
import { assertLinear } from '../../../support/growth.ts';
import { assistant, logOf, prose, user } from '../../../support/logs.ts';
import { item, requestOf, summaryWith } from '../requests.ts';
import { others, run } from './turns.ts';

describe('sources', () => {
	const word = fc.constantFrom(
		'tokenBucket',
		'src/a.ts',
		'npm',
		'test',
		'42 ms',
		'failed',
		'蜂群',
		'Größe',
		' ',
		'—',
		'`',
		'v1.2.3',
	);
	const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
	const message = fc.oneof(
		text.map((said) => [user(said)]),
		text.map((said) => [assistant(said)]),
		fc
			.tuple(text, text, fc.boolean())
			.map(([command, output, failed]) => run(command, output, failed)),
	);
	const items = fc.array(
		fc.tuple(text, fc.array(fc.integer({ min: -2, max: 40 }), { maxLength: 9 })),
		{ maxLength: 5 },
	);
	const sections = fc.dictionary(fc.constantFrom<SectionTitle>(...sectionTitles), items);

	it('are few, ascending, of the range, the same every time, and change nothing else', () => {
		fc.assert(
			fc.property(
				fc.array(message, { maxLength: 14 }),
				sections,
				sections,
				(messages, now, before) => {
					const log = logOf(...messages.flat());
					const of = (given: typeof now) =>
						summaryWith(
							Object.fromEntries(
								Object.entries(given).map(([title, list]) => [
									title,
									list.map(([said, cites]) => item(said, ...cites)),
								]),
							),
						);
					const end = Math.max(0, log.length - 2);
					const request = requestOf(log, { previous: of(before), range: { start: 0, end } });
					const summary = of(now);
					const matched = sourced(summary, request);
					assert.deepEqual(sourced(summary, request), matched);
					assert.deepEqual(matched['Active Task'], summary['Active Task']);
					for (const title of sectionTitles.slice(1)) {
						assert.deepEqual(
							matched[title].map((one) => one.text),
							summary[title].map((one) => one.text),
						);
						for (const { sources } of matched[title]) {
							assert.ok(sources.length <= mostSources);
							assert.ok(
								sources.every((one, at) => one >= 1 && one <= end && one > (sources[at - 1] ?? 0)),
							);
						}
					}
				},
			),
			{ numRuns: 200 },
		);
	}).timeout(60_000);

	it('take time in proportion to the log and to the summary', () => {
		const summary = summaryWith({
			'Key Decisions': Array.from({ length: 200 }, (_, n) =>
				item(`handle${n} in src/m${n}.ts: ${prose(80, n)}`),
			),
		});
		assertLinear(600, (size) => {
			const log = logOf(
				...Array.from({ length: size }, (_, n) =>
					user(`handle${n} src/m${n % 300}.ts ${prose(600, n)}`),
				),
			);
			const request = requestOf(log);
			return () => sourced(summary, request);
		});
		const request = requestOf(logOf(...others));
		for (const hostile of ['a', 'a.', '1,', 'a-', '/', '-', 'A_', '`', '蜂', 'a/']) {
			assertLinear(60, (size) => {
				const long = summaryWith({
					Blocked: Array.from({ length: size }, (_, n) => item(`${n} ${hostile.repeat(3_000)}`)),
				});
				return () => sourced(long, request);
			});
		}
	}).timeout(120_000);
});
