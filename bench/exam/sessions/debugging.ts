import { asked, type Exam } from '../question.ts';
import { code, log, passing, prose } from './surrounding.ts';
import { Telling } from './telling.ts';

/** Debugging: webhooks that arrive twice. */

const twice = log(21, 260, '2031-03-04T02:10:00Z');
twice.splice(
	120,
	0,
	'2031-03-04T02:13:07.114Z WARN lease of job 77120 expired after 30s, worker=w3 still running',
	'2031-03-04T02:13:07.320Z INFO job 77120 claimed by worker=w5 attempt=2',
	'2031-03-04T02:13:09.871Z INFO job 77120 delivered by worker=w3 status=200 took=32757ms',
	'2031-03-04T02:13:10.004Z INFO job 77120 delivered by worker=w5 status=200 took=2684ms',
);

const session = new Telling('/srv/lantern/')
	.file(
		'queue/lease.go',
		`package queue\n\n// Lease is how long a worker may keep a job before another one takes it.\nconst Lease = 30 * time.Second\n\n${code(22, 238)}`,
	)
	.file(
		'queue/worker.go',
		`package queue\n\n${code(23, 280)}\n// deliver has no deadline of its own: the client of package hook decides.\n`,
	)
	.file('hook/client.go', `package hook\n\nvar Timeout = 45 * time.Second\n\n${code(24, 182)}`)
	.file(
		'store/pg.go',
		`package store\n\n${code(25, 252)}\n// Claim uses SELECT … FOR UPDATE SKIP LOCKED.\n`,
	)
	.person(
		'Since Tuesday a customer (Arbor Foods) gets some webhooks twice. It happens only at night, about 40 times. Find out why. You may read production logs but must not connect to the production database.',
	)
	.runs('journalctl -u lantern --since 02:10 --until 02:16', twice.join('\n'))
	.says(
		'Job 77120 was delivered twice: its lease of 30 s expired while worker w3 was still delivering, w5 claimed it, and both got status 200. The first delivery took 32.7 s.',
	)
	.reads('queue/lease.go', prose(7008, 5))
	.reads('hook/client.go', prose(7009, 5))
	.says(
		'The lease is 30 s but the HTTP client waits up to 45 s: every delivery that takes between 30 and 45 s happens twice. That explains how, not why since Tuesday.',
	)
	.reads('queue/worker.go', prose(7010, 5))
	.runs(
		'git log --since="2 weeks" --oneline',
		'e41c9aa raise webhook timeout for Arbor Foods (ticket LAN-552)\n90b17d2 bump pgx to 5.6\n1f6ad03 docs: runbook\n',
	)
	.runs(
		'git show e41c9aa',
		`diff --git a/hook/client.go b/hook/client.go\n-var Timeout = 20 * time.Second\n+var Timeout = 45 * time.Second\n\n${code(26, 84)}`,
	)
	.says(
		'So e41c9aa raised the timeout from 20 s to 45 s for Arbor Foods (LAN-552), past the lease. Before that no delivery could outlive its lease.',
	)
	.wanders(2_100, 4)
	.person('Why at night only?')
	.runs(
		'journalctl -u lantern --since 01:55 --until 02:10',
		[
			...log(27, 160, '2031-03-04T01:55:00Z'),
			'2031-03-04T02:00:01.002Z INFO arbor: endpoint answers after 31s (backup window 02:00-02:40)',
			...log(28, 60, '2031-03-04T02:00:02Z'),
		].join('\n'),
	)
	.person('Do not just lower the timeout again, they really need the 45 seconds.')
	.says(
		'Then there are three ways: a longer lease for all, which delays every retry after a crash; a lease that the worker renews while it works; or a key with which the receiver drops repeats. I take the renewed lease, and the key in addition, because a worker that is cut off from the database can still deliver twice.',
	)
	.edits(
		'queue/lease.go',
		'const Lease = 30 * time.Second',
		'const Lease = 30 * time.Second\n\n// RenewEvery leaves two tries before the lease ends.\nconst RenewEvery = 10 * time.Second',
		'A worker renews its lease every 10 s.',
	)
	.runs(
		'go test ./queue/...',
		`${passing(29, 40)}\n--- FAIL: TestRenewStopsAfterCancel (0.31s)\n    lease_test.go:88: renewer still running 200ms after cancel\nFAIL\tlantern/queue\t2.114s`,
		1,
	)
	.says(
		'The renewer waits on its ticker only and never looks at the context. It has to select on both.',
	)
	.edits(
		'queue/worker.go',
		'// deliver has no deadline of its own: the client of package hook decides.',
		'// renew ends with ctx.Done() as well as with the ticker.',
		'The renewer selects on ctx.Done() too.',
	)
	.runs('go test ./queue/...', `${passing(30, 41)}\nok  \tlantern/queue\t2.020s`)
	.runs(
		'go test -race ./...',
		`${passing(31, 90)}\nWARNING: DATA RACE\nWrite at 0x00c0001b2008 by goroutine 41:\n  lantern/queue.(*Worker).renew()\n      queue/worker.go:412\nPrevious read by goroutine 38:\n  lantern/queue.(*Worker).finish()\n      queue/worker.go:377\nFAIL\tlantern/queue\t6.901s`,
		1,
	)
	.says(
		'renew() writes w.leaseUntil while finish() reads it without a lock. I make leaseUntil an atomic.Int64 of Unix nanoseconds instead of taking the worker mutex, since finish() holds that during a database call.',
	)
	.edits(
		'queue/lease.go',
		'const RenewEvery = 10 * time.Second',
		'const RenewEvery = 10 * time.Second\n\ntype until struct{ nanos atomic.Int64 }',
		'leaseUntil becomes atomic.',
	)
	.runs(
		'go test -race ./...',
		`${passing(32, 90)}\nok  \tlantern/queue\t6.650s\nok  \tlantern/hook\t1.208s\nok  \tlantern/store\t3.377s`,
	)
	.reads('store/pg.go', prose(7011, 5))
	.says(
		'Renewing must fail when somebody else has the job by now: the UPDATE needs `AND owner = $2`, and zero rows mean that the lease is lost.',
	)
	.wanders(2_200, 4)
	.person('What does the worker do when it has lost the lease in the middle of a delivery?')
	.says(
		'It cancels the request and reports the job as lost without counting an attempt. I named that outcome `abandoned`.',
	)
	.edits(
		'store/pg.go',
		'// Claim uses SELECT … FOR UPDATE SKIP LOCKED.',
		'// Claim uses SELECT … FOR UPDATE SKIP LOCKED.\n// Renew: UPDATE jobs SET lease_until = $3 WHERE id = $1 AND owner = $2; zero rows: lost.',
		'Renewing tells a lost lease.',
	)
	.writes(
		'hook/key.go',
		`package hook\n\n// KeyHeader carries the same value for every attempt at a job.\nconst KeyHeader = "Lantern-Delivery"\n${code(33, 70)}`,
		'Receivers can drop repeats by Lantern-Delivery.',
	)
	.person('The header must not contain our job number, that is internal. Use a hash.')
	.edits(
		'hook/key.go',
		'// KeyHeader carries the same value for every attempt at a job.',
		'// KeyHeader carries the first 20 hex digits of HMAC-SHA256 of the job number: the same for every attempt.',
		'The number itself stays inside.',
	)
	.runs('go vet ./...', 'hook/key.go:9:2: unusedresult: result of hmac.New call not used', 1)
	.edits(
		'hook/key.go',
		'const KeyHeader = "Lantern-Delivery"',
		'const KeyHeader = "Lantern-Delivery"\n\nconst keyDigits = 20',
		'The digest is used now.',
	)
	.runs(
		'go vet ./... && go test ./...',
		`${passing(34, 120)}\nok  \tlantern/queue\nok  \tlantern/hook\nok  \tlantern/store`,
	)
	.runs(
		'go run ./cmd/soak -jobs 20000 -slow 0.02',
		`${log(35, 120, '2031-03-05T10:00:00Z').join('\n')}\n20000 jobs, 20000 deliveries, 0 repeated, 3 abandoned, renewals 1184`,
	)
	.person('And with the old code?')
	.runs(
		'git stash && go run ./cmd/soak -jobs 20000 -slow 0.02; git stash pop',
		'20000 jobs, 20391 deliveries, 391 repeated',
	)
	.person(
		'Roll it out to the staging cluster "kelp" first; production only after Thursday, when Marta is back.',
	)
	.runs('./deploy staging kelp', 'error: image lantern:1.48.0 not found in registry.kelp.test', 1)
	.says(
		'The image has not been built for kelp: its machines are arm64 and CI builds amd64 only. I will add the platform to the workflow.',
	)
	.writes('.ci/build.yml', 'platforms: [linux/amd64, linux/arm64]\ncache: registry\n')
	.runs('./deploy staging kelp', 'lantern 1.48.1 is up on kelp (4 of 4)')
	.person('Alert when more than 5 are lost in 10 minutes. I do the runbook myself.')
	.writes(
		'alerts/lease.yml',
		'alert: LeaseLost\nexpr: increase(lantern_lease_lost_total[10m]) > 5\n',
	)
	.reads('queue/lease.go', prose(7012, 5))
	.runs(
		'go test ./...',
		`${passing(36, 120)}\nok  \tlantern/queue\nok  \tlantern/hook\nok  \tlantern/store`,
	)
	.wanders(2_300, 6)
	.person('Thanks. Please draft the mail to Arbor Foods now.');

