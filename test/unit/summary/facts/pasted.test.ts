import assert from 'node:assert/strict';
import { constraintsOf } from '../../../../src/summary/facts/constraints.ts';
import { withoutPastes } from '../../../../src/summary/facts/pasted.ts';
import { assertLinear } from '../../../support/growth.ts';
import { Session } from './session.ts';

function rules(text: string): string[] {
	return constraintsOf(new Session().person(text).turns).map((item) => item.text);
}

const pasted: Readonly<Record<string, string>> = {
	'a review':
		'Here is the review:\n\nThe cache is safe. No goroutines involved.\n\n- Avoid locking twice.\n- Always close the channel.',
	'a review without an empty line':
		'The reviewer said:\nNever lock twice here.\nAlways close the channel.',
	'a log':
		'2026-01-02 03:04:05 INFO never reached\n2026-01-02 03:04:06 ERROR must not be empty: only one allowed',
	'research under headings':
		'This is the research:\n\n# Sync\n\nNever push by hand.\n\n## Rules\n\nAlways run tests before pushing.\n\nIt syncs every hour, and when the branch is pushed by somebody else.',
	'a stack trace':
		'TypeError: must be a string, always\n    at read (/w/a.js:1:2)\n    at only (/w/b.js:3:4)',
	'data of a program':
		'{"type":"message","text":"Checked 10 files. No fixes applied."}\n{"type":"x","text":"always run it"}',
	'a fence': '```\nnever do this\n```',
	'a quotation': '> Always rebase before merging.',
	'an issue in tags':
		'Consider this issue:\n\n<issue>\nParsing fails.\n\nDo not return from a sub command.\n</issue>',
	'a bug report':
		'## Steps to reproduce\nAlways click twice.\n\n## Expected behavior\nIt should only open once.\n\n## Actual behavior\nIt never opens.',
};

describe('what a person pastes', () => {
	for (const [what, text] of Object.entries(pasted)) {
		it(`holds no rule of theirs: ${what}`, () => {
			assert.deepEqual(rules(text), []);
			assert.deepEqual(rules(`Keep Node 20.\n\n${text}`), ['Keep Node 20.']);
		});

		it(`does not swallow what they say behind it: ${what}`, () => {
			assert.deepEqual(rules(`Look at this.\n\n${text}\n\nDo not touch the tests.`), [
				'Do not touch the tests.',
			]);
		});
	}

	it('ends where a prompt turns back to the assistant in capitals', () => {
		const prompt =
			"Here's the issue text:\nISSUE:\nPrecision is lost. Never mind the docs.\n\nINSTRUCTIONS:\nNow solve it.\nYou cannot use interactive commands here.";
		assert.deepEqual(rules(prompt), ['You cannot use interactive commands here.']);
		const long = `${prompt}\n${'This part of the prompt describes what the terminal prints.\n'.repeat(20)}`;
		assert.deepEqual(rules(long), ['You cannot use interactive commands here.']);
	});

	it('is none of the steps that they tell the assistant to take', () => {
		const steps =
			'Follow these steps to resolve the issue:\n1. Run the tests.\n   Make sure all of them pass.';
		assert.deepEqual(rules(`Consider this issue:\n\n<issue>\nNever mind.\n</issue>\n\n${steps}`), [
			'Make sure all of them pass.',
		]);
		assert.deepEqual(rules('Follow these steps from the review:\nNever lock twice here.'), []);
	});

	it('is read in linear time', () => {
		for (const line of [
			'{"a":1}\n',
			'The log says:\n\n',
			'## Logs\n\n',
			'x = {\n',
			'never '.repeat(9),
		]) {
			assertLinear(200_000, (length) => {
				const text = line.repeat(length / line.length);
				return () => withoutPastes(text);
			});
		}
	});
});

describe('a sentence that describes', () => {
	for (const text of [
		'The parser never rejects this input.',
		'It will also never be set on a server.',
		'When I click save, it always crashes.',
		'Everything either needs a font or only a part of it.',
		'No goroutines involved.',
		'No fixes applied.',
	]) {
		it(`is no rule: ${text}`, () => {
			assert.deepEqual(rules(text), []);
		});
	}

	for (const text of [
		'The tests must never touch the network.',
		'When you commit, always sign off.',
		'It should only use pnpm.',
		'No dependency may be added.',
		'There is a linter, so keep it green.',
		'If the build fails, do not retry it.',
	]) {
		it(`is one where it obliges: ${text}`, () => {
			assert.deepEqual(rules(text), [text]);
		});
	}
});
