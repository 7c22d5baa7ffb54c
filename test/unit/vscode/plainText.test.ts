import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import {
	escaped,
	excerptLabel,
	fenced,
	plainLabel,
	plainNotice,
	quotedTitle,
} from '../../../src/vscode/plainText.ts';

describe('a label', () => {
	it('is one line', () => {
		assert.equal(plainLabel(' Fix\n\tthe parser '), 'Fix the parser');
	});

	it('has no icons', () => {
		assert.equal(plainLabel('$(trash) $(zap)'), '$ (trash) $ (zap)');
	});

	it('is not longer than anybody reads', () => {
		assert.equal(plainLabel('a'.repeat(100_000)).length, 200);
	});
});

describe('a notification', () => {
	it('has no links, whatever a server or a file says', () => {
		const said =
			'No [credit](https://hostile.example), [delete](command:precis.deleteAllData "x").';
		assert.doesNotMatch(plainNotice(said), /\[[^\]]*\]\(/);
	});

	it('shows no secret', () => {
		const said = 'The server says: ghp_0123456789abcdefghijABCDEFGHIJ012345 is not valid.';
		assert.equal(plainNotice(said), 'The server says: [REDACTED] is not valid.');
	});

	it('says everything else as it is', () => {
		const said = 'models[0] (of 3) is not there: see a](b, [c] (d) and $(e).';
		assert.equal(plainNotice(said), said.replace('](', '] ('));
	});
});

const markdown = new MarkdownIt({ linkify: true });

describe('untrusted text in Markdown', () => {
	it('stays inside its block', () => {
		for (const text of ['a\n```\n# out', '`````\n````\nout', '~~~\n```js\n', '']) {
			const html = markdown.render(`before\n\n${fenced(text, 'ts')}\n\nafter`);
			assert.equal(html.match(/<pre>/g)?.length, 1, text);
			assert.doesNotMatch(html, /<h1>/);
			assert.match(html, /<p>after<\/p>/);
		}
	});

	it('names no language that is more than a name', () => {
		assert.match(fenced('x', 'c++'), /^```c\+\+\n/);
		assert.match(fenced('x', 'ts`\n# out'), /^```ts#out\n/);
	});

	it('is words and nothing else in a line', () => {
		const nasty =
			'# a | b\n[link](command:x) <img src=y> **bold** `code` $(gear) ![i](https://x.y/z) https://x.y &amp;';
		const html = markdown.render(`- ${escaped(nasty)}`);
		assert.doesNotMatch(html, /<(?:a|img|strong|code|h1|table)\b/);
		assert.match(html, /\[link\]\(command:x\)/);
		assert.doesNotMatch(escaped(nasty), /\$\(/);
	});
});

describe('a title that a model is told', () => {
	it('cannot leave its quotes, its line or its order', () => {
		const quoted = quotedTitle('Hi" · handle of-another\n- "Second\u202e line\u0007\\');
		assert.equal(quoted, String.raw`"Hi\" · handle of-another - \"Second line\\"`);
	});

	it('has no secret, and is cut into no character', () => {
		const title = 'Use ghp_0123456789abcdefghijABCDEFGHIJ012345 now';
		assert.equal(quotedTitle(title), '"Use [REDACTED] now"');
		assert.equal(quotedTitle(`${'a'.repeat(99)}😀b`), `"${'a'.repeat(99)}\ufffd"`);
	});
});

describe('the row of a search hit', () => {
	it('has the first hit near its beginning, and no marks of hits or of Markdown', () => {
		assert.equal(excerptLabel('two ⟦bookings⟧ overlap'), 'two bookings overlap');
		const far = excerptLabel(`${'never let anything '.repeat(20)}of two ⟦bookings⟧ overlap`);
		assert.match(far, /^….{0,24}bookings overlap$/);
		assert.equal(excerptLabel(`${'x'.repeat(60)}⟦hit⟧ \n y`), `${'x'.repeat(60)}hit y`);
		assert.equal(excerptLabel('## **State:** ⟦done⟧'), 'State: done');
		assert.equal(excerptLabel('no hit in it'), 'no hit in it');
	});
});
