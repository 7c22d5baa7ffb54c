import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sectionTitles, summaryOf } from '../../../src/summary/sections.ts';
import { attemptsOf, committed } from '../../support/compactionRun.ts';
import { compact, draftOf } from '../../support/compactions.ts';
import { conversations } from '../../support/conversations.ts';
import { chat, logOf } from '../../support/logs.ts';

/** Secrets that are none, put together here so that no scanner takes this file for a leak. */
const letters = 'Zk3vQ9xT7mB1nR5cW8yL2pD6fH4jS0aG';
const fakes = [
	`ghp_${letters}abcd`,
	`sk-ant-api03-${letters}${letters}${letters}`,
	['AKIA', 'QZ7XW3TY5PLM2NVB'].join(''),
	`xoxb-123456789012-123456789012-${letters.slice(0, 24)}`,
];

const key = [
	['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' '),
	...Array.from({ length: 4 }, () => letters.repeat(2)),
	['-----END RSA PRIVATE', 'KEY-----'].join(' '),
].join('\n');

const longLog = logOf(...chat(20, 2_000));

describe('law 8: no secret leaves', () => {
	it('removes a secret that the summariser let through from everything a record holds', () => {
		fc.assert(
			fc.property(
				conversations(5, 25),
				fc.constantFrom(...fakes),
				fc.constantFrom(...sectionTitles),
				fc.constantFrom('', 'The key is ', 'export TOKEN=', 'see https://x.test/?key='),
				(conversation, secret, title, before) => {
					const text = `${before}${secret} was used`;
					const attempts = attemptsOf(conversation, () => ({
						summary: summaryOf((each) => (each === title ? [{ text, sources: [2] }] : [])),
						quotes: [{ text, sources: [3] }],
					}));
					for (const { record } of committed(attempts)) {
						assert.ok(!JSON.stringify(record).includes(secret));
						assert.ok(record.handoff.includes('[REDACTED]'));
					}
				},
			),
			{ numRuns: 40 },
		);
	});

	it('removes a private key over several lines, however items are indented', () => {
		const record = compact(longLog, { settings: { tailTokens: 500 } }, draftOf(key, [key]));
		assert.ok(!JSON.stringify(record).includes(letters));
	});
});
