import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { noticesFile, thirdPartyNotices } from '../../../packaging/notices.ts';

describe('ThirdPartyNotices.txt', () => {
	it('has the licence of every package that is in a bundle', async () => {
		const notices = readFileSync(noticesFile, 'utf8');
		assert.equal(notices, await thirdPartyNotices(), 'run `npm run notices`');
		for (const name of ['openai', 'preact', 'gpt-tokenizer', 'valibot']) {
			assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm'));
		}
	});
});
