import assert from 'node:assert/strict';
import { webviewHtml } from '../../../src/vscode/webviewHtml.ts';

const page = {
	cspSource: 'https://file.vscode-cdn.net',
	nonce: 'bm9uY2U',
	script: 'https://file.vscode-cdn.net/dist/panel.js',
	style: 'https://file.vscode-cdn.net/dist/panel.css',
	title: 'Summary',
	language: 'en',
};

/** The page's policy as directive → sources. */
function policy(html: string): Map<string, string> {
	const content = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
	return new Map(
		content.split('; ').map((directive) => {
			const [name = '', ...sources] = directive.split(' ');
			return [name, sources.join(' ')];
		}),
	);
}

describe('the page of the Summary view', () => {
	it('allows nothing but its own script and style', () => {
		assert.deepEqual(
			[...policy(webviewHtml(page))],
			[
				['default-src', "'none'"],
				['script-src', "'nonce-bm9uY2U'"],
				['style-src', 'https://file.vscode-cdn.net'],
				['base-uri', "'none'"],
				['form-action', "'none'"],
			],
		);
	});

	it('has one script, with the nonce and without inline code', () => {
		const scripts = webviewHtml(page).match(/<script[^]*?<\/script>/g) ?? [];
		assert.deepEqual(scripts, [
			'<script nonce="bm9uY2U" src="https://file.vscode-cdn.net/dist/panel.js"></script>',
		]);
	});

	it('has no inline handlers or styles', () => {
		assert.doesNotMatch(webviewHtml(page), /\son\w+=|\sstyle=|<style|javascript:/i);
	});

	it('escapes what is put into it', () => {
		const html = webviewHtml({ ...page, title: '</title><script>', language: '"><script>' });
		assert.equal(html.match(/<script/g)?.length, 1);
	});
});
