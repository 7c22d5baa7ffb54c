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

/** The kinds secretlint knows too, of those in the samples. */
const known = [
	'OpenAI legacy',
	'OpenAI project',
	'OpenAI service account',
	'Anthropic',
	'Groq',
	'Hugging Face',
	'AWS key id',
	'AWS temporary key id',
	'AWS secret key in a shell',
	'GitHub personal',
	'GitHub OAuth',
	'GitHub user',
	'GitHub server',
	'GitHub fine-grained',
	'GitLab',
	'Slack bot',
	'Slack user',
	'Slack app',
	'Slack webhook',
	'Stripe live',
	'Stripe restricted',
	'npm',
	'SendGrid',
	'Databricks',
	'Vault',
	'Linear',
	'Notion',
	'Figma',
	'Shopify',
	'Docker',
	'Cloudflare',
	'Grafana',
	'Vercel',
	'Tailscale',
	'password in a URL',
	'short password in a URL',
	'RSA private key',
	'OpenSSH private key',
];

describe('secretlint, asked as a second opinion,', () => {
	for (const kind of known) {
		it(`finds before and no more after redaction: ${kind}`, async () => {
			const text = samples[kind]?.(drawFrom(4_711)).text ?? '';
			assert.notDeepEqual(await findings(text), []);
			assert.deepEqual(await findings(redact(text)), []);
		});
	}

	it('finds nothing in all samples together after redaction', async () => {
		for (let seed = 0; seed < 10; seed += 1) {
			const draw = drawFrom(seed);
			const text = Object.values(samples)
				.map((make) => make(draw).text)
				.join('\n');
			assert.ok((await findings(text)).length >= known.length / 2);
			assert.deepEqual(await findings(redact(text)), []);
		}
	});

	it('finds nothing in the harmless texts either', async () => {
		for (const text of harmless) {
			assert.deepEqual(await findings(text), [], text);
		}
	});
});
