import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { summaryOf, type SummaryItem } from '../../../src/summary/sections.ts';
import { sourced, traced } from '../../../src/summary/tracing.ts';
import { assistant, call, logOf, logWith, prose, result, user } from '../../support/logs.ts';
import { german } from '../../support/sources/german.ts';
import type { LabelledSession } from '../../support/sources/labelled.ts';
import { limiter } from '../../support/sources/limiter.ts';
import { modules } from '../../support/sources/modules.ts';
import { item, requestOf, summaryWith } from './requests.ts';

const log = logOf(
	user('The invoice total is wrong when a voucher is used.'),
	assistant('', call('a', 'Bash', { command: 'npm test' })),
	result('a', 'FAIL test/voucher.test.ts\nExpected 1890, received 1900'),
	assistant('The voucher is rounded twice, in applyVoucher and again in printTotal.'),
	...Array.from({ length: 40 }, (_, index) => assistant(prose(400, index))),
);

function sourcesOf(written: SummaryItem, find = traced): readonly number[] {
	const summary = summaryOf((title) => (title === 'Critical Context' ? [written] : []));
	return find(summary, requestOf(log))['Critical Context'][0]?.sources ?? [];
}

describe('the sources of items', () => {
	it('are the messages that a model cites, where there are such', () => {
		assert.deepEqual(sourcesOf(item('Anything at all', 3, 4)), [3, 4]);
		assert.deepEqual(sourcesOf(item('Anything at all', 4, 900)), [4]);
	});

	it('are those the same item had in the summary before', () => {
		const previous = summaryWith({ Goal: [item('Right totals', 1)] });
		const again = summaryOf((title) => (title === 'Goal' ? [item('right totals')] : []));
		assert.deepEqual(traced(again, requestOf(log, { previous })).Goal[0]?.sources, [1]);
	});

	it('are found by rare words where nothing is cited, a result with its call', () => {
		assert.deepEqual(sourcesOf(item('Rounded twice: applyVoucher and printTotal')), [4]);
		assert.deepEqual(sourcesOf(item('test/voucher.test.ts expected 1890, received 1900')), [2, 3]);
	});

	it('are none rather than wrong ones', () => {
		for (const text of [
			'The parser reads every line of the file',
			'A new column was added to the export',
			'Deployed to production by the release team',
			'None',
		]) {
			assert.deepEqual(sourcesOf(item(text)), [], text);
		}
	});

	it('of a summary from elsewhere are no messages behind its range', () => {
		const summary = summaryOf((title) =>
			title === 'Goal' ? [item('Rounded twice: applyVoucher and printTotal')] : [],
		);
		const found = sourced(summary, requestOf(log, { range: { start: 0, end: 3 } }));
		assert.deepEqual(found.Goal[0]?.sources, []);
	});

	it('are right in labelled sessions', () => {
		const judged = [limiter, german, modules].flatMap(judgedSources);
		const given = judged.filter(({ sources }) => sources.length > 0);
		const wrong = given.filter(
			({ sources, right }) => !sources.every((source) => right.includes(source)),
		);
		assert.deepEqual(
			wrong.map(({ text }) => text),
			[],
		);
		assert.ok(given.length >= judged.length * 0.4, `${given.length} of ${judged.length}`);
	});
});

/** The items of a session, which cite nothing, with the sources that they get and the right ones. */
function judgedSources({ items, messages, numbers }: LabelledSession) {
	const summary = summaryOf((title) =>
		items.filter(({ section }) => section === title).map(({ text }) => item(text)),
	);
	const found = sourced(summary, requestOf(logWith(estimatedTokens, messages)));
	return items.map(({ section, text, from }) => ({
		text,
		sources: found[section].find((one) => one.text === text)?.sources ?? [],
		right: from.flatMap((name) => numbers.get(name) ?? []),
	}));
}
