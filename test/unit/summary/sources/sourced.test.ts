import assert from 'node:assert/strict';
import type { Log } from '../../../../src/messages/message.ts';
import { handoffEnd } from '../../../../src/summary/handoff.ts';
import type { SectionTitle } from '../../../../src/summary/sections.ts';
import { sourced } from '../../../../src/summary/sources/sourced.ts';
import type { SummaryRequest } from '../../../../src/summary/summariser.ts';
import { logOf, user } from '../../../support/logs.ts';
import { item, requestOf, summaryWith } from '../requests.ts';
import { done, edit, others, run } from './turns.ts';

/** The sources of an item in this log. */
function sourcesOf(
	log: Log,
	text: string,
	{
		section = 'Critical Context',
		cites = [],
		...changes
	}: Partial<SummaryRequest> & { section?: SectionTitle; cites?: readonly number[] } = {},
): readonly number[] {
	const summary = summaryWith({ [section]: [item(text, ...cites)] });
	return sourced(summary, requestOf(log, changes))[section][0]?.sources ?? [];
}

describe('an item is traced', () => {
	it('to the call and result that hold its facts', () => {
		const log = logOf(...others, ...run('cat .env', 'PORT=8743\nHOST=pine'), ...others);
		assert.deepEqual(sourcesOf(log, 'The service on host pine listens on 8743'), [21, 22]);
	});

	it('to a path that the log spells from another directory', () => {
		const log = logOf(...others, ...edit('/home/kim/limiter/src/limits/bucket.ts', 'a'), ...others);
		for (const path of ['src/limits/bucket.ts', 'limits/Bucket.ts', 'src\\limits\\bucket.ts']) {
			assert.deepEqual(
				sourcesOf(log, `${path} — changed`, { section: 'Relevant Files' }),
				[21, 22],
				path,
			);
		}
	});

	it('to what was written, not to a listing that names the file, too', () => {
		const listing = run('git status', 'modified: src/bucket.ts\nmodified: src/other.ts');
		const log = logOf(...others, ...edit('/w/src/bucket.ts', 'a'), ...others, ...listing);
		assert.deepEqual(
			sourcesOf(log, 'src/bucket.ts — modified', { section: 'Relevant Files' }),
			[21, 22],
		);
	});

	it('to the newest of edits that say the same, and to the one that says it', () => {
		const log = logOf(
			...others,
			...edit('/w/src/bucket.ts', 'retryDelay = 3'),
			...edit('/w/src/bucket.ts', 'capacity = 9'),
			...edit('/w/src/bucket.ts', 'jitter()'),
			...others,
		);
		const section = 'Relevant Files';
		assert.deepEqual(sourcesOf(log, 'src/bucket.ts — changed', { section }), [25, 26]);
		assert.deepEqual(sourcesOf(log, 'src/bucket.ts — changed: retryDelay', { section }), [21, 22]);
	});

	it('to the run of a command that ended as it says', () => {
		const log = logOf(
			...others,
			...run('npm test', 'Tests: 4 failed, 31 passed, 35 total', true),
			...run('npm test', 'Tests: 1 failed, 34 passed, 35 total', true),
			...run('npm test', 'Tests: 35 passed, 35 total'),
			...others,
		);
		const section = 'Completed Actions';
		const told = (text: string): readonly number[] => sourcesOf(log, text, { section });
		assert.deepEqual(told('3. RAN npm test — 4 failed [tool: Bash]'), [21, 22]);
		assert.deepEqual(told('4. RAN npm test — 1 failed, 34 passed [tool: Bash]'), [23, 24]);
		assert.deepEqual(told('5. RAN npm test — 35 passed [tool: Bash]'), [25, 26]);
		assert.deepEqual(told('6. RAN npm test — ok [tool: Bash]'), [25, 26]);
	});

	it('to the call that ended as it says where nothing else tells them apart', () => {
		const failedFirst = logOf(
			...others,
			...run('npm run deploy', 'connection refused', true),
			...run('npm run deploy', 'uploaded'),
			...others,
		);
		const section = 'Completed Actions';
		const told = (text: string): readonly number[] => sourcesOf(failedFirst, text, { section });
		assert.deepEqual(told('3. RAN npm run deploy — failed [tool: Bash]'), [21, 22]);
		assert.deepEqual(told('3. RAN npm run deploy — fehlgeschlagen [tool: Bash]'), [21, 22]);
		assert.deepEqual(told('4. RAN npm run deploy — ok [tool: Bash]'), [23, 24]);
	});

	it('to the tool it names, whatever verb stands in front', () => {
		const path = { file_path: '/w/README.md' };
		const log = logOf(
			...done('Edit', { ...path, old_string: 'a' }, 'Error: read it first', true),
			...done('MultiEdit', { ...path, edits: [] }, 'Applied.'),
			...others,
		);
		const section = 'Completed Actions';
		assert.deepEqual(
			sourcesOf(log, '7. EDIT README.md — ok [tool: MultiEdit]', { section }),
			[3, 4],
		);
	});

	it('to the call that wrote a file, not to a later one that read it', () => {
		const read = done('Read', { file_path: '/w/src/bucket.ts' }, 'capacity = 9');
		const log = logOf(...others, ...edit('/w/src/bucket.ts', 'capacity = 9'), ...others, ...read);
		assert.deepEqual(sourcesOf(log, 'src/bucket.ts', { section: 'Relevant Files' }), [21, 22]);
	});

	it('to the message that holds the rare one of its facts', () => {
		const common = Array.from({ length: 30 }, (_, n) => user(`parseLine once more, case ${n}`));
		const log = logOf(...others, user('It needs a queueDepth.'), ...common);
		assert.deepEqual(sourcesOf(log, 'parseLine needs queueDepth'), [21]);
	});

	it('to every passage it takes to say all of it', () => {
		const log = logOf(
			...others,
			...run('cat a.env', 'TRUSTED_PROXIES=10.4.0.0/16'),
			...others,
			user('Retry-After must hold whole seconds.'),
		);
		assert.deepEqual(
			sourcesOf(log, 'TRUSTED_PROXIES is 10.4.0.0/16; Retry-After holds whole seconds'),
			[21, 22, 43],
		);
	});

	it('to the person where the person and a client say the same', () => {
		const words = 'Never touch the migrations folder of the ledger.';
		const log = logOf(...others, user(words), ...others, user(words, 'client'));
		assert.deepEqual(sourcesOf(log, `"${words}"`, { section: 'Constraints & Preferences' }), [21]);
	});

	it('in a language of which the log holds only names', () => {
		const log = logOf(
			...others,
			...run('psql -c x', 'ERROR: relation "ledger_rows" missing'),
			...others,
		);
		assert.deepEqual(
			sourcesOf(log, 'Таблицы ledger_rows не было', { section: 'Blocked' }),
			[21, 22],
		);
	});

	it('not to a handoff that repeats it', () => {
		const handoff = `[Handoff from an earlier context window — x]
## Goal
- Use tokenBucket
${handoffEnd}`;
		assert.deepEqual(sourcesOf(logOf(user(handoff, 'summary'), ...others), 'Use tokenBucket'), []);
	});

	it('not to what comes behind the range', () => {
		const log = logOf(...others, user('Use tokenBucket.'));
		assert.deepEqual(sourcesOf(log, 'Use tokenBucket'), [21]);
		assert.deepEqual(sourcesOf(log, 'Use tokenBucket', { range: { start: 0, end: 20 } }), []);
	});
});

