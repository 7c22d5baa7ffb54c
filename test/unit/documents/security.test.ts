import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { read, root } from './documents.ts';

/** The points that say what protects: each threat, and the rest of its point. */
function claims(): readonly (readonly [threat: string, rest: string])[] {
	return [...read('SECURITY.md').matchAll(/^- \*\*(.+?)\*\* → (.+(?:\n  .+)*)$/gm)].map(
		([, threat = '', rest = '']) => [threat, rest],
	);
}

/** The files of tests at a place: itself, or those of a folder. */
function testsAt(place: string): readonly string[] {
	const whole = path.join(root, place);
	if (!existsSync(whole)) {
		return [];
	}
	if (!statSync(whole).isDirectory()) {
		return [place];
	}
	return readdirSync(whole, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => path.join(place, name));
}

describe('what SECURITY.md claims', () => {
	for (const [threat, rest] of claims()) {
		it(`is held by tests: ${threat}`, () => {
			const places = [...rest.matchAll(/`(test\/[^`]+)`/g)].map(([, place = '']) => place);
			assert.ok(places.length > 0, 'no test is named');
			for (const place of places) {
				const tests = testsAt(place);
				assert.ok(tests.length > 0, `${place} has no tests`);
				for (const file of tests) {
					assert.match(read(file), /\bit\(/, file);
				}
			}
		});
	}

	it('makes its claims in lists', () => {
		assert.ok(claims().length > 30, `${claims().length} claims`);
	});
});
