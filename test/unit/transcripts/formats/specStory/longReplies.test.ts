import assert from 'node:assert/strict';
import { SpecStorySession } from '../../../../../src/transcripts/formats/specStory/session.ts';
import { assertLinear } from '../../../../support/growth.ts';
import { sketches } from './histories.ts';

const person = '_**User**_';
const agent = '_**Assistant**_';

describe('SpecStory: a long reply', () => {
	it('may have more lines than a call takes arguments', async () => {
		const text = 'line\n'.repeat(300_000).trim();
		assert.deepEqual(await sketches(person, 'Go', '---', agent, text), [
			'user: Go',
			`assistant: ${text}`,
		]);
	});

	it('takes no longer for the blank lines that it begins with', () => {
		assertLinear(3_000, (count) => {
			const blank = Array.from({ length: count }, () => '');
			const headings = blank.flatMap(() => [person, '']);
			const lines = [person, '', 'Go', '', '---', '', agent, '', ...blank, ...headings];
			return () => {
				const session = new SpecStorySession();
				for (const line of lines) {
					session.add(line);
				}
			};
		});
	});
});
