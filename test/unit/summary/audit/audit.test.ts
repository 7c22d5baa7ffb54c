import assert from 'node:assert/strict';
import { redact } from '../../../../src/redaction/redact.ts';
import { renderHandoff } from '../../../../src/summary/handoff.ts';
import { audited } from '../../../../src/summary/audit/audit.ts';
import type { AuditCounts } from '../../../../src/summary/audit/counts.ts';
import { summariseBuiltIn } from '../../../../src/summary/extractive/extractive.ts';
import { fitSummary } from '../../../../src/summary/fitting.ts';
import { summaryOf, type SectionTitle, type Summary } from '../../../../src/summary/sections.ts';
import { traced } from '../../../../src/summary/sources/sourced.ts';
import type { SummaryDraft, SummaryRequest } from '../../../../src/summary/summariser.ts';
import { Session } from '../facts/session.ts';
import { item, requestOf } from '../requests.ts';

/** A session with one key fact of every kind. */
function work(before = new Session()): Session {
	return before
		.person('Make the parser faster. Never change the public API. Use tabs, not spaces.')
		.read('/p/src/parser.ts')
		.edit('/p/src/parser.ts', 'slow', 'fast')
		.write('/p/src/cache.ts', 'export const cache = 1;')
		.write('/p/src/old.ts')
		.run('rm /p/src/old.ts')
		.run('npm run lint', 'no problems')
		.fails('npm test', 'AssertionError: expected 41 to equal 42 in parser.test.ts', 1)
		.run('git commit -m "Cache"', '[main 1a2b3c4] Cache tokens')
		.todos(['Cache the tokens', 'completed'], ['Measure the parser again', 'pending'])
		.says('Next I look at the failing test.')
		.person('Go on.');
}

function summaryOfModel(sections: Partial<Record<SectionTitle, readonly string[]>>): Summary {
	return summaryOf((title) => (sections[title] ?? []).map((text) => item(text)));
}

/** A model's summary, audited and fitted as it would be. */
function audit(
	sections: Partial<Record<SectionTitle, readonly string[]>>,
	changes: Partial<SummaryRequest> = {},
	session = work(),
): { draft: SummaryDraft; counts: AuditCounts; text: (title: SectionTitle) => string[] } {
	const request = requestOf(session.log, changes);
	const { summary, missing, countsIn } = audited(
		traced(summaryOfModel(sections), request),
		request,
	);
	const draft = fitSummary(summary, request, missing);
	return {
		draft,
		counts: countsIn(draft),
		text: (title) => draft.summary[title].map(({ text }) => text),
	};
}

/** What a model writes that forgets nothing. */
const faithful = {
	'Constraints & Preferences': ['Never change the public API.', 'Use tabs, not spaces.'],
	'Active State': [
		'Working in /p/src',
		'`npm run lint` passes',
		'`npm test` fails',
		'Committed as 1a2b3c4',
	],
	'Relevant Files': ['src/parser.ts — faster now', '`src/cache.ts` — new', 'src/old.ts — deleted'],
	Blocked: ['parser.test.ts: expected 41 to equal 42 (AssertionError)'],
	'Remaining Work': ['Measure the parser again'],
} as const;

