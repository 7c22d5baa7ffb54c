import { asked, type Exam } from '../question.ts';
import { code, passing, prose } from './surrounding.ts';
import { Telling } from './telling.ts';

/** A feature: calendar feeds for the bookings of a small ferry line. */

const session = new Telling('/home/ines/skiff/')
	.file(
		'src/routes/bookings.ts',
		`${code(1, 210)}\nexport const bookingRoutes = ['list', 'cancel'];\n`,
	)
	.file(
		'src/store/schema.ts',
		`${code(2, 168)}\n// Times are stored as minutes since midnight in the harbour's zone, never as UTC.\nexport const schemaVersion = 11;\n`,
	)
	.file(
		'src/config.ts',
		`${code(3, 98)}\nexport const publicUrl = process.env.SKIFF_URL ?? 'http://localhost:8085';\n`,
	)
	.file(
		'docs/harbours.md',
		'# Harbours\n\n- Vigo (code VIG) uses Europe/Madrid.\n- Horta (code HOR) uses Atlantic/Azores, one hour behind the mainland.\n- Winter timetable: 3 November to 14 March, no ferry on Mondays.\n- Bicycles: 12 per crossing; a tandem counts as two.\n',
	)
	.file('src/server.ts', `${code(4, 182)}\nexport const requestLimit = '256kb';\n`)
	.person(
		'We need a calendar feed: every customer gets a secret link and their phone shows their ferry bookings. Please do not add a dependency for ICS, write it by hand, and keep every public route below /api/v2 unchanged.',
	)
	.reads('src/routes/bookings.ts', prose(7001, 5))
	.reads('src/store/schema.ts', prose(7002, 5))
	.says(
		'Times are stored as minutes since midnight in the zone of the harbour, so the feed has to know the zone of each harbour. I will look for a list of them.',
	)
	.reads('docs/harbours.md', prose(7003, 5))
	.wanders(1_100, 4)
	.reads('src/config.ts', prose(7004, 5))
	.says(
		'I see two ways for the link. One is a signed link with the customer number in it, which needs no table but cannot be revoked. The other is a random token in a table of its own, which can. I will take the random token in a table `feed_tokens`, because customers lose phones and must be able to revoke a link.',
	)
	.person(
		'Agreed, the table. Tokens should be 32 characters, and when a customer makes a new link the old one must answer 410, not 404, so that phones stop asking.',
	)
	.edits(
		'src/store/schema.ts',
		'schemaVersion = 11',
		'schemaVersion = 12',
		'The new table makes it schema 12.',
	)
	.writes(
		'src/feeds/tokens.ts',
		`import { randomBytes } from 'node:crypto';\n\n/** 24 random bytes are 32 characters of base64url. */\nexport const newToken = (): string => randomBytes(24).toString('base64url');\n\n${code(5, 70)}`,
	)
	.writes(
		'src/feeds/ics.ts',
		`/** Folds a line after 75 octets, as RFC 5545 wants. */\nexport const foldAt = 75;\nexport const refreshInterval = 'PT4H';\n${code(6, 154)}`,
		'Phones are asked to come back every four hours.',
	)
	.runs(
		'npx mocha test/feeds',
		`${passing(7, 30)}\n\n  30 passing\n  1 failing\n\n  1) feeds folds a line with umlauts:\n     AssertionError: expected 'Rückfahrt' to be whole, got 'R\\ufffdckfahrt'\n      at test/feeds/ics.test.ts:41:10`,
		1,
	)
	.edits(
		'src/feeds/ics.ts',
		'export const foldAt = 75;',
		'export const foldAt = 73; // room for one character of up to three bytes',
		'Folding at 73 leaves room for a character of several bytes.',
	)
	.runs('npx mocha test/feeds', `${passing(8, 31)}\n\n  31 passing`)
	.reads('src/server.ts', prose(7005, 5))
	.person(
		'By the way: staff must never see the links. Support asked for that twice, leave it out of the admin page.',
	)
	.edits(
		'src/server.ts',
		"export const requestLimit = '256kb';",
		"export const requestLimit = '256kb';\nexport const feedRoute = '/feeds/:token.ics';",
		'The feed is outside of /api/v2, so that nothing there changes.',
	)
	.runs(
		'npm run lint',
		'src/server.ts:190:7 error  Route must be listed in openapi/public.yaml  skiff/routes-listed\n\n✖ 1 problem',
		1,
	)
	.writes(
		'openapi/public.yaml',
		`paths:\n  /feeds/{token}.ics:\n    get:\n      responses:\n        '200': { description: calendar }\n        '410': { description: revoked }\n`,
	)
	.runs('npm run lint', 'no problems')
	.runs(
		'curl -si http://localhost:8085/feeds/abc.ics',
		'HTTP/1.1 200 OK\ncontent-type: text/plain\ncache-control: public, max-age=86400\n\nBEGIN:VCALENDAR',
	)
	.says(
		'Two things are wrong in that answer: the content type must be text/calendar, and a public cache of a day would show bookings of one customer to another and keep cancelled ones. I will answer with private and no-cache.',
	)
	.writes(
		'src/feeds/route.ts',
		`export const headers = {\n\t'content-type': 'text/calendar; charset=utf-8',\n\t'cache-control': 'private, no-cache',\n};\n${code(9, 126)}`,
	)
	.person(
		'What happens with bookings that are cancelled? The iPhones kept showing them in the old app.',
	)
	.says(
		'They stay in the feed for 30 days with STATUS:CANCELLED and a higher SEQUENCE; only then do they go. A phone that just finds an event missing keeps it, which is what happened in the old app.',
	)
	.wanders(1_200, 4)
	.person('Good. 30 days is too long for the law people though, make it 14.')
	.edits(
		'src/feeds/ics.ts',
		"export const refreshInterval = 'PT4H';",
		"export const refreshInterval = 'PT4H';\nexport const cancelledDays = 14;",
		'Cancelled bookings stay for fourteen days.',
	)
	.runs('npx mocha', `${passing(10, 160)}\n\n  214 passing\n  2 pending`)
	.fetches(
		'https://wiki.skiff.test/outlook',
		`${code(11, 56)}\nKnown: Outlook ignores X-WR-TIMEZONE. It needs a VTIMEZONE block for each zone that events name.\nKnown: Google asks for a feed at most every 8 hours whatever the feed says.\n`,
	)
	.writes(
		'src/feeds/zones.ts',
		`export const zones = ['Europe/Madrid', 'Atlantic/Azores'];\n${code(12, 84)}`,
	)
	.runs(
		'node scripts/load.ts --feeds 500',
		'500 feeds, p50 6 ms, p95 48 ms, p99 310 ms\nslowest: SELECT * FROM bookings WHERE customer = ? (full scan)',
	)
	.says(
		'The query scans the whole table: an index on bookings(customer) is missing. I add it as idx_bookings_customer within the same migration.',
	)
	.runs('node scripts/load.ts --feeds 500', '500 feeds, p50 2 ms, p95 5 ms, p99 9 ms')
	.person('Nice. One more rule: nothing of this may be logged, the token least of all.')
	.edits(
		'src/feeds/route.ts',
		"'cache-control': 'private, no-cache',",
		"'cache-control': 'private, no-cache',\n\t'x-log': 'skip',",
		'The access log leaves out answers with x-log: skip.',
	)
	.runs('npx mocha', `${passing(13, 160)}\n\n  219 passing\n  2 pending`)
	.says(
		'The feed is done but for one thing: rate limiting. Without it somebody could try tokens. The limiter in src/limits counts by customer, and there is none here; it would have to count by address. I left that open.',
	)
	.person('Leave rate limiting for Bruno, he rewrites the limiter next week.')
	.reads('src/feeds/route.ts', prose(7006, 5))
	.reads('src/feeds/ics.ts', prose(7007, 5))
	.wanders(1_300, 6)
	.person('Now please write the page of the manual for customers.')
	.says('I will write docs/calendar.md: how to make a link, how to revoke it, and what phones do.')
	.runs('ls docs', 'calendar.md\nharbours.md\nprices.md')
	.runs('npx mocha', `${passing(14, 160)}\n\n  219 passing\n  2 pending`);

