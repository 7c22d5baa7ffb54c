import assert from 'node:assert/strict';
import { ProblemList } from '../../../../../src/transcripts/problems.ts';
import { TranscriptLog } from '../../../../../src/transcripts/building/transcriptLog.ts';
import { Condensations } from '../../../../../src/transcripts/formats/openHands/condensations.ts';
import { SdkRun } from '../../../../../src/transcripts/formats/openHands/sdkRun.ts';
import { assertLinear } from '../../../../support/growth.ts';

describe('condensations of OpenHands are read in linear time', () => {
	it('those of the SDK', () => {
		const said = (index: number): object => ({
			id: `m${index}`,
			kind: 'MessageEvent',
			source: index % 2 === 0 ? 'user' : 'agent',
			llm_message: { content: [{ type: 'text', text: 'x' }] },
		});
		assertLinear(4_000, (count) => {
			const messages = Array.from({ length: count }, (_, index) => said(index));
			const condensed = {
				id: 'c',
				kind: 'Condensation',
				forgotten_event_ids: [`m${count - 2}`],
				summary: 's',
			};
			return () => {
				const run = new SdkRun(new ProblemList(), undefined);
				for (const [index, event] of [...messages, ...messages.map(() => condensed)].entries()) {
					run.add(event, index + 1);
				}
				assert.equal(run.conversation('').earlier?.at(-1)?.range.end, count - 1);
			};
		});
	});

	it('those of versions before it', () => {
		assertLinear(2_000, (count) => {
			const fields = new Map<string, unknown>([
				['forgotten_event_ids', [count - 2]],
				['summary', 's'],
			]);
			return () => {
				const log = new TranscriptLog();
				const condensations = new Condensations(log);
				for (let id = 0; id < count; id += 1) {
					condensations.startAt(id);
					log.user('x');
				}
				for (let made = 0; made < count; made += 1) {
					condensations.take(fields);
				}
				assert.deepEqual(log.earlier.at(-1)?.range, { start: count - 2, end: count - 1 });
			};
		});
	});
});