describe('an item has no sources', () => {
	it('where the log says nothing of it', () => {
		const log = logOf(...others, ...edit('/w/src/bucket.ts', 'a'));
		assert.deepEqual(sourcesOf(log, 'Deployed to staging with helm upgrade'), []);
		assert.deepEqual(sourcesOf(log, 'src/window.ts — deleted', { section: 'Relevant Files' }), []);
	});

	it('where it only names what most messages do', () => {
		const log = logOf(...Array.from({ length: 30 }, (_, n) => user(`The parser, step ${n}`)));
		assert.deepEqual(sourcesOf(log, 'The parser'), []);
	});

	it('where most of what it names is nowhere', () => {
		const log = logOf(...others, user('tokenBucket it is.'), ...others);
		assert.deepEqual(sourcesOf(log, 'tokenBucket'), [21]);
		assert.deepEqual(
			sourcesOf(log, 'tokenBucket replaces slidingWindow, leakyQueue and fixedQuota in v4.2.1'),
			[],
		);
	});
});

describe('a citation', () => {
	const log = logOf(
		...others,
		user('Use tokenBucket for the limits.'),
		...others,
		user('And tokenBucket for the uploads.'),
	);

	it('decides between messages that say the same', () => {
		for (const number of [21, 42]) {
			assert.deepEqual(sourcesOf(log, 'tokenBucket was wanted', { cites: [number] }), [number]);
		}
		assert.deepEqual(sourcesOf(log, 'tokenBucket was wanted', { cites: [21, 42] }), [21, 42]);
	});

	it('that no fact confirms is dropped', () => {
		for (const cites of [[5], [0], [900], [5, 6, 900]]) {
			assert.deepEqual(sourcesOf(log, 'tokenBucket for the uploads', { cites }), [42]);
			assert.deepEqual(sourcesOf(log, 'Nobody said anything of this kind', { cites }), []);
		}
	});

	it('is believed for prose that shares words with the message, and only then', () => {
		const german = logOf(
			...others,
			user('Bitte nimm die Variante mit Datenbank, nicht die Dateien.'),
		);
		const text = 'The variant with Datenbank was preferred over anything on disk';
		assert.deepEqual(sourcesOf(german, text, { cites: [21] }), [21]);
		assert.deepEqual(sourcesOf(german, text, { cites: [3] }), []);
		assert.deepEqual(sourcesOf(german, text.replace('Datenbank', 'tables'), { cites: [21] }), []);
	});
});

