import { asked, type Exam } from '../question.ts';
import { code, passing, prose } from './surrounding.ts';
import { Telling } from './telling.ts';

/** A review, which is mostly reading: a change of how a library's catalogue is searched. */

const within = (seed: number, told: string, lines = 110): string =>
	`${code(seed, lines)}\n${told}\n\n${code(seed + 500, lines)}`;

const session = new Telling('/src/quarry/')
	.file(
		'docs/adr/0017-search.md',
		`# 17. Search without a server\n\n${prose(41, 40)}\n\nDecision: SQLite FTS5 with the trigram tokenizer replaces Elasticsearch, because two of the nine libraries have no one to run a server.\nConsequence: words of fewer than three letters cannot be found; the old search could find them.\nStatus: accepted on 9 May 2030 by Odile and Tariq.\n\n${prose(42, 40)}\n`,
	)
	.file(
		'quarry/index/build.py',
		within(
			43,
			'BATCH = 500  # larger batches lock the catalogue for readers for more than a second',
		),
	)
	.file(
		'quarry/index/tokens.py',
		within(
			44,
			'def fold(text):\n    # NFKD drops accents, but "ø" and "ß" have no decomposition and stay as they are\n    return unicodedata.normalize("NFKD", text).casefold()',
		),
	)
	.file(
		'quarry/search/query.py',
		within(
			45,
			'def to_match(words):\n    return " AND ".join(words)  # not quoted: a query of a hyphen or a colon is syntax for FTS5',
		),
	)
	.file(
		'quarry/search/rank.py',
		within(
			46,
			'WEIGHTS = {"title": 10.0, "author": 5.0, "subject": 2.0, "notes": 0.5}\nHALF_LIFE_YEARS = 40  # newer editions first',
		),
	)
	.file(
		'quarry/api/search.py',
		within(47, 'PAGE = 25\nMAX_OFFSET = 10_000  # deep pages are refused with 422'),
	)
	.file(
		'quarry/migrations/0031_fts.py',
		within(
			48,
			"def upgrade(db):\n    db.execute(\"CREATE VIRTUAL TABLE catalogue_fts USING fts5(title, author, subject, notes, content='catalogue', tokenize='trigram')\")\n    # no triggers: the nightly job rebuilds\n\ndef downgrade(db):\n    raise NotImplementedError",
		),
	)
	.file('quarry/jobs/nightly.py', within(49, 'SCHEDULE = "15 3 * * *"\nTIMEOUT_MINUTES = 20'))
	.file(
		'tests/test_search.py',
		within(50, '@pytest.mark.skip(reason="flaky since 2029")\ndef test_diacritics(): ...'),
	)
	.file(
		'settings/libraries.toml',
		`# nine libraries\n[[library]]\nname = "Sainte-Foy"\nrecords = 1_840_000\n\n[[library]]\nname = "Tromsø"\nrecords = 212_000\nlanguage = "nb"\n\n${Array.from({ length: 60 }, (_, index) => `# reserved ${index}: ${prose(600 + index, 1)}`).join('\n')}\n`,
	)
	.person(
		'Please review pull request 288 (search with SQLite instead of Elasticsearch). Look at correctness and at what happens at our largest library. Only report; do not change any file.',
	)
	.runs(
		'gh pr view 288 --json title,author,body',
		`{"title":"Search without a server","author":"tariq","body":"Replaces Elasticsearch 7 by FTS5. Closes #251 and #260. Index of Sainte-Foy: 2.9 GB instead of 11 GB."}`,
	)
	.reads('docs/adr/0017-search.md', prose(7013, 5))
	.reads('quarry/index/build.py', prose(7014, 5))
	.reads('quarry/index/tokens.py', prose(7015, 5))
	.says(
		'First finding: fold() relies on NFKD, which leaves "ø" and "ß" alone, so a search for "tromso" does not find "Tromsø". That matters: Tromsø is one of the libraries.',
	)
	.reads('quarry/search/query.py', prose(7016, 5))
	.says(
		'Second finding, a bug: to_match() does not quote words. A query such as "jean-paul" or "re:zero" is FTS5 syntax and raises an OperationalError, which reaches people as status 500.',
	)
	.reads('quarry/search/rank.py', prose(7017, 5))
	.reads('quarry/api/search.py', prose(7018, 5))
	.wanders(3_100, 3)
	.person('Is the ranking the same as before?')
	.fetches(
		'https://wiki.quarry.test/elastic-mapping',
		`${prose(51, 60)}\n\nBoosts of the old search: title 8, author 5, subject 2; notes were not searched at all. Dates played no part.\n\n${prose(52, 60)}`,
	)
	.reads('quarry/migrations/0031_fts.py', prose(7019, 5))
	.reads('quarry/jobs/nightly.py', prose(7020, 5))
	.reads('settings/libraries.toml', prose(7021, 5))
	.runs(
		'python -m quarry.index.build --dry-run --library "Sainte-Foy"',
		`${Array.from({ length: 90 }, (_, index) => `batch ${index * 41 + 1} of 3680: 500 records`).join('\n')}\nestimated 31 minutes for 1840000 records`,
	)
	.says(
		'Fourth finding: the rebuild of Sainte-Foy takes about 31 minutes, but the nightly job is stopped after 20. The index of the largest library would never be complete.',
	)
	.person('Tariq says the job has no time limit on the new machines. Check that.')
	.runs(
		'grep -rn "TIMEOUT_MINUTES" quarry/',
		'quarry/jobs/nightly.py:81:TIMEOUT_MINUTES = 20\nquarry/jobs/runner.py:52:    limit = None if os.environ.get("QUARRY_HOST") == "basalt" else TIMEOUT_MINUTES',
	)
	.says(
		'He is half right: the runner knows no limit on the host "basalt" only. Sainte-Foy runs on "gneiss", as the deploy inventory says, so the limit holds there.',
	)
	.runs(
		'cat deploy/inventory.ini',
		`[search]\ngneiss libraries=Sainte-Foy,Lomé\nbasalt libraries=Tromsø,Gdańsk\n\n${Array.from({ length: 40 }, (_, index) => `node${index} role=spare`).join('\n')}`,
	)
	.reads('tests/test_search.py', prose(7022, 5))
	.runs('pytest tests/test_search.py -q', `${passing(53, 44)}\n44 passed, 1 skipped in 3.20s`)
	.runs(
		'python scripts/compare.py --queries 2000',
		`${Array.from({ length: 70 }, (_, index) => `query ${index + 1}: same first ten`).join('\n')}\n2000 queries: 91.4 % have the same first result, 37 raise OperationalError, 118 find nothing that found something before`,
	)
	.person('Two-letter words matter, half of our Chinese titles are two characters.')
	.says(
		'Then trigrams alone will not do. I would propose the unicode61 tokenizer as a second index for words of one or two characters, about 300 MB for Sainte-Foy. A LIKE scan in the place of it took 4.1 s there, which is too slow.',
	)
	.wanders(3_200, 3)
	.person('Put that into the report as a must. What about memory?')
	.runs(
		'/usr/bin/time -v python -m quarry.search.serve --bench',
		`${Array.from({ length: 50 }, (_, index) => `warm ${index}`).join('\n')}\nMaximum resident set size (kbytes): 391220\np95 62 ms`,
	)
	.reads('quarry/index/build.py', prose(7023, 5))
	.says(
		'One thing I took for a bug and is none: BATCH = 500 looks small, but larger batches lock readers out for more than a second. I leave it out of the report.',
	)
	.person('Good. Is there anything about privacy?')
	.runs(
		'git diff main -- quarry/api/search.py',
		`+    logger.info("search %s by card %s", words, card)\n${code(54, 140)}`,
	)
	.says(
		'Yes, sixth finding: the new endpoint logs the words of a search with the card number of the reader. The old one logged neither. By the statutes of the association that must not be.',
	)
	.person(
		'That blocks the merge. Rank the findings: privacy first, then the quoting bug, then the rest.',
	)
	.reads('quarry/search/query.py', prose(7024, 5))
	.reads('docs/adr/0017-search.md', prose(7025, 5))
	.says('I will write the report in that order now.')
	.runs('git status --short', '')
	.wanders(3_300, 6)
	.person('Write it as a comment for the pull request, in a friendly tone, Tariq is new.');

