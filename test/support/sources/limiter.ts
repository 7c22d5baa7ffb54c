import { labelled, Script, type LabelledSession } from './labelled.ts';

/** Five edits of one file, four runs of one command, names that look alike, a decision restated. */

const path = 'src/limits/tokenBucket.ts';

const script = new Script()
	.person(
		'goal',
		'We need a rate limiter for the public API: 120 requests per minute and client. Keep the old `Throttle` class working, and never add a dependency.',
	)
	.does(
		'search',
		'Grep',
		{ pattern: 'class Throttle' },
		'src/limits/throttle.ts:14:export class Throttle {\nsrc/server/routes.ts:3:import { Throttle }',
	)
	.read(
		'readThrottle',
		'src/limits/throttle.ts',
		'export class Throttle {\n  constructor(private readonly perMinute: number) {}\n  allow(client: string): boolean { return true; }\n}',
	)
	.says(
		'decideBucket',
		"I'll use a token bucket instead of a sliding window, because a window has to store every request of the last minute.",
	)
	.does(
		'create',
		'Write',
		{
			file_path: `/home/kim/limiter/${path}`,
			content:
				'export class TokenBucket {\n  readonly refillRate: number;\n  take(client: string): boolean { return true; }\n}',
		},
		'File created successfully.',
	)
	.run(
		'run1',
		'cd /home/kim/limiter && npm test',
		"TypeError: Cannot read properties of undefined (reading 'lastRefill')\n    at TokenBucket.take (src/limits/tokenBucket.ts:22:31)\n\nTests: 4 failed, 31 passed, 35 total",
		1,
	)
	.edit(
		'editNull',
		path,
		'const elapsed = now - state.lastRefill;',
		'const elapsed = state === undefined ? 0 : now - state.lastRefill;',
	)
	.run(
		'run2',
		'cd /home/kim/limiter && npm test',
		"AssertionError: expected 119 to equal 120 in 'burst of a whole minute'\n\nTests: 1 failed, 34 passed, 35 total",
		1,
	)
	.edit(
		'editRound',
		path,
		'Math.floor(elapsed * this.refillRate)',
		'Math.round(elapsed * this.refillRate)',
	)
	.run('run3', 'cd /home/kim/limiter && npm test', 'Tests: 35 passed, 35 total')
	.says(
		'report1',
		'The limiter passes its tests now. What should happen to clients behind one proxy address?',
	)
	.person(
		'proxy',
		'Take the client from the X-Forwarded-For header, but only when the peer is in TRUSTED_PROXIES.',
	)
	.edit(
		'editHeader',
		'src/server/clientAddress.ts',
		'return request.socket.remoteAddress;',
		"return trusted.has(peer) ? first(request.headers['x-forwarded-for']) : peer;",
	)
	.edit(
		'editRoutes',
		'src/server/routes.ts',
		'new Throttle(120)',
		'new TokenBucket({ refillRate: 2, capacity: 120 })',
	)
	.read(
		'readEnv',
		'deploy/staging.env',
		'TRUSTED_PROXIES=10.4.0.0/16\nLIMIT_STORE=memory\nPORT=8743',
	)
	.person(
		'redis',
		'Later we will share the buckets between instances. Is Redis needed for that, or is Postgres enough?',
	)
	.says(
		'answerRedis',
		'Postgres is enough: one upsert per request on an unlogged table took 0.8 ms in my measurement, and Redis would be one more service to run.',
	)
	.person('agree', 'Fine, Postgres then. Put the table into migrations/0042_buckets.sql.')
	.does(
		'migration',
		'Write',
		{
			file_path: '/home/kim/limiter/migrations/0042_buckets.sql',
			content:
				'CREATE UNLOGGED TABLE buckets (client text PRIMARY KEY, tokens real, refilled_at timestamptz);',
		},
		'File created successfully.',
	)
	.does(
		'store',
		'Write',
		{
			file_path: '/home/kim/limiter/src/limits/bucketStore.ts',
			content:
				'export interface BucketStore { load(client: string): Promise<BucketState>; save(client: string, state: BucketState): Promise<void>; }',
		},
		'File created successfully.',
	)
	.edit(
		'editAsync',
		path,
		'take(client: string): boolean {',
		'async take(client: string): Promise<boolean> {',
	)
	.run(
		'lint',
		'npm run lint',
		'src/server/routes.ts\n  41:7  error  Promises must be awaited  no-floating-promises\n\n✖ 1 problem (1 error, 0 warnings)',
		1,
	)
	.edit('editAwait', 'src/server/routes.ts', 'bucket.take(client)', 'await bucket.take(client)')
	.run(
		'run4',
		'cd /home/kim/limiter && npm test',
		'FAIL test/limits/refill.test.ts\n  refillInterval is not honoured: expected 500 to be 250\n\nTests: 2 failed, 39 passed, 41 total',
		1,
	)
	.edit(
		'editInterval',
		path,
		'this.refillInterval = 500;',
		'this.refillInterval = options.refillInterval;',
	)
	.run('run5', 'cd /home/kim/limiter && npm test', 'Tests: 41 passed, 41 total')
	.run(
		'commit',
		'git add -A && git commit -m "Limit requests by token bucket"',
		'[rate-limits 8f31c0d] Limit requests by token bucket\n 6 files changed, 184 insertions(+), 12 deletions(-)',
	)
	.person(
		'burst',
		'Good. One more thing: bursts above 40 requests within a second should answer 429 with a Retry-After header.',
	)
	.says(
		'plan',
		'I will add a second, smaller bucket for bursts; as decided, the token bucket stays and no sliding window is used. Retry-After was not written yet.',
	);

