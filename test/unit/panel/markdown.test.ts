import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { markdownHtml } from '../../../src/panel/markdown.ts';
import { isExternalLink } from '../../../src/protocol/externalLink.ts';
import { assertLinear } from '../../support/growth.ts';

/** HTML without the line ends between elements. */
function html(text: string): string {
	return markdownHtml(text).replaceAll(/>\n/g, '>').trim();
}

/** The words of a text without their marks. */
function words(text: string): string {
	return markdownHtml(text).replaceAll(/<[^>]*>/g, '');
}

/** Where the links of a text lead. */
function hrefs(text: string): readonly string[] {
	return [...markdownHtml(text).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
}

describe('Markdown of a conversation', () => {
	it('keeps emphasis, code and lists', () => {
		assert.equal(
			html('**bold** `code` _a_ ~~b~~'),
			'<p><strong>bold</strong> <code>code</code> <em>a</em> <s>b</s></p>',
		);
		assert.equal(html('- one\n- two'), '<ul><li>one</li><li>two</li></ul>');
	});

	it('counts a list from its first number', () => {
		assert.equal(html('3. c\n4. d'), '<ol start="3"><li>c</li><li>d</li></ol>');
	});

	it('shows every line end', () => {
		assert.equal(html('a\nb  \nc\\\nd'), '<p>a<br>b<br>c<br>d</p>');
	});

	it('keeps code as it was written', () => {
		assert.equal(
			html('- x\n  ```go\n  \tif a < b {\n\n  ```'),
			'<ul><li>x<pre><code class="language-go">\tif a &lt; b {\n\n</code></pre></li></ul>',
		);
	});

	it('shows raw HTML as text', () => {
		const shown = html('<img src=x onerror=alert(1)> <script>alert(1)</script>');
		assert.doesNotMatch(shown, /<(?:img|script)/);
		assert.match(shown, /&lt;script&gt;/);
	});

	it('links to web and mail addresses only', () => {
		assert.match(markdownHtml('[a](https://example.com)'), /href="https:\/\/example\.com"/);
		assert.match(markdownHtml('see https://example.com/x'), /<a href/);
		assert.match(markdownHtml('<me@example.com>'), /<a href="mailto:me@example\.com"/);
		for (const url of [
			'javascript:alert(1)',
			'JaVaScRiPt:alert(1)',
			'command:workbench.action.terminal.new',
			'vscode://evil',
			'data:text/html,x',
			'file:///etc/passwd',
			'//example.com',
			'src/a.ts',
			'&#106;avascript:alert(1)',
		]) {
			assert.doesNotMatch(markdownHtml(`[a](${url})`), /<a /, url);
			assert.doesNotMatch(markdownHtml(`<${url}>`), /<a /, url);
		}
	});

	it('ends a bare address where its sentence or its string goes on', () => {
		for (const [text, address] of [
			['see https://example.com/a_b.', 'https://example.com/a_b'],
			['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
			['**https://example.com**', 'https://example.com'],
			['"http://localhost:${PORT}/x"', 'http://localhost'],
			['[words https://example.com/a](https://example.org)', 'https://example.org'],
		] as const) {
			assert.deepEqual(hrefs(text), [address], text);
		}
	});

	it('does not take names of files for web addresses', () => {
		assert.doesNotMatch(markdownHtml('auth.py, build.sh and 10.0.0.1'), /<a /);
	});

	it('names images and never loads them', () => {
		assert.equal(
			html('![a <b>](https://example.com/x.png) ![](https://example.com/y.png)'),
			'<p>[a &lt;b&gt;] [https://example.com/y.png]</p>',
		);
	});

	it('shows the definition of a link, which would otherwise leave nothing to see', () => {
		assert.match(markdownHtml('[y]: https://example.com/d'), /\[y\]: .*example\.com\/d/);
	});

	it('writes out a character without a shape that is named by its number', () => {
		assert.equal(html('a&#x202E;b &lt;'), '<p>a⟨U+202E⟩b &lt;</p>');
	});

	it('cuts no text off, however deep it stands', () => {
		for (const mark of ['> ', '- ', '*_']) {
			assert.match(words(`${mark.repeat(200)}words`), /words\s*$/);
		}
	});
});

/** Everything that means something in Markdown, and what harm is made of. */
const pieces = [
	...`* ** _ ~~ \` \`\`\` | --- === [ ]( ) ] ![ < > " & ; a é 🙂 https://x.y/z mailto:a@b.c
	javascript:alert(1) data:text/html,x command:x vscode://x <script> onclick= style= &#106;
	&colon; &Tab; //x.y file:///`.split(/\s+/),
	'- ',
	'1. ',
	'7) ',
	'> ',
	'    ',
	'\t',
	'# ',
	'\n',
	'\n\n',
	'|-|-|\n',
	'\\',
	' ',
	'<img src=x onerror=y>',
];

describe('any text at all as Markdown', () => {
	const text = fc.oneof(
		fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join('')),
		fc.string({ unit: 'binary', maxLength: 200 }),
	);

	it('becomes no element but those of text, and no link but an external one', () => {
		const tags = new Set(
			'p br hr blockquote pre code em strong s a ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
				' ',
			),
		);
		fc.assert(
			fc.property(text, (markdown) => {
				for (const [, tag = ''] of markdownHtml(markdown).matchAll(/<([^\s/>]*)/g)) {
					assert.ok(tag === '' || tags.has(tag), tag);
				}
				for (const href of hrefs(markdown)) {
					assert.ok(isExternalLink(href), href);
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('keeps its words', () => {
		fc.assert(
			fc.property(text, fc.constantFrom('- ', '> ', '# ', '**', '| ', ''), (before, mark) => {
				assert.match(words(`${before}\n\n${mark}kept`), /kept/);
			}),
			{ numRuns: 200 },
		);
	});

	// The library takes the square of the time for the first of these: what is too long for that is not parsed.
	for (const piece of ['> ```\nx\n', '![', 'https://x.y/z', '|-|-|\n', '- a\n\n', '*a _b ']) {
		it(`is read in linear time, however long it is: ${JSON.stringify(piece)}`, () => {
			assertLinear(30_000, (size) => {
				const text = piece.repeat(size / piece.length);
				return () => markdownHtml(text);
			});
		});
	}

	it('is shown to its end, however long it is', () => {
		assert.match(words(`${'- words\n'.repeat(10_000)}the *end*`), /the \*end\*$/);
	});
});
