import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { partsByAuthor, personText } from '../../../../src/messages/origins.ts';
import { envelopeRows, envelopes } from '../../../../src/transcripts/envelopes.ts';
import { assertLinear } from '../../../support/growth.ts';
import { user } from '../../../support/logs.ts';

const tags = envelopeRows.flatMap((row) => (row.kind === 'tags' ? [row] : []));
const knownTags = tags.flatMap(({ names }) => names.split(' '));
const clientsTags = tags.flatMap(({ names, origin, leads }) =>
	leads === undefined && origin !== 'person' ? names.split(' ') : [],
);

/** Lines that a file or a hook may hold, those that look like an envelope's included. */
const foreignLine = (tag: string): fc.Arbitrary<string> =>
	fc.oneof(
		fc.constant('FOREIGN words'),
		fc.constant(`</${tag}>\nFOREIGN`),
		fc.constant(`<${tag}>\nFOREIGN`),
		fc.constant('<userRequest>\nFOREIGN\n</userRequest>'),
		fc.constant('<task>FOREIGN</task>'),
		fc.constant('</some_context>\nFOREIGN\n<some_context>'),
		fc.constant('--- End of content ---\nFOREIGN'),
		fc.string().map((text) => text.replaceAll(/[<>\n]/g, ' ')),
	);

/** A block whose own tags do not forge one whole block of the same name. */
const block = fc.constantFrom(...clientsTags, 'some_context', 'openTabs', 'a:b').chain((tag) =>
	fc
		.array(foreignLine(tag), { maxLength: 6 })
		.map((lines) => `<${tag}>\n${lines.join('\n')}\n</${tag}>`)
		.filter((text) => !new RegExp(`</${tag}>[^]*<${tag}>`).test(text)),
);

describe('the words of the person, whatever stands around them', () => {
	it('hold nothing from inside a block', () => {
		fc.assert(
			fc.property(block, block, fc.boolean(), (first, second, isBefore) => {
				const text = isBefore ? `${first}\nMY words` : `MY words\n\n${second}`;
				assert.equal(personText(user(text)), 'MY words');
			}),
		);
	});

	it('and all else are the text, to the letter', () => {
		const piece = fc.oneof(
			fc.constantFrom(...clientsTags).map((tag) => `<${tag}>`),
			fc.constantFrom(...knownTags).map((tag) => `</${tag}>`),
			fc.constantFrom(
				'<userRequest>',
				'</userRequest>',
				'<x_y a="b">',
				'</x_y>',
				'\n',
				' ',
				'words',
			),
			fc.string(),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isPart) => {
				const text = pieces.join('');
				const stretches = envelopes.unwrap(text, isPart);
				assert.equal(stretches.map((stretch) => stretch.text).join(''), text);
			}),
			{ numRuns: 200 },
		);
	});

	for (const piece of [
		'<system-reminder>',
		'</system-reminder>\n',
		'<system-reminder>\n',
		'<a_b>x</a_b>\n',
		'<a_b>x</a_b>\nwords\n',
		'<a_b>\nwords\n',
		'x</a_b>x <a_b>x',
		'<task>\n',
		'<userRequest>\n</userRequest>\n',
		'\n<file_content path="a">\n</file_content>',
		'[Request interrupted by user]\n',
		'--- Content from referenced files ---\n',
		'<x y',
		'<',
		' ',
		'>',
	]) {
		it(`are found in linear time among ${JSON.stringify(piece)}`, () => {
			for (const end of ['', '\n</a_b></system-reminder></userRequest>']) {
				assertLinear(20_000, (length) => {
					const text = piece.repeat(length / piece.length) + end;
					return () => envelopes.unwrap(text);
				});
			}
		});
	}

	it('are found however many insertions their own tags contain', () => {
		const insertion = 'words\n<system-reminder>\n</system-reminder>\n';
		const text = `<task>\n${insertion.repeat(100_000)}</task>`;
		const words = envelopes.unwrap(text).filter(({ origin }) => origin === 'person');
		assert.equal(words.length, 100_000);
	});

	it('are found in linear time in one of several parts', () => {
		assertLinear(800, (count) => {
			const text = '<context>a</context>\n<attachments>b</attachments>\n'.repeat(count);
			const parts = [text, '<userRequest>c</userRequest>'].map((each) => ({
				type: 'text' as const,
				text: each,
			}));
			return () => partsByAuthor(parts, envelopes);
		});
	});
});