export const limiter: LabelledSession = {
	name: 'limiter',
	messages: script.messages,
	numbers: script.numbers,
	items: labelled(`
Goal | A rate limiter for the public API, 120 requests per minute and client | goal
Constraints & Preferences | "Keep the old \`Throttle\` class working, and never add a dependency." | goal
Constraints & Preferences | Client address from X-Forwarded-For only where the peer is listed in TRUSTED_PROXIES | proxy
Completed Actions | 1. CREATED src/limits/tokenBucket.ts — class TokenBucket [tool: Write] | create
Completed Actions | 2. RAN \`npm test\` — 4 failed, 31 passed: TypeError reading 'lastRefill' [tool: Bash] | run1
Completed Actions | 3. EDITED src/limits/tokenBucket.ts — treated a missing state as 0 elapsed before lastRefill is read [tool: Edit] | editNull
Completed Actions | 4. RAN \`npm test\` — 1 failed ("burst of a whole minute": 119 instead of 120) [tool: Bash] | run2
Completed Actions | 5. Replaced Math.floor by Math.round in tokenBucket.ts | editRound
Completed Actions | 6. RAN \`npm test\` — all 35 passed | run3
Completed Actions | 7. \`TokenBucket.take\` made async, returning Promise<boolean> | editAsync
Completed Actions | 8. Lint failed with no-floating-promises in routes.ts line 41 | lint
Completed Actions | 9. Awaited bucket.take(client) in src/server/routes.ts | editAwait
Completed Actions | 10. Created migration 0042_buckets.sql with an unlogged table | migration
Completed Actions | 11. Committed as 8f31c0d on branch rate-limits (6 files) | commit
Completed Actions | 12. Deployed the limiter to the staging cluster with helm upgrade |
Active State | Last \`npm test\`: 41 passed | run5
Active State | Staging listens on port 8743 with LIMIT_STORE=memory | readEnv
Blocked | refillInterval is not honoured: expected 500 to be 250 | run4
Key Decisions | Token bucket rather than sliding window, since a window stores every request of the last minute | decideBucket plan
Key Decisions | Postgres instead of Redis for shared buckets (0.8 ms per upsert on an unlogged table) | answerRedis agree
Key Decisions | GraphQL was rejected in favour of REST because of caching |
Resolved Questions | Is Redis needed to share buckets between instances? No, Postgres is enough. | redis answerRedis agree
Pending User Asks | Bursts above 40 requests within a second had no 429 with Retry-After yet | burst plan
Relevant Files | src/limits/tokenBucket.ts — created, changed five times; TokenBucket, take, refillRate | create editNull editRound editAsync editInterval
Relevant Files | src/server/clientAddress.ts — changed: reads x-forwarded-for of trusted peers | editHeader
Relevant Files | src/limits/bucketStore.ts — created: BucketStore with load and save | store
Relevant Files | src/limits/throttle.ts — read, unchanged | readThrottle
Relevant Files | src/server/routes.ts — changed: TokenBucket with capacity 120 | editRoutes editAwait
Relevant Files | src/limits/slidingWindow.ts — deleted |
Critical Context | TRUSTED_PROXIES=10.4.0.0/16 on staging | readEnv
Critical Context | The person prefers clean code and good tests. |
`),
};