export const feature: Exam = {
	name: 'a feature',
	messages: session.messages,
	questions: [
		asked('Which dependency was forbidden?', 'none for ICS; by hand', 'ics  dependency|by hand'),
		asked('Which routes must not change?', 'all below /api/v2', '/api/v2  unchanged|keep|nothing'),
		asked(
			'How are times stored?',
			'minutes since midnight in the zone of the harbour',
			'minutes since midnight  zone',
		),
		asked('Which zone has Horta?', 'Atlantic/Azores', 'horta|hor  atlantic/azores'),
		asked('When is the winter timetable?', '3 November to 14 March', '3 november  14 march'),
		asked('How many bicycles fit?', '12, a tandem counts as two', 'bicycles  12'),
		asked(
			'Why a table of tokens and no signed link?',
			'a link can be revoked',
			'random token|feed_tokens  revoke',
		),
		asked('What does an old link answer?', '410, not 404', '410  404|old'),
		asked('How long are tokens?', '32 characters', 'token  32'),
		asked('Which schema version is it now?', '12', 'schema  12'),
		asked('How often are phones asked to refresh?', 'every four hours', 'pt4h|four hours'),
		asked('Why did folding break?', 'it cut through the bytes of ü', 'fold  ü|bytes|umlaut'),
		asked('Where does it fold now?', 'at 73', 'fold  73'),
		asked(
			'Who must not see links?',
			'staff, not on the admin page',
			'staff|admin page  links|never see',
		),
		asked('Which path has the feed?', '/feeds/:token.ics', '/feeds/'),
		asked(
			'What did lint want?',
			'each route listed in openapi/public.yaml',
			'openapi/public.yaml  listed|lists|routes-listed',
		),
		asked(
			'What was wrong with the cache header?',
			'public for a day shows bookings to others',
			'public  cache|max-age  day|another|86400',
		),
		asked('What is the content type?', 'text/calendar', 'text/calendar'),
		asked('How long do cancelled bookings stay?', '14 days', 'cancelled  14|fourteen'),
		asked(
			'Why not just drop cancelled events?',
			'phones keep events that are missing',
			'phone  missing|keeps',
		),
		asked('What does Outlook need?', 'a VTIMEZONE block for each zone', 'outlook  vtimezone'),
		asked('How often does Google ask?', 'at most every 8 hours', 'google  8 hours'),
		asked(
			'What made the feed slow?',
			'full scan; index on bookings(customer)',
			'index|idx_bookings_customer  customer',
		),
		asked('What is the 99th percentile now?', '9 ms', 'p99 9 ms|9 ms'),
		asked(
			'What may not be logged?',
			'the token, nothing of the feed',
			'logged|x-log|access log  token|skip|nothing',
		),
		asked('Who does rate limiting?', 'Bruno', 'bruno  limit'),
	],
};
