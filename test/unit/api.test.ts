import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type * as published from '../../docs/precis.d.ts';
import { apiTypes, apiTypesFile } from '../../packaging/apiTypes.ts';
import type * as api from '../../src/api.ts';
import type * as messages from '../../src/messages/message.ts';
import type { CompactedList } from '../../src/protocol/workerRequests.ts';
import type { SectionTitle } from '../../src/summary/sections.ts';

/** Type-checks where both types take each other's values. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;

/** What is published says the same as what is used inside, though neither imports the other. */
const same: readonly true[] = [
	true satisfies Same<api.Message, messages.Message>,
	true satisfies Same<api.Content, messages.Content>,
	true satisfies Same<api.SectionTitle, SectionTitle>,
	true satisfies Same<api.CompactedMessages, CompactedList>,
	true satisfies Same<api.PrecisExports, published.PrecisExports>,
	true satisfies Same<api.PrecisError, published.PrecisError>,
];

describe('the types of the API', () => {
	const source = readFileSync(apiTypesFile, 'utf8');

	it('are the types that are used inside', () => {
		assert.ok(same.every(Boolean));
	});

	it('are those of the source, in one file', async () => {
		assert.equal(source, await apiTypes(), 'run `npm run api-types`');
	});

	it('stand alone: nothing is imported, and nothing is left when they are compiled', () => {
		assert.doesNotMatch(source, /^\s*import\b|\bimport\(|\brequire\(/m);
		assert.doesNotMatch(source, /^export (?!interface|type)/m);
	});

	it('are all documented', () => {
		const documentation = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
		const methods = [...source.matchAll(/^\t(?:readonly )?(\w+)(?:\(|: PrecisEvent)/gm)].map(
			([, name]) => name ?? '',
		);
		const [, listed = ''] = source.split('export type PrecisErrorCode');
		const codes = [...listed.matchAll(/^\t\| '([\w-]+)';?$/gm)].map(([, code]) => code ?? '');
		assert.ok(methods.includes('onDidChange') && methods.length > 18);
		assert.ok(codes.includes('too-large'));
		const missing = [...methods, ...codes].filter((name) => !documentation.includes(name));
		assert.deepEqual(missing, []);
	});
});
