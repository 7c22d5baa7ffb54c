import assert from 'node:assert/strict';
import { citations, judge, labelledSessions, scoreOf } from '../../../support/sources/measure.ts';

const judged = labelledSessions.flatMap((session) =>
	citations.flatMap((citation) => judge(session, citation)),
);

describe('the sources of labelled items', () => {
	it('are right in at least 95 of 100 cases, whatever the model cites', () => {
		for (const citation of citations) {
			const { precision } = scoreOf(judged.filter((one) => one.citation === citation));
			assert.ok(precision >= 0.95, `${citation}: ${precision}`);
		}
	});

	it('are found for at least four of five items that have any', () => {
		const { recall } = scoreOf(judged);
		assert.ok(recall >= 0.8, `${recall}`);
	});

	it('are none for what never happened', () => {
		const invented = judged.filter(({ right }) => right.length === 0);
		assert.ok(invented.length > 20);
		assert.deepEqual(
			invented.filter(({ sources }) => sources.length > 0).map(({ item }) => item.text),
			[],
		);
	});
});
