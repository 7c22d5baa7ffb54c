import assert from 'node:assert/strict';
import { defaultSoftRatio } from '../../../../src/compaction/thresholds.ts';
import { playSession } from '../../../support/simulatedSession.ts';

describe('a session of a hundred turns', () => {
	const session = { turns: 100, modelMs: 5_000, summaryMs: 6_000 };

	it('keeps a person waiting for less than a twentieth of what the foreground costs', async () => {
		const foreground = await playSession({ ...session, softRatio: 1 });
		const background = await playSession({ ...session, softRatio: defaultSoftRatio });
		assert.ok(foreground.waited >= session.summaryMs);
		assert.ok(background.compactions >= 1);
		assert.ok(background.waited < foreground.waited / 20);
	});
});
