import assert from 'node:assert/strict';
import { withoutKey } from '../../../../src/models/openai/failures.ts';

describe("a server's words without the key", () => {
	const key = 'sk-proj-Zx81Qm4vTn0pRb7yLk3wHd9sGf2c';

	const forms: Readonly<Record<string, string>> = {
		'as it is': key,
		'in lines': key.replaceAll(/(.{12})/g, '$1\n'),
		'in groups': key.replaceAll(/(.{9})/g, '$1 - '),
		'url-encoded': encodeURIComponent(key).replaceAll('-', '%2D'),
		'in hexadecimal digits': Buffer.from(key).toString('hex'),
		'in Base64': Buffer.from(key).toString('base64'),
		'in Base64 behind a scheme': Buffer.from(`Bearer ${key}`).toString('base64'),
		'in Base64 behind a user': Buffer.from(`me:${key}`).toString('base64url'),
		'in JSON strings': JSON.stringify([key.slice(0, 18), key.slice(18)]),
	};
	for (const [name, form] of Object.entries(forms)) {
		it(`show none that is echoed ${name}`, () => {
			const words = withoutKey(`Not valid: ${form}. Check it.`, key);
			assert.match(words, /^Not valid: /);
			assert.match(words, / Check it\.$/);
			const left = words.replaceAll('[REDACTED]', '').replaceAll(/[^A-Za-z0-9]/g, '');
			assert.ok(left.length < 'NotvalidCheckit'.length + 14, left);
		});
	}

	it('are what they were where they do not have it', () => {
		const words = 'The model sk-proj is not there; projects begin with proj-0123456789.';
		assert.equal(withoutKey(words, key), words);
		assert.equal(withoutKey(words, 'no'), words);
	});
});
