import assert from 'node:assert/strict';
import { renderMarkdown, splitNumber } from '../../../src/panel/markdown.ts';
import { processorTime } from '../../support/processorTime.ts';

describe('Markdown of a conversation', () => {
	it('keeps emphasis, code and lists', () => {
		assert.equal(
			renderMarkdown('**bold** `code`').trim(),
			'<p><strong>bold</strong> <code>code</code></p>',
		);
		assert.match(renderMarkdown('- one\n- two'), /<ul>\s*<li>one<\/li>/);
	});

	it('shows raw HTML as text', () => {
		const html = renderMarkdown('<img src=x onerror=alert(1)> <script>alert(1)</script>');
		assert.doesNotMatch(html, /<(?:img|script)/);
		assert.match(html, /&lt;script&gt;/);
	});

	it('links to web and mail addresses only', () => {
		assert.match(renderMarkdown('[a](https://example.com)'), /href="https:\/\/example\.com"/);
		assert.match(renderMarkdown('see https://example.com/x'), /<a href/);
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
			assert.doesNotMatch(renderMarkdown(`[a](${url})`), /<a /, url);
			assert.doesNotMatch(renderMarkdown(`<${url}>`), /<a /, url);
		}
	});

	it('does not take names of files for web addresses', () => {
		assert.doesNotMatch(renderMarkdown('auth.py, build.sh and 10.0.0.1'), /<a /);
	});

	it('names images and never loads them', () => {
		const html = renderMarkdown(
			'![a <b>](https://example.com/x.png) ![](https://example.com/y.png)',
		);
		assert.doesNotMatch(html, /<img/);
		assert.match(html, /\[a &lt;b&gt;\] \[https:\/\/example\.com\/y\.png\]/);
	});

	it('shows the definition of a link, which would otherwise leave nothing to see', () => {
		assert.match(renderMarkdown('[y]: https://example.com/d'), /\[y\]: .*example\.com\/d/);
	});

	it('renders nested quotes in reasonable time', () => {
		const took = processorTime(() => {
			renderMarkdown('>'.repeat(20_000));
			renderMarkdown('['.repeat(20_000));
		});
		assert.ok(took < 2_000, `took ${took} ms`);
	});
});

describe('the number of an item', () => {
	it('is taken off where there is one', () => {
		assert.deepEqual(splitNumber('12. EDIT a.ts — ok'), { number: '12.', text: 'EDIT a.ts — ok' });
		assert.deepEqual(splitNumber('EDIT a.ts'), { number: '', text: 'EDIT a.ts' });
		assert.deepEqual(splitNumber('3.5 is a version'), { number: '', text: '3.5 is a version' });
	});
});