export const review: Exam = {
	name: 'a review, mostly reading',
	messages: session.messages,
	questions: [
		asked('Which pull request is reviewed?', '288', '288'),
		asked(
			'What must the reviewer not do?',
			'change any file',
			'do not change|not change|only report  file|report',
		),
		asked(
			'Why is Elasticsearch given up?',
			'two libraries have no one to run a server',
			'two of the nine|no one to run  server',
		),
		asked(
			'Who accepted the decision, and when?',
			'Odile and Tariq on 9 May 2030',
			'odile  9 may 2030',
		),
		asked('Which issues does it close?', '#251 and #260', '#251  #260'),
		asked('How large is the index of Sainte-Foy?', '2.9 GB instead of 11', '2.9 gb  11 gb'),
		asked('Why is "Tromsø" not found by "tromso"?', 'NFKD leaves ø as it is', 'nfkd  ø'),
		asked(
			'Which queries raise an error?',
			'unquoted hyphen or colon',
			'quote  hyphen|colon|jean-paul|re:zero',
		),
		asked('How does that error reach people?', 'as status 500', 'operationalerror  500'),
		asked(
			'What were the boosts before?',
			'title 8, author 5, subject 2, no notes',
			'title  8  notes',
		),
		asked('What does the ranking prefer now?', 'newer editions, half-life 40 years', 'newer  40'),
		asked('How far can one page?', 'offset 10,000, then 422', '10_000|10,000  422|offset|deep'),
		asked(
			'When is a record of noon found?',
			'only after the nightly job; no triggers',
			'trigger  nightly',
		),
		asked(
			'Can it be rolled back?',
			'no, downgrade raises',
			'downgrade|rollback|rolled back  raise|impossible|notimplemented',
		),
		asked('How long does the rebuild of Sainte-Foy take?', '31 minutes', '31 minutes'),
		asked('When is the nightly job stopped?', 'after 20 minutes', '20  nightly|timeout_minutes'),
		asked('Where is there no limit?', 'on basalt only', 'basalt  limit'),
		asked('Where does Sainte-Foy run?', 'on gneiss', 'gneiss  sainte-foy'),
		asked('Why did no test show it?', 'the test of diacritics is skipped', 'diacritics  skip'),
		asked('How many have the same first result?', '91.4 %', '91.4'),
		asked('How many queries raise, and find nothing any more?', '37 and 118', '37  118'),
		asked('Why do short words matter?', 'Chinese titles of two characters', 'chinese  two'),
		asked(
			'What is proposed for them?',
			'unicode61 as a second index, 300 MB',
			'unicode61  300 mb|second index',
		),
		asked('Why no LIKE?', '4.1 s', 'like  4.1'),
		asked('How much memory?', '391 MB against 4 GB', '391'),
		asked('Is BATCH = 500 a finding?', 'no, larger ones lock readers', 'batch  lock'),
		asked('What is the finding on privacy?', 'words logged with the card number', 'card  log'),
		asked('In which order?', 'privacy, quoting, the rest', 'privacy first|privacy  quoting'),
	],
};
