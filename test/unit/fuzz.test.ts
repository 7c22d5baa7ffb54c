import assert from 'node:assert/strict';

import * as fc from 'fast-check';
import { envelopes } from '../../src/transcripts/envelopes.ts';
import { redact } from '../../src/redaction/redact.ts';

/** Seeded, so that a failure comes again; bounded, so that a busy machine tries less. */
const bounds = { seed: 20_261_122, numRuns: 500, interruptAfterTimeLimit: 4_000 } as const;

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

describe('under texts that nobody would write', () => {
	it('redaction finds nothing in what it has left', () => {
		fc.assert(
			fc.property(text, (each) => {
				const once = redact(each);
				assert.equal(redact(once), once);
			}),
			bounds,
		);
	});

	it('envelopes give back stretches of the text', () => {
		fc.assert(
			fc.property(text, (each) => {
				for (const stretch of envelopes.unwrap(each)) {
					assert.ok(each.includes(stretch.text));
				}
			}),
			bounds,
		);
	});
});
