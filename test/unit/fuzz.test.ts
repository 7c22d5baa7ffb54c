import assert from 'node:assert/strict';

import * as fc from 'fast-check';
import { envelopes } from '../../src/transcripts/envelopes.ts';
import { redact } from '../../src/redaction/redact.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { TranscriptError } from '../../src/transcripts/reader.ts';
import { memorySource } from './transcripts/memorySource.ts';

/** Seeded, so that a failure comes again; bounded, so that a busy machine tries less. */
const bounds = { seed: 20_261_122, numRuns: 1_500, interruptAfterTimeLimit: 4_000 } as const;

const keys = (
	'type role content message messages uuid parentUuid sessionId payload timestamp text tool_calls ' +
	'function arguments id parts requests say'
).split(' ');

const words = (
	'user assistant tool system summary tool_use tool_result response_item session_meta text ' +
	'function_call <user_query> </user_query> <environment_details> <system-reminder> ' +
	'</system-reminder> \ud83d \u200b \0 password= sk- %3D'
).split(' ');

const text = fc.oneof(
	fc.constantFrom(...words),
	fc
		.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), { maxLength: 8 })
		.map((parts) => parts.join('')),
);

const { value } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 5, withCrossShrink: true },
		text,
		fc.constantFrom(null, true, 0, -1, 1e308, ''),
		fc.array(tie('value'), { maxLength: 5 }),
		fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 6 }),
	),
}));

const files = fc.record({
	name: fc.constantFrom(
		'session.jsonl',
		'chat.json',
		'api_conversation_history.json',
		'run.traj',
		'notes.md',
	),
	content: fc.oneof(
		fc
			.array(value, { maxLength: 6 })
			.map((rows) => rows.map((row) => JSON.stringify(row)).join('\n')),
		value.map((each) => JSON.stringify(each)),
		text,
	),
	cut: fc.nat({ max: 400 }),
});

describe('under texts that nobody would write', () => {
	it('a reader gives conversations, or says why not', async () => {
		await fc.assert(
			fc.asyncProperty(files, async ({ name, content, cut }) => {
				try {
					const source = memorySource(content.slice(0, content.length - (cut % 7)), { name });
					const { conversations } = await openTranscript(source);
					for (const { messages } of conversations) {
						assert.equal([...messages].length, messages.length);
					}
				} catch (error) {
					assert.ok(error instanceof TranscriptError, String(error));
				}
			}),
			bounds,
		);
	}).timeout(20_000);

	it('redaction finds nothing in what it has left', () => {
		fc.assert(
			fc.property(text, (each) => {
				const once = redact(each);
				assert.equal(redact(once), once);
			}),
			bounds,
		);
	}).timeout(20_000);

	it('envelopes give back stretches of the text', () => {
		fc.assert(
			fc.property(text, (each) => {
				for (const stretch of envelopes.unwrap(each)) {
					assert.ok(each.includes(stretch.text));
				}
			}),
			bounds,
		);
	}).timeout(20_000);
});
