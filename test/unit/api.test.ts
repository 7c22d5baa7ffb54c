import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type * as published from '../../docs/precis.d.ts';
import type * as api from '../../src/api.ts';
import type * as messages from '../../src/messages/message.ts';

/** Type-checks where both types take each other's values. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;

/** What is published says the same as what is used inside, though neither imports the other. */
const same: readonly true[] = [
	true satisfies Same<api.Message, messages.Message>,
	true satisfies Same<api.Content, messages.Content>,
	true satisfies Same<api.PrecisExports, published.PrecisExports>,
];

const read = (file: string): string =>
	readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('the types of the API', () => {
	const source = read('docs/precis.d.ts');

	it('are the types that are used inside, and stand alone', () => {
		assert.ok(same.every(Boolean));
		assert.equal(source, read('src/api.ts'), 'run `npm run api-types`');
		assert.doesNotMatch(source, /^\s*import\b|\bimport\(|\brequire\(/m);
		assert.doesNotMatch(source, /^export (?!interface|type)/m);
	});

	it('are all documented', () => {
		const documentation = read('docs/api.md');
		const methods = [...source.matchAll(/^\t(?:readonly )?(\w+)(?:\(|: PrecisEvent)/gm)].map(
			([, name]) => name ?? '',
		);
		assert.ok(methods.includes('onDidChange'));
		assert.deepEqual(
			methods.filter((name) => !documentation.includes(name)),
			[],
		);
	});
});