describe('the audit of a model’s summary', () => {
	it('finds nothing to add where all key facts are told, in whatever words', () => {
		const { counts } = audit(faithful);
		assert.deepEqual(counts, { facts: 11, kept: 11, appended: 0, corrected: 0 });
	});

	it('puts each fact that was forgotten into its section, with where it comes from', () => {
		const { counts, text, draft } = audit({ Goal: ['Make the parser faster'] });
		assert.deepEqual(counts, { facts: 10, kept: 0, appended: 10, corrected: 0 });
		assert.deepEqual(text('Constraints & Preferences'), [
			'Never change the public API.',
			'Use tabs, not spaces.',
		]);
		assert.deepEqual(text('Relevant Files').toSorted(), [
			'cache.ts — created',
			'old.ts — deleted',
			'parser.ts — modified',
		]);
		assert.doesNotMatch(text('Active State').join('\n'), /npm test/, 'its error says so');
		assert.match(text('Active State').join('\n'), /`npm run lint` → ok/);
		assert.ok(text('Active State').includes('Paths are relative to: /p/src/'));
		assert.match(text('Blocked').join('\n'), /expected 41 to equal 42/);
		assert.deepEqual(text('Remaining Work'), ['Measure the parser again']);
		assert.deepEqual(draft.summary['Constraints & Preferences'][0]?.sources, [1]);
	});

	it('puts what it adds behind what the model wrote', () => {
		const { text } = audit({
			'Constraints & Preferences': ['The person prefers small steps.'],
		});
		assert.deepEqual(text('Constraints & Preferences'), [
			'The person prefers small steps.',
			'Never change the public API.',
			'Use tabs, not spaces.',
		]);
	});

	it('takes a constraint that was softened for forgotten', () => {
		const { text, counts } = audit({
			...faithful,
			'Constraints & Preferences': ['Avoid changing the public API.', 'Use tabs, not spaces.'],
		});
		assert.ok(text('Constraints & Preferences').includes('Never change the public API.'));
		assert.deepEqual(counts, { facts: 11, kept: 10, appended: 1, corrected: 0 });
	});

	it('adds no failure that the summary explains, be it without the trimmings of the command', () => {
		const command = 'npx mocha test/parser.test.ts --reporter dot';
		const session = new Session()
			.person('Fix the parser.')
			.fails(`cd /p && ${command} 2>&1 | tail -20`, 'AssertionError: expected 41 to equal 42')
			.says('I look at it.');
		const explained = `\`${command}\` failed: the count is one short, because the last token is dropped at the end of a file.`;
		const { draft, counts } = audit({ Blocked: [explained] }, {}, session);
		assert.deepEqual(
			draft.summary.Blocked.map(({ text }) => text),
			[explained],
		);
		assert.doesNotMatch(renderHandoff(draft, {}), /41 to equal 42/);
		assert.equal(counts.appended, 0);
		const unexplained = audit({ Blocked: [`\`${command}\` failed.`] }, {}, session);
		assert.match(unexplained.text('Blocked').join('\n'), /41 to equal 42/);
	});

	it('marks a file that is told as being there and was deleted', () => {
		const { text, counts } = audit({
			...faithful,
			'Relevant Files': ['src/parser.ts — faster', 'src/cache.ts — new', 'src/old.ts — created'],
		});
		assert.deepEqual(text('Relevant Files'), [
			'src/parser.ts — faster',
			'src/cache.ts — new',
			'src/old.ts — created ⟪precis: in the log it was deleted⟫',
		]);
		assert.equal(counts.corrected, 1);
	});

	it('marks a file that is told as gone and is there', () => {
		const { text } = audit({ ...faithful, 'Relevant Files': ['src/parser.ts — deleted'] });
		assert.equal(
			text('Relevant Files')[0],
			'src/parser.ts — deleted ⟪precis: in the log it is there⟫',
		);
	});

	it('leaves alone what a file no longer has', () => {
		const { text } = audit({
			...faithful,
			'Relevant Files': ['src/parser.ts — changed, the slow path was removed'],
		});
		assert.equal(text('Relevant Files')[0], 'src/parser.ts — changed, the slow path was removed');
	});

	it('marks a failing check that is told as passing, and the reverse', () => {
		const { text, counts } = audit({
			...faithful,
			'Active State': ['`npm test` passes', '`npm run lint` fails', 'Committed as 1a2b3c4'],
		});
		assert.match(
			text('Active State')[0] ?? '',
			/^`npm test` passes ⟪precis: in the log this run failed⟫$/,
		);
		assert.match(
			text('Active State')[1] ?? '',
			/^`npm run lint` fails ⟪precis: in the log this run passed⟫$/,
		);
		assert.equal(counts.corrected, 2);
	});

	it('lets a summary tell what once was', () => {
		const passedFirst = work(new Session().person('Start.').run('npm test', '41 passing'));
		const { draft } = audit(
			{
				...faithful,
				'Completed Actions': ['1. RUN `npm test` — passed before the change [tool: Bash]'],
				'Resolved Questions': ['Why did `npm run lint` fail? — a missing import'],
			},
			{},
			passedFirst,
		);
		assert.doesNotMatch(renderHandoff(draft, {}), /⟪precis: in the log/);
	});

	it('says nothing where an item speaks of several checks', () => {
		const { text } = audit({
			...faithful,
			'Active State': ['`npm run lint` passes but `npm test` fails', 'Committed as 1a2b3c4'],
		});
		assert.equal(text('Active State')[0], '`npm run lint` passes but `npm test` fails');
	});

	it('marks a path that never occurred', () => {
		const { text } = audit({
			...faithful,
			'Critical Context': ['See src/invented/tree.ts for it'],
		});
		assert.deepEqual(text('Critical Context'), [
			'See src/invented/tree.ts for it ⟪precis: not in the conversation: src/invented/tree.ts⟫',
		]);
	});

	it('knows a path that is spelled from elsewhere, or stands in a system prompt or the focus', () => {
		const session = work();
		session.messages.unshift({ role: 'system', content: 'Rules are in docs/rules.md.' });
		const critical = ['p/src/cache.ts, docs/rules.md, a/focus.ts and read/write'];
		const { text } = audit(
			{ ...faithful, 'Critical Context': critical },
			{ focus: redact('what a/focus.ts does') },
			session,
		);
		assert.deepEqual(text('Critical Context'), critical);
	});

	it('knows a file of the root by its name alone, also where another folder has one of that name', () => {
		const two = new Session()
			.person('Rename it.')
			.edit('/home/sam/app/client.go', 'a', 'b')
			.edit('/home/sam/app/unstable/client.go', 'a', 'b')
			.person('Go on.');
		const both = ['client.go — modified: copies it', 'unstable/client.go — modified: copies it'];
		const { text } = audit({ 'Relevant Files': both }, {}, two);
		assert.deepEqual(text('Relevant Files'), both);
		const one = audit({ 'Relevant Files': both.slice(1) }, {}, two);
		assert.deepEqual(one.text('Relevant Files'), [...both.slice(1), 'client.go — modified']);
	});

	it('marks a statement once, however often it is audited', () => {
		const wrong = 'src/old.ts — created ⟪precis: in the log it was deleted⟫';
		const { text } = audit({ ...faithful, 'Relevant Files': [wrong] });
		assert.equal(text('Relevant Files')[0], wrong);
	});

	it('neither adds nor marks what a person has decided', () => {
		const kept = { ...item('src/old.ts — stays'), kept: 'edited' as const };
		const { text } = audit(faithful, {
			wishes: {
				kept: [{ section: 'Relevant Files', item: kept }],
				removed: ['Never change the public API.'],
			},
		});
		assert.equal(text('Relevant Files')[0], 'src/old.ts — stays');
		assert.ok(!text('Constraints & Preferences').includes('Never change the public API.'));
	});

	it('keeps the budget: what has no room is not counted as added', () => {
		const { draft, counts } = audit({}, { budget: 230 });
		const handoff = renderHandoff(draft, {});
		assert.ok(requestOf(work().log).counter.count(handoff) <= 230);
		assert.ok(counts.appended < counts.facts);
	});

	it('leaves no secret in what it adds', () => {
		const secret = `sk-proj-${'a1B2'.repeat(10)}`;
		const session = new Session()
			.person(`Never print the key ${secret} anywhere.`)
			.fails('npm test', `Error: key ${secret} refused`)
			.says('I see.')
			.person('Go on.');
		const { draft } = audit({}, {}, session);
		assert.doesNotMatch(JSON.stringify(draft), /a1B2a1B2/);
	});

	it('finds all key facts in what the built-in summariser writes', () => {
		const request = requestOf(work().log);
		const { summary } = summariseBuiltIn(request);
		const { missing } = audited(traced(summary, request), request);
		assert.deepEqual(
			missing.map((candidate) => candidate.item.text),
			[],
		);
	});

	it('gives the room that is left to lines that the summary does not tell', () => {
		const session = work().run(
			'cat docs/limits.md',
			'The token cache holds 4096 entries.\nEvicted entries are written to cache.bin every 30 seconds.',
		);
		session.says('The cache of 4096 entries is too small for large files.').person('Go on.');
		const request = requestOf(session.log);
		const fitted = (told: string, budget = request.budget): SummaryDraft => {
			const model = summaryOfModel({ ...faithful, 'Critical Context': [told] });
			const asked = { ...request, budget };
			const { summary, missing, excerpts } = audited(traced(model, asked), asked);
			return fitSummary(summary, asked, missing, excerpts);
		};
		const textOf = (draft: SummaryDraft): string => renderHandoff(draft, {});
		const filled = textOf(fitted('The cache is small.'));
		assert.match(filled, /^ *> .*cache\.bin every 30 seconds/m);
		const said =
			'The token cache holds 4096 entries; evicted entries are written to cache.bin every 30 seconds.';
		assert.equal(textOf(fitted(said)).match(/every 30 seconds/g)?.length, 1);
		assert.doesNotMatch(textOf(fitted('The cache is small.', 380)), /every 30 seconds/);
		for (const budget of [400, 600, 1_000, 2_000]) {
			assert.ok(request.counter.count(textOf(fitted('The cache is small.', budget))) <= budget);
		}
	});

	it('gives the same for the same', () => {
		assert.deepEqual(audit(faithful).draft, audit(faithful).draft);
	});
});
