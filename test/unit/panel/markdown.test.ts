import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { readMarkdown } from '../../../src/panel/markdown/blocks.ts';
import {
	textOf,
	type MarkdownElement,
	type MarkdownNode,
} from '../../../src/panel/markdown/tree.ts';
import { isExternalLink } from '../../../src/protocol/externalLink.ts';
import { comparable, markdownHtml, referenceHtml } from '../../support/markdownHtml.ts';
import { processorTime } from '../../support/processorTime.ts';

describe('Markdown of a conversation', () => {
	it('keeps emphasis, code and lists', () => {
		assert.equal(
			markdownHtml('**bold** `code` _a_ ~~b~~'),
			'<p><strong>bold</strong> <code>code</code> <em>a</em> <s>b</s></p>',
		);
		assert.equal(markdownHtml('- one\n- two'), '<ul><li>one</li><li>two</li></ul>');
	});

	it('counts a list from its first number', () => {
		assert.equal(markdownHtml('3. c\n4. d'), '<ol start="3"><li>c</li><li>d</li></ol>');
	});

	it('shows every line end', () => {
		assert.equal(markdownHtml('a\nb  \nc\\\nd'), '<p>a<br>b<br>c<br>d</p>');
	});

	it('keeps code as it was written', () => {
		assert.equal(
			markdownHtml('- x\n  ```go\n  \tif a < b {\n\n  ```'),
			'<ul><li>x<pre><code>\tif a &lt; b {\n\n</code></pre></li></ul>',
		);
	});

	it('shows raw HTML as text', () => {
		const html = markdownHtml('<img src=x onerror=alert(1)> <script>alert(1)</script>');
		assert.doesNotMatch(html, /<(?:img|script)/);
		assert.match(html, /&lt;script&gt;/);
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
			['https://example.com/a\\nb', 'https://example.com/a'],
			['[words https://example.com/a](https://example.org)', 'https://example.org'],
		] as const) {
			const hrefs = elementsIn(readMarkdown(text)).flatMap(({ href }) => href ?? []);
			assert.deepEqual(hrefs, [address], text);
		}
	});

	it('does not take names of files for web addresses', () => {
		assert.doesNotMatch(markdownHtml('auth.py, build.sh and 10.0.0.1'), /<a /);
	});

	it('names images and never loads them', () => {
		assert.equal(
			markdownHtml('![a <b>](https://example.com/x.png) ![](https://example.com/y.png)'),
			'<p>[a &lt;b&gt;] [https://example.com/y.png]</p>',
		);
	});

	it('shows the definition of a link, which would otherwise leave nothing to see', () => {
		assert.match(markdownHtml('[y]: https://example.com/d'), /\[y\]: .*example\.com\/d/);
	});

	it('writes out a character without a shape that is named by its number', () => {
		assert.equal(markdownHtml('a&#x202E;b &lt;'), '<p>a⟨U+202E⟩b &lt;</p>');
	});

	it('cuts no text off, however deep it stands', () => {
		for (const mark of ['> ', '- ', '*_']) {
			const words = readMarkdown(`${mark.repeat(200)}words`)
				.map(textOf)
				.join('');
			assert.match(words, /words$/);
		}
	});
});

