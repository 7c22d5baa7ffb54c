import { randomBytes } from 'node:crypto';
import type { Uri, Webview } from 'vscode';

/** The parts of a page, as addresses for the webview. */
export interface WebviewPage {
	/** Origin of the extension's own resources. */
	readonly cspSource: string;
	/** A new random value for every page. */
	readonly nonce: string;
	readonly script: string;
	readonly style: string;
	readonly title: string;
	/** BCP 47. */
	readonly language: string;
}

/**
 * The HTML of a webview. It contains no data: everything comes by message, so no conversation is
 * ever written into HTML. No remote content can be loaded, no inline code can run.
 */
export function webviewHtml(page: WebviewPage): string {
	const policy = [
		"default-src 'none'",
		`script-src 'nonce-${page.nonce}'`,
		`style-src ${page.cspSource}`,
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
	return `<!DOCTYPE html>
<html lang="${escapeAttribute(page.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeAttribute(page.style)}">
<title>${escapeAttribute(page.title)}</title>
</head>
<body>
<div id="root"></div>
<script nonce="${escapeAttribute(page.nonce)}" src="${escapeAttribute(page.script)}"></script>
</body>
</html>`;
}

/**
 * Shows one of our pages in a webview, which may load only built files.
 * @param page `name` is the file name of its bundles in `dist`.
 */
export function showPage(
	webview: Webview,
	extensionUri: Uri,
	page: Pick<WebviewPage, 'title' | 'language'> & { readonly name: 'panel' | 'session' },
): void {
	const { name, title, language } = page;
	const dist = extensionUri.with({ path: `${extensionUri.path}/dist` });
	const addressOf = (ending: string): string =>
		webview.asWebviewUri(dist.with({ path: `${dist.path}/${name}.${ending}` })).toString();
	webview.options = { enableScripts: true, localResourceRoots: [dist] };
	webview.html = webviewHtml({
		cspSource: webview.cspSource,
		nonce: randomBytes(16).toString('base64url'),
		script: addressOf('js'),
		style: addressOf('css'),
		title,
		language,
	});
}

function escapeAttribute(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}
