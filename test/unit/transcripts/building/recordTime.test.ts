import assert from 'node:assert/strict';
import { recordTime } from '../../../../src/transcripts/building/recordTime.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { jsonl, memorySource } from '../memorySource.ts';
import { only } from '../reading.ts';

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

	const later = '2031-03-04T12:05:00.000Z';
	const codex = (text: string, timestamp: string): object => ({
		timestamp,
		type: 'response_item',
		payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
	});
	const gemini = (id: string, timestamp: string): object => ({
		id,
		timestamp,
		type: 'user',
		content: 'Fix it',
	});
	const openCode = (id: string, time: string): object => ({
		info: { id, role: 'user', time: { created: Date.parse(time) } },
		parts: [{ type: 'text', text: 'Fix it' }],
	});
	const geminiSession = { sessionId: 's', projectHash: 'p' };

	for (const [format, text] of [
		[
			'codex',
			jsonl(
				{ timestamp: noon, type: 'session_meta', payload: { id: 's', cwd: '/app' } },
				codex('Fix it', noon),
				codex('And test it', later),
			),
		],
		[
			'gemini-cli',
			JSON.stringify({ ...geminiSession, messages: [gemini('a', noon), gemini('b', later)] }),
		],
		['gemini-cli', jsonl(geminiSession, gemini('a', noon), gemini('b', later))],
		[
			'opencode',
			JSON.stringify({
				info: { id: 's', title: 't', version: '1' },
				messages: [openCode('a', noon), openCode('b', later)],
			}),
		],
	] as const) {
		it(`is the time of what the person said in it: ${format}`, async () => {
			const transcript = await openTranscript(memorySource(text));
			const times = only(transcript).messages.flatMap((message) =>
				message.role === 'user' ? [message.time] : [],
			);
			assert.equal(transcript.format, format);
			assert.deepEqual(times, [noon, later]);
		});
	}
});
