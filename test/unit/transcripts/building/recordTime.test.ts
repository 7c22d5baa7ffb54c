import assert from 'node:assert/strict';
import { recordTime } from '../../../../src/transcripts/building/recordTime.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { memorySource } from '../memorySource.ts';

describe('when a record was written', () => {
	const noon = '2031-03-04T12:00:00.000Z';

	it('is read in every manner that tells the time zone', () => {
		const milliseconds = Date.parse(noon);
		for (const record of [
			{ timestamp: noon },
			{ timestamp: '2031-03-04T13:00:00+01:00' },
			{ timestamp: milliseconds },
			{ timestamp: milliseconds / 1000 },
			{ time: milliseconds },
			{ ts: milliseconds },
		]) {
			assert.equal(recordTime(record), noon, JSON.stringify(record));
		}
	});

	it('is unknown where it is not told, or not where', () => {
		for (const record of [
			null,
			'text',
			{},
			{ timestamp: '2031-03-04T12:00:00' },
			{ timestamp: 'noon Z' },
			{ timestamp: 12 },
			{ time: '12:00' },
			{ ts: 1e300 },
			{ timestamp: [noon] },
		]) {
			assert.equal(recordTime(record), undefined, JSON.stringify(record));
		}
	});

	it('is the time of what the person said in it', async () => {
		const said = (text: string, timestamp: string) =>
			JSON.stringify({
				timestamp,
				type: 'response_item',
				payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
			});
		const later = '2031-03-04T12:05:00.000Z';
		const lines = [
			JSON.stringify({ timestamp: noon, type: 'session_meta', payload: { id: 's', cwd: '/app' } }),
			said('Fix it', noon),
			said('And test it', later),
		];
		const { conversations } = await openTranscript(memorySource(lines.join('\n')));
		const times = [...(conversations[0]?.messages ?? [])].flatMap((message) =>
			message.role === 'user' ? [message.time] : [],
		);
		assert.deepEqual(times, [noon, later]);
	});
});