/** Everything that means something in Markdown, and what harm is made of. */
const pieces = [
	'*',
	'**',
	'_',
	'~~',
	'`',
	'```',
	'- ',
	'1. ',
	'7) ',
	'> ',
	'    ',
	'\t',
	'# ',
	'|',
	'---',
	'===',
	'\n',
	'\n\n',
	'|-|-|\n',
	'[',
	'](',
	')',
	']',
	'![',
	'\\',
	'<',
	'>',
	'"',
	'&',
	';',
	' ',
	'a',
	'é',
	'🙂',
	'https://x.y/z',
	'mailto:a@b.c',
	'javascript:alert(1)',
	'data:text/html,x',
	'command:x',
	'vscode://x',
	'<script>',
	'<img src=x onerror=y>',
	'onclick=',
	'style=',
	'&#106;',
	'&colon;',
	'&Tab;',
	'//x.y',
	'file:///',
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
				for (const { tag, href, start, ...rest } of elementsIn(readMarkdown(markdown))) {
					assert.ok(tags.has(tag));
					assert.deepEqual(Object.keys(rest), ['children']);
					assert.equal(href !== undefined, tag === 'a');
					assert.ok(href === undefined || isExternalLink(href), href);
					assert.ok(start === undefined || (tag === 'ol' && Number.isSafeInteger(start)));
				}
			}),
			{ numRuns: 3_000 },
		);
	}).timeout(30_000);

	it('keeps its words', () => {
		fc.assert(
			fc.property(text, fc.constantFrom('- ', '> ', '# ', '**', '| ', ''), (before, mark) => {
				const shown = readMarkdown(`${before}\n\n${mark}kept`).map(textOf).join('');
				assert.match(shown, /kept/);
			}),
			{ numRuns: 1_000 },
		);
	}).timeout(30_000);

	it('takes time in proportion to its length', () => {
		const took = processorTime(() => {
			for (const piece of [
				...pieces,
				'> ```\nx\n',
				'[](a "',
				'![a](',
				'*a _b ',
				'- a\n\n',
				'`` ` ',
				'|\n',
				'](<',
			]) {
				readMarkdown(piece.repeat(100_000 / piece.length));
				readMarkdown(`a | b\n-|-\n${piece.repeat(20_000 / piece.length)}`);
			}
		});
		assert.ok(took < 10_000, `took ${took} ms`);
	}).timeout(60_000);
});

describe('Markdown that assistants write', () => {
	it('looks as in other readers of CommonMark', () => {
		for (const file of [
			'README.md',
			'CONTRIBUTING.md',
			'CHANGELOG.md',
			'docs/api.md',
			'docs/benchmarks.md',
		]) {
			const plain = withoutImagesAndLocalLinks(readFileSync(file, 'utf8'));
			assert.equal(comparable(markdownHtml(plain)), comparable(referenceHtml(plain)), file);
		}
	});

	for (const [what, text] of Object.entries({
		'loose and tight lists':
			'- a\n- b\n\n- c\n  - d\n\n    e\n- f\n\n\n1. g\n   1. h\n2. i\n\ntext',
		'lists of different kinds': '- a\n* b\n+ c\n1. d\n1) e',
		'empty items': '-\n- a\n-\n\n  b\n1.',
		'a paragraph that looks like a list': 'in\n2020. That was\n- it\n1. one',
		'quotes with lazy lines': '> a\nb\n> - c\nd\n\n> ```\n> e\nf',
		'lists in quotes': '> - a\n>\n> - b\n> \n> c',
		fences: '```js\na\n``\n```\n~~~\nb\n~~~~\n   ```\n    c\n  d\n```\n`` e ``\n```\nopen',
		'indented code': 'a\n    b\n\n    c\n\n\n\td\n- e\n\n      f',
		headings: '# a #\n## b ##c\n### \n#d\ne\nf\n===\ng\n---\n---\n####### h',
		rules: '***\n- - -\n_ _ _\n--\n* * *a',
		tables: 'x\n| a | b |\n|:--|--:|\n| `c` \\| d | e | f |\n| g |\nh\n\n| a |\n|---|---|\n',
		emphasis: '*a **b*** **c*d*** _e_f_ a_b_c **g**h** ***i** j* *k**l*m** ~~n~~o~ ~p~ * q*',
		'code spans': '`` ` `` `a ``b` c`` ` `` ` `  `',
		links:
			'[a](https://x.y "t") [b](<https://x.y/a b>) [c](https://x.y/(d)) [e [f](https://x.y) g](https://x.z) [h]',
		escapes: '\\* \\a \\\\ &amp; &nope; &lt;b&gt; \\<i> &copy',
	})) {
		it(`looks as in other readers: ${what}`, () => {
			assert.equal(comparable(markdownHtml(text)), comparable(referenceHtml(text)));
		});
	}
});

/** Documents of ours show pictures and link to files, which a conversation's Markdown never does. */
function withoutImagesAndLocalLinks(text: string): string {
	return text
		.replaceAll(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
		.replaceAll(/\]\((?!https?:)[^)\n]*\)/g, ']');
}

function elementsIn(nodes: readonly MarkdownNode[]): readonly MarkdownElement[] {
	return nodes.flatMap((node) =>
		typeof node === 'string' ? [] : [node, ...elementsIn(node.children)],
	);
}