describe('an item of the earlier summary', () => {
	const log = logOf(
		...others,
		user('Retries use exponential backoff with a ceiling of 40 seconds.'),
		...others,
		...edit('/w/src/backoff.ts', 'export const ceilingSeconds = 40;'),
	);
	const previous = summaryWith({
		'Key Decisions': [item('Retries use exponential backoff, ceiling 40 seconds', 21)],
		'Critical Context': [item('The person is in a hurry', 4, 9)],
	});

	it('that comes back keeps its sources, whatever the model cites', () => {
		assert.deepEqual(sourcesOf(log, 'The person is in a hurry', { previous, cites: [2] }), [4, 9]);
		assert.deepEqual(sourcesOf(log, '7. The person is in a hurry.', { previous }), [4, 9]);
		assert.deepEqual(sourcesOf(log, 'The person is in a hurry'), []);
	});

	it('that comes back in other words keeps those that say what it names', () => {
		const told = 'Exponential backoff for retries, at most 40 seconds';
		const wrong = summaryWith({
			'Key Decisions': [item('Retries use exponential backoff, ceiling 40 seconds', 3, 21)],
		});
		assert.deepEqual(sourcesOf(log, told, { previous: wrong }), [21]);
	});

	it('keeps them where it is told with more than the log confirms', () => {
		const told =
			'Retries use exponential backoff, ceiling 40 seconds: slow_start, maxJitter, v3.1.4, RFC-9110, deploy/jitter.yaml, --no-burst, maxDelay';
		assert.deepEqual(sourcesOf(log, told), []);
		assert.deepEqual(sourcesOf(log, told, { previous }), [21]);
	});

	it('keeps the newest where there are many', () => {
		const many = summaryWith({ Goal: [item('Ship it', 1, 2, 3, 4, 5, 6, 7, 8)] });
		assert.deepEqual(
			sourcesOf(log, 'Ship it', { previous: many, section: 'Goal' }),
			[3, 4, 5, 6, 7, 8],
		);
	});

	it('gains those of what was added to it', () => {
		const told =
			'Retries use exponential backoff, ceiling 40 seconds: ceilingSeconds in src/backoff.ts';
		assert.deepEqual(sourcesOf(log, told, { previous }), [21, 42, 43]);
	});

	it('loses those the summary does not reach', () => {
		const later = summaryWith({ 'Critical Context': [item('The person is in a hurry', 0, 4, 99)] });
		assert.deepEqual(sourcesOf(log, 'The person is in a hurry', { previous: later }), [4]);
	});
});
