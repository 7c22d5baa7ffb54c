import assert from 'node:assert/strict';
import type { Log, Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { assembleModelSummary } from '../../../src/summary/assembly.ts';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import {
	renderItem,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type SummaryItem,
} from '../../../src/summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../../../src/summary/summariser.ts';
import { assistant, at, call, logOf, prose, result, user } from '../../support/logs.ts';
import { item, requestOf, summaryWith } from './requests.ts';

const edit = (id: string, path: string) => [
	assistant('', call(id, 'Edit', { file_path: `/shop/${path}`, old_string: 'a', new_string: 'b' })),
	result(id, 'The file has been updated.'),
];
const run = (id: string, command: string, output: string, failed = false) => [
	assistant('', call(id, 'Bash', { command })),
	result(id, failed ? `Exit code 1\n${output}` : output, failed),
];

const log = logOf(
	user('Make the totals right and never touch the till, please.'),
	...run('a', 'npm test', '3 failed, 20 passed', true),
	...edit('b', 'src/invoice.ts'),
	...edit('c', 'src/csv/export.ts'),
	...edit('d', 'src/pdf/export.ts'),
	...run('e', 'npm test', '1 failed, 22 passed', true),
	...run('f', 'npm run lint', 'Tests: 4 passed'),
	...run('g', 'git commit -m "Round once"', '[main 7c2d9e1] Round once\n 1 file changed'),
	assistant('', call('h', 'Delete', { path: '/shop/src/old.ts' })),
	assistant('', call('i', 'delete_file', { path: '/shop/src/gone.ts' })),
	result('i', 'Deleted src/gone.ts'),
	user('Write the voucher column into the readme when you are done with the totals.'),
	assistant(prose(4_000)),
);

type Sections = Partial<Record<SectionTitle, readonly SummaryItem[]>>;

function assembled(sections: Sections = {}, changes: Partial<SummaryRequest> = {}): SummaryDraft {
	const summary = summaryOf((title) => sections[title] ?? []);
	return assembleModelSummary(summary, requestOf(log, { budget: 4_000, ...changes }));
}

function addedTexts(sections: Sections = {}, changes: Partial<SummaryRequest> = {}): string {
	return (assembled(sections, changes).added ?? []).map(({ text }) => text).join('\n');
}

describe('a model’s summary in a handoff', () => {
	it('says so where a later request of the person follows it, beside the task it tells', () => {
		const written = summaryWith({ 'Active Task': [item('"Make the totals right"', 1)] });
		const end = log.length - 2;
		const { summary } = assembleModelSummary(
			written,
			requestOf(log, { range: { start: 0, end }, fresh: [{ start: 0, end }] }),
		);
		assert.deepEqual(
			summary['Active Task'].map(({ place, sources }) => [place, ...sources]),
			[
				['below', log.length - 1],
				[undefined, 1],
			],
		);
	});

	it('tells a later request that was answered from one that was not', () => {
		const range = { start: 0, end: log.length - 2 };
		const pointerOf = (own: Log): string =>
			at(
				assembleModelSummary(summaryWith({}), requestOf(own, { range, fresh: [range] })).summary[
					'Active Task'
				],
				0,
			).text;
		assert.notEqual(pointerOf(log), pointerOf(log.slice(0, -1)));
	});

	it('stands as it was written, in every section', () => {
		const written = summaryWith({
			'Active Task': [item('"Write the voucher column into the readme"', 19)],
			'In Progress': [item('The readme was being read', 3)],
			'Completed Actions': [item('1. EDIT src/invoice.ts — rounds once', 4), item('7. Looked', 3)],
		});
		const { summary } = assembleModelSummary(written, requestOf(log));
		for (const title of sectionTitles) {
			assert.deepEqual(
				summary[title].map(({ text }) => text),
				written[title].map(({ text }) => text),
			);
		}
	});

	it('stays whole where it is longer than its budget, and leaves the rest a little room', () => {
		const long = Array.from({ length: 60 }, (_, index) => item(prose(300, index), 20));
		const draft = assembled({ 'Critical Context': long }, { budget: 2_000 });
		assert.equal(draft.summary['Critical Context'].length, long.length);
		assert.ok(draft.quotes.length > 0);
		assert.ok((draft.added ?? []).length > 0);
	});

	it('is the same for the same input', () => {
		assert.deepEqual(assembled({ Goal: [item('Totals')] }), assembled({ Goal: [item('Totals')] }));
	});
});

describe('what the ledger adds to it', () => {
	it('is every state that it does not tell, apart from it', () => {
		const { summary, added = [], audit } = assembled();
		const texts = added.map(({ text }) => text).join('\n');
		for (const part of ['npm test', '7c2d9e1', 'invoice.ts', 'csv/export.ts', 'gone.ts']) {
			assert.ok(texts.includes(part), `${part} in\n${texts}`);
		}
		assert.ok(sectionTitles.every((title) => summary[title].length === 0));
		assert.equal(audit?.kept, 0);
		assert.equal(audit?.appended, audit?.facts);
	});

	it('is no file that it names by its path, or by a name that no other file has', () => {
		const texts = addedTexts({
			'Relevant Files': [item('`invoice.ts`: one rounding'), item('csv/export.ts — new column')],
		});
		assert.doesNotMatch(texts, /invoice\.ts|csv\/export/);
		assert.match(texts, /pdf\/export\.ts/);
		assert.match(
			addedTexts({ Goal: [item('Change export.ts')] }),
			/csv\/export[^]*pdf\/export|pdf\/export[^]*csv\/export/,
		);
		assert.match(addedTexts({ Goal: [item('See myinvoice.ts')] }), /invoice\.ts/);
	});

	it('is no outermost file that it names without a directory', () => {
		const nested = logOf(
			user('Set them up.'),
			...edit('a', 'package.json'),
			...edit('b', 'packages/ui/package.json'),
		);
		const texts = (told: string): string =>
			(
				assembleModelSummary(
					summaryOf((title) => (title === 'Relevant Files' ? [item(told)] : [])),
					requestOf(nested),
				).added ?? []
			)
				.map(({ text }) => text)
				.join('\n');
		assert.doesNotMatch(texts('`package.json` — a script for it'), /shop\/package\.json/);
		assert.match(texts('`package.json` — a script for it'), /ui\/package\.json/);
		assert.match(texts('`packages/ui/package.json` — new'), /shop\/package\.json/);
	});

	it('is no commit and no run that it tells with its outcome', () => {
		const texts = addedTexts({
			'Active State': [item('Commit 7c2d9e1 on main; `npm test` still fails: 1 failed, 22 passed')],
		});
		assert.doesNotMatch(texts, /7c2d9e1|npm test/);
		for (const text of ['`npm test` passes', '`npm run lint` fails']) {
			const command = text.split('`')[1] ?? '';
			assert.ok(addedTexts({ 'Active State': [item(text)] }).includes(command), text);
		}
	});

	it('is counted', () => {
		const { audit, added = [] } = assembled({ Goal: [item('Edit invoice.ts, commit 7c2d9e1')] });
		assert.equal(audit?.kept, 2);
		// One line names the directory of the paths.
		const facts = added.filter(({ sources }) => sources.length > 0);
		assert.equal(facts.length, added.length - 1);
		assert.equal(audit?.appended, facts.length);
		assert.equal(audit?.facts, (audit?.kept ?? 0) + facts.length);
		assert.equal(audit?.corrected, 0);
	});

	it('stays within what is left of the budget', () => {
		const many = logOf(
			user('Edit all'),
			...Array.from({ length: 300 }, (_, index) =>
				edit(`x${index}`, `src/module${index}.ts`),
			).flat(),
		);
		const { added = [], audit } = assembleModelSummary(
			summaryOf(() => []),
			requestOf(many, { budget: 2_000 }),
		);
		const tokens = added.reduce((sum, one) => sum + estimatedTokens.count(renderItem(one)), 0);
		assert.ok(tokens <= 1_000, String(tokens));
		assert.ok((audit?.appended ?? 0) < (audit?.facts ?? 0));
	});
});

describe('the person’s words beside it', () => {
	it('are those that it does not quote', () => {
		const texts = (sections: Sections) => assembled(sections).quotes.map(({ text }) => text);
		assert.equal(texts({}).length, 2);
		assert.deepEqual(
			texts({
				'Active Task': [
					item('"Write the voucher column into the readme when you are done with the totals."'),
				],
			}).map((text) => text.slice(0, 4)),
			['Make'],
		);
		assert.equal(texts({ Goal: [item('The readme was to tell of the voucher column')] }).length, 2);
	});

	it('are none of which it quotes every sentence, in whatever sections', () => {
		const said = logOf(
			user('Keep the till as it is. Write the voucher column into the readme.\n[image]'),
			assistant(prose(400)),
		);
		const summary = summaryOf((title) =>
			title === 'Goal'
				? [item('“Write the voucher column into the readme.”')]
				: title === 'Constraints & Preferences'
					? [item('“Keep the till as it is.”')]
					: [],
		);
		assert.deepEqual(assembleModelSummary(summary, requestOf(said)).quotes, []);
		const half = { ...summary, Goal: [] };
		assert.equal(assembleModelSummary(half, requestOf(said)).quotes.length, 1);
	});

	it('are a few words that it has by chance, but not with what came next', () => {
		const said = logOf(
			user('I do 1'),
			assistant(prose(400)),
			user('Or no, do option c instead.'),
			assistant(prose(400)),
		);
		const quotes = (sections: Sections): number =>
			assembleModelSummary(
				summaryOf((title) => sections[title] ?? []),
				requestOf(said),
			).quotes.length;
		const next = '“Or no, do option c instead.”';
		assert.equal(quotes({ 'Key Decisions': [item(`“I do 1”, then ${next}`)] }), 0);
		assert.equal(quotes({ 'Key Decisions': [item('“I do 1”')] }), 2);
		// A short rule that it does not have.
		assert.equal(quotes({ 'Key Decisions': [item(next)] }), 1);
	});
});

describe('a section that a model leaves empty', () => {
	it('is not called one that the handoff does not cover', () => {
		const draft = assembled({ Goal: [item('Right totals')] });
		assert.doesNotMatch(renderHandoff(draft, {}), /⟪precis: [^⟫]*Blocked/);
	});
});

describe('a correction', () => {
	const corrected = (title: SectionTitle, text: string): string =>
		assembled({ [title]: [item(text, 3)] }).summary[title][0]?.text ?? '';

	it('stands behind a state that the log contradicts for that very file', () => {
		assert.match(
			corrected('Relevant Files', 'src/gone.ts — created; the old totals'),
			/created ⟪precis: [^⟫]*deleted⟫; the old totals/,
		);
		assert.match(corrected('Relevant Files', '`src/invoice.ts` — deleted'), /deleted ⟪precis: /);
	});

	const after = (text: string, ...messages: readonly Message[]): SummaryDraft =>
		assembleModelSummary(
			summaryOf((title) => (title === 'Relevant Files' ? [item(text, 3)] : [])),
			requestOf(logOf(user('Go on.'), ...edit('a', 'src/invoice.ts'), ...messages), {
				budget: 4_000,
			}),
		);
	const deleted = 'src/invoice.ts — deleted';
	const isCorrected = ({ summary }: SummaryDraft): boolean =>
		summary['Relevant Files'][0]?.text !== deleted;

	for (const command of [
		'rm -f src/till.ts test/ && npm test',
		'git add -A && git commit -m "Remove what src/invoice.ts had" && git push',
		'git mv src/till.ts src/desk.ts',
		'git checkout -b fix && git log --stat',
		`git commit -m "$(cat <<'EOF'\nRemove the rest of invoice.ts\nrm it *\nEOF\n)"`,
	]) {
		it(`does not depend on a command about others: ${command}`, () => {
			assert.ok(isCorrected(after(deleted, ...run('b', command, 'ok'))));
		});
	}

	for (const command of [
		'rm -r src',
		'rm ./src/*.ts',
		'cd src && rm invoice.ts',
		'find . -name "*.ts" | xargs rm',
		'git checkout main',
		'git rm src/invoice.ts',
		'rm -rf .',
		'git diff --name-only main | xargs rm',
		'rm $(git diff --name-only --diff-filter=A)',
		'git show HEAD~1 | git apply -R',
		'git checkout -b hotfix origin/main',
	]) {
		it(`is none after a command that may have done it, but the log’s state is added: ${command}`, () => {
			const draft = after(deleted, ...run('b', command, 'ok'));
			assert.ok(!isCorrected(draft));
			assert.ok(draft.added?.some(({ text }) => text.includes('src/invoice.ts — edited')));
			const seen = after(
				deleted,
				...run('b', command, 'ok'),
				assistant('', call('c', 'Read', { file_path: '/shop/src/invoice.ts' })),
				result('c', 'const total = 1;'),
			);
			assert.ok(isCorrected(seen));
		});
	}

	it('is made for a file that was read before the end of the summary and edited later', () => {
		const read = [
			assistant('', call('r', 'Read', { file_path: '/shop/src/invoice.ts' })),
			result('r', 'const total = 1;'),
		];
		const draftOf = (...messages: readonly Message[]): SummaryDraft => {
			const said = logOf(user('Go on.'), ...messages, ...edit('b', 'src/invoice.ts'));
			const range = { start: 0, end: 1 + messages.length };
			return assembleModelSummary(
				summaryOf((title) => (title === 'Relevant Files' ? [item(deleted, 1)] : [])),
				requestOf(said, { range, fresh: [range] }),
			);
		};
		assert.ok(isCorrected(draftOf(...read)));
		assert.ok(!isCorrected(draftOf(...read, ...run('c', 'rm src/invoice.ts', ''))));
		assert.ok(!isCorrected(draftOf()));
	});

	it('is counted', () => {
		const { audit } = assembled({ 'Relevant Files': [item('src/gone.ts — created', 3)] });
		assert.equal(audit?.corrected, 1);
	});

	for (const [title, text] of [
		['Active State', '`npm test` passes'],
		['Relevant Files', 'src/gone.ts — deleted, nothing loads it'],
		['Relevant Files', 'src/invoice.ts — changed; deleted lines that rounded twice'],
		['Relevant Files', 'lib/gone.ts — created'],
	] as const) {
		it(`is none for what is so, or may be: ${text}`, () => {
			assert.equal(corrected(title, text), text);
		});
	}
});