export const debugging: Exam = {
	name: 'debugging',
	messages: session.messages,
	questions: [
		asked('Which customer, and when?', 'Arbor Foods, at night', 'arbor  night'),
		asked(
			'What was forbidden?',
			'connecting to the production database',
			'production database  not connect|must not',
		),
		asked('Which job shows it?', '77120', '77120  twice|w3|delivered'),
		asked('How long was the first delivery of that job?', '32.7 s', '32.7 s|32757'),
		asked('Lease and client timeout?', '30 s and 45 s', '30  45  lease'),
		asked('Which commit caused it?', 'e41c9aa', 'e41c9aa  timeout'),
		asked('What was the timeout before?', '20 s', '20 s|20 * time.second  45'),
		asked('Which ticket raised it?', 'LAN-552', 'lan-552'),
		asked('Why at night only?', 'backup of Arbor 02:00 to 02:40', 'backup  02:00|02:40'),
		asked('Why not lower the timeout?', 'they need 45 seconds', 'lower  45'),
		asked(
			'Why no longer lease for all?',
			'delays every retry after a crash',
			'longer lease  crash|retry',
		),
		asked(
			'Why a key in addition?',
			'a worker cut off from the database can deliver twice',
			'key  cut off|twice  database',
		),
		asked('How often is a lease renewed?', 'every 10 s', 'renew  10 s|10 * time'),
		asked(
			'Why did the renewer run on after cancel?',
			'it waited on its ticker only',
			'ticker  context|ctx.done',
		),
		asked(
			'What was the data race?',
			'renew writes leaseUntil while finish reads it',
			'leaseuntil  finish  atomic|lock|race',
		),
		asked(
			'Why no mutex?',
			'finish holds it during a database call',
			'mutex  finish  database call',
		),
		asked('How is a lost lease told?', 'UPDATE with owner, zero rows', 'owner = $2  zero rows'),
		asked(
			'What does a worker do that lost its lease?',
			'cancels; outcome abandoned, no attempt counted',
			'abandoned  attempt|cancels',
		),
		asked('What is the header?', 'Lantern-Delivery', 'lantern-delivery'),
		asked(
			'What must the header not hold?',
			'the job number; an HMAC instead',
			'job number  hash|hmac  internal|header|digits|inside',
		),
		asked(
			'What did the soak test give?',
			'none of 20,000 repeated, 3 abandoned',
			'3 abandoned  0 repeated|none repeated',
		),
		asked('And the old code?', '391 repeated', '391'),
		asked(
			'Where first, and when production?',
			'kelp; after Thursday, when Marta is back',
			'kelp  thursday|marta',
		),
		asked('Why did the deploy fail?', 'no arm64 image', 'arm64  amd64|kelp|image'),
		asked('Which version runs on staging?', '1.48.1', '1.48.1'),
		asked(
			'When is there to be an alert?',
			'more than 5 in 10 minutes',
			'more than 5|> 5  10 minutes|10m',
		),
		asked('Who writes the runbook?', 'the person', 'runbook  myself|person'),
	],
};
