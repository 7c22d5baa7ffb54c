import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { escaped, fenced } from '../../../../src/vscode/participant/markdown.ts';

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
