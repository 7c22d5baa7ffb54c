import assert from 'node:assert/strict';
import { parseReply, parseSummary, summaryEnd } from '../../../src/summary/parse.ts';
import { goodReply, summaryWith, textsOf } from './requests.ts';
import { assertLinear } from '../../support/growth.ts';

describe('a hostile reply', () => {
	it('may name headings like properties of objects', () => {
		const reply =
			'## __proto__\n- a\n## constructor\n- b\n## Goal\n- g\n## toString\n- c\n## hasOwnProperty\n- d';
		const { summary, found } = parseReply(reply);
		assert.deepEqual(found, ['Goal']);
		assert.deepEqual(
			summary['Critical Context'].map(({ text }) => text),
			['proto: a', 'constructor: b', 'toString: c', 'hasOwnProperty: d'],
		);
		assert.equal(Object.getPrototypeOf(summary), Object.prototype);
	});

	it('loses its control characters and keeps its HTML as text', () => {
		assert.deepEqual(
			textsOf(
				'## Goal\r\n- \u001b[31mred\u001b[0m\u0000\u0007 <img src=x onerror=alert(1)>\ud800',
				'Goal',
			),
			['red <img src=x onerror=alert(1)>\ufffd'],
		);
	});

	it('cannot open a code block that swallows the sections after it', () => {
		assert.deepEqual(textsOf('## Goal\n```\n- g\n## Blocked\n- b', 'Blocked'), ['b']);
	});

	it('of a megabyte is read', () => {
		const reply = `${'- a line of prose\n'.repeat(50_000)}${goodReply()}\n${'x'.repeat(100_000)}`;
		assert.deepEqual(parseSummary(reply), summaryWith());
	});

	it('may have more lines in an item, and more items, than a call takes arguments', () => {
		const lines = '\n'.repeat(300_000);
		assert.deepEqual(textsOf(`## Goal\n- a${lines}  b`, 'Goal'), [`a${lines}b`]);
		const reply = `## Goal\n## Other\n${'- x\n'.repeat(300_000)}`;
		assert.equal(textsOf(reply, 'Critical Context').length, 300_000);
	});

	for (const [name, unit] of [
		['one letter', 'a'],
		['line ends', '\n'],
		['blanks', ' '],
		['number signs', '#'],
		['backticks', '`'],
		['tildes before a backtick', '~'],
		['stars', '*'],
		['brackets', '('],
		['sources', ' (m1'],
		['lines', 'line\n'],
		['blank lines before a line', '\n \n'],
		['list entries', '- a\n'],
		['numbers', '1'],
		['headings', '## Goal\n- g\n'],
		['unknown headings', '## Other\n- g\n'],
		['headings like numbers', '## 1. \n'],
		['opened reasoning', '<think>'],
		['closed reasoning', '</think>\n'],
		['reasoning', '<think>x</think>'],
		['code blocks', '```\n'],
		['code blocks of growing kind', '```\n~~~\n````\n'],
		['end lines', `${summaryEnd} `],
		['tags', '<summary>\n'],
		['terminal colours', '\u001b[3'],
		['carriage returns', '\r'],
	] as const) {
		it(`is read in linear time: ${name}`, () => {
			for (const prefix of ['', '## Goal\n', '- ', 'x ']) {
				assertLinear(10_000, (size) => {
					const reply = `${prefix}${unit.repeat(size / unit.length)}\`\n  x`;
					return () => parseReply(reply);
				});
			}
		});
	}
});
