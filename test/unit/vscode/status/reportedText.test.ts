import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reportedText, type KnownTexts } from '../../../../src/vscode/status/reportedText.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const german = JSON.parse(
	readFileSync(path.join(root, 'l10n/bundle.l10n.de.json'), 'utf8'),
) as Readonly<Record<string, string>>;
const known: KnownTexts = Object.entries(german).flatMap(([english, shown]) => [
	[english, english],
	[english, shown],
]);

describe('a line of the log in a report', () => {
	for (const text of [
		`Unexpected token 'W', "We fire Bob\nnext week"... is not valid JSON`,
		'Die Datei „Kündigung Bob.jsonl“ kann nicht gelesen werden',
		'Failed: /home/jane',
		"ENOENT: no such file, open '/home/o'brien/acme/x.jsonl'",
		'read /home/jane (work)/acme merger/x.json failed',
		'request to https://llm.internal.acme.corp:8443/v1 failed',
		'getaddrinfo ENOTFOUND llm.internal.acme.corp',
		'connect ECONNREFUSED 10.1.2.3:443',
		'Error: 400 Invalid request: The prompt contained: Please dismiss Bob',
		'open projects/acme-merger/secret/x.ts',
		'vscode-remote://ssh-remote%2Bjane-box/home/jane/acme',
		"'We fire Bob tomorrow' is not assignable",
		'file:///home/jane/acme-merger/x.ts:3:4',
		'Invalid input: «Bob entlassen» for x',
		'"line one\\nmulti \nsecond line secret" broke',
		'C:\\Users\\jane\\acme merger',
		'git: Author identity unknown jane.doe@acme.com',
		'`We said `Bob`',
		'Error: We fire Bob\n    at Bob (/home/jane/acme.js:1:2)\n    Bob at noon',
		'These folders are not on the machine where Precis runs: vscode-vfs://github/acme/merger-2027. Precis cannot open transcripts in them, but it still finds sessions in the folders of assistants.',
		"Summary: first openai/x failed after 3 ms: 400 [{'loc': ('body','messages',0), 'input': 'Please dismiss Bob on Monday'}]",
		'Git failed: ssh: Could not resolve hostname git.acme.example: Name or service not known',
		"The remote cannot be reached. fatal: unable to access 'https://git.acme.example/ma/merger.git/'",
		'The push was refused. remote: Jane Doe may not push to acme/merger-2027',
	]) {
		it(`quotes nothing foreign: ${text.slice(0, 60).replaceAll('\n', ' ')}`, () => {
			const foreign =
				/bob|fire|jane|brien|acme|corp|10\.1|8443|dismiss|merger|kündigung|entlassen|second|secret|noon|token/i;
			assert.doesNotMatch(reportedText(text, known), foreign);
		});
	}

	it('names the text of ours in English, without what stood at its places', () => {
		const english = 'The action failed: {0}';
		const shown = german[english] ?? '';
		assert.notEqual(shown, '');
		for (const template of [english, shown]) {
			assert.equal(reportedText(template.replace('{0}', 'dismiss Bob'), known), english);
		}
	});

	it('names errors, their codes, and their places in our code', () => {
		const text =
			'TypeError: ENOENT, open /home/jane\n    at read (file:///C:/Users/jane/ext/dist/worker.mjs:12:34)\n    at C:\\Users\\jane\\dist\\extension.cjs:1:2\n    at node:internal/fs:3:4';
		assert.equal(
			reportedText(text, known),
			'TypeError ENOENT\n    at worker.mjs:12:34\n    at extension.cjs:1:2\n    at node:internal/fs:3:4',
		);
	});

	it('tells all else by its length', () => {
		assert.equal(reportedText('Please dismiss Bob', known), 'characters: 18');
	});

	it('names whatever the log says in English alone', () => {
		const folder = path.join(root, 'src/vscode');
		const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => readFileSync(path.join(folder, file), 'utf8'))
			.join('\n');
		const texts = [...code.matchAll(/\blog\.(?:warn|error)\(\s*['`]([^$'`\n][^'`\n]*)['`]/g)].map(
			([, text = '']) => text.replaceAll(/\$\{[^{}]*\}/g, 'x'),
		);
		assert.ok(texts.length >= 8);
		for (const text of texts) {
			assert.doesNotMatch(reportedText(text, []), /^characters/, text);
		}
	});

	it('knows the errors of Precis by their names', () => {
		for (const name of ['WorkerError', 'StoreError', 'GitFailure', 'ModelError']) {
			assert.equal(reportedText(`${name}: dismiss Bob`, []), name);
		}
	});
});
