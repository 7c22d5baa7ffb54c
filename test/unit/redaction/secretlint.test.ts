import assert from 'node:assert/strict';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

import { redact } from '../../../src/redaction/redact.ts';
import { harmless } from './harmless.ts';
import { drawFrom, samples } from './samples.ts';

/** What secretlint finds: the rule and what it says, which names the secret. */
async function findings(content: string): Promise<readonly string[]> {
	const { messages } = await lintSource({
		source: { filePath: '/sample.txt', content, contentType: 'text', ext: '.txt' },
		options: {
			noPhysicFilePath: true,
			config: {
				rules: [
					{
						id: '@secretlint/secretlint-rule-preset-recommend',
						rule: creator,
						options: {},
						rules: [{ id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } }],
					},
				],
			},
		},
	});
	// The message and not the range: for AWS secret keys the range is shifted to the variable's name.
	// It reports a connection string whatever the password, so also `[REDACTED]`.
	return messages
		.filter(({ message }) => !message.includes('[REDACTED]'))
		.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Kinds of our samples that secretlint knows too, at least. */
const mostKnown = 19;

describe('secretlint, asked as a second opinion,', () => {
	it('finds nothing in all samples together after redaction', async () => {
		for (let seed = 0; seed < 10; seed += 1) {
			const draw = drawFrom(seed);
			const text = Object.values(samples)
				.map((make) => make(draw).text)
				.join('\n');
			assert.ok((await findings(text)).length >= mostKnown);
			assert.deepEqual(await findings(redact(text)), []);
		}
	});

	it('finds nothing in the harmless texts either', async () => {
		for (const text of harmless) {
			assert.deepEqual(await findings(text), [], text);
		}
	});
});
