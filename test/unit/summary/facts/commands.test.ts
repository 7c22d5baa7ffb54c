import assert from 'node:assert/strict';
import {
	commandRuns,
	toldLine,
	wholeLine,
	type CommandRun,
} from '../../../../src/summary/facts/commands.ts';
import { CheckingCommands } from '../../../../src/summary/facts/coverage.ts';
import { lastVerifyingRuns } from '../../../../src/summary/facts/lastChecks.ts';
import { only, Session } from './session.ts';

const runsOf = (session: Session): CommandRun[] => session.uses.flatMap(commandRuns);

const told = (runs: readonly CommandRun[]): string[] =>
	runs.map(({ command, kind, use }) => `${kind}: ${command}: ${use.outcome.status}`);

describe('commandRuns', () => {
	it('tells what checks, what changes and what looks', () => {
		const session = new Session()
			.run('pnpm test')
			.run('git push origin main')
			.run('ls -la src')
			.run('mise run lint');
		assert.deepEqual(told(runsOf(session)), [
			'verifying: pnpm test: ok',
			'changing: git push origin main: ok',
			'looking: ls -la src: ok',
			'verifying: mise run lint: ok',
		]);
	});

	it('takes off what only accompanies: cd, redirections, pagers', () => {
		const session = new Session().run('cd app && pnpm test 2>&1 | tail -20');
		assert.deepEqual(told(runsOf(session)), ['verifying: pnpm test: unknown']);
	});

	it('tells what reads the output of a command, and of a pager that there is one', () => {
		const session = new Session()
			.run('cd app && find . -type f | wc -l')
			.run('git rebase main | tail -5')
			.run('echo y | rm -i a.txt || ls; ls b');
		assert.deepEqual(told(runsOf(session)), [
			'looking: find . -type f | wc -l: ok',
			'changing: git rebase main | …: ok',
			'looking: ls b: ok',
		]);
		assert.deepEqual(session.uses.map(wholeLine), [
			'find . -type f | wc -l',
			'git rebase main | …',
			'echo y | rm -i a.txt || ls; ls b',
		]);
	});

	it('marks blanks in quotes that do not survive on one line', () => {
		const session = new Session().run("sed -i '317s/^/\t      /'  a.ts");
		assert.deepEqual(
			runsOf(session).map(({ command }) => command),
			["sed -i '317s/^/…/'  a.ts"],
		);
	});

	it('does not take the exit code of a pager for that of the tests', () => {
		const failing = [
			'FAIL\texample.org/app [build failed]\nFAIL',
			'# ./x\nFAIL\t./x [setup failed]',
			'--- FAIL: TestA (0.00s)\nok  \tb',
			'[test:all] ERROR task failed',
			'cmd/a.go:44:7: undefined: x',
			'Found 2 errors.',
		];
		for (const output of failing) {
			const [run] = runsOf(new Session().run('go test ./... 2>&1 | tail -5', output));
			assert.equal(run?.use.outcome.status, 'failed', output);
			assert.ok((run?.use.outcome.errorLines.length ?? 0) > 0, output);
			assert.equal(
				runsOf(new Session().run('go test ./...', output))[0]?.use.outcome.status,
				'failed',
			);
		}
		for (const output of ['ok  \tapp\t0.2s', '', 'src/a.ts:3:4: warning: unused', '0 errors']) {
			const [run] = runsOf(new Session().run('go vet ./... 2>&1 | tail -5', output));
			assert.equal(run?.use.outcome.status, 'unknown', output);
		}
	});

	it('takes a commit that git tells of for made, whatever its hooks printed', () => {
		const hooks = 'src/a.ts:26:10 lint/unused FIXABLE\nFound 1 warning.\nAll checks passed!';
		const output = `${hooks}\n[main 376b858] Remove a cast\n 1 file changed`;
		const values = { command: 'cd app && git add -A && git commit -m "Remove a cast"' };
		const committed = new Session().calls({ tool: 'shell', values, output });
		assert.deepEqual(told(runsOf(committed)), ['changing: git commit: ok']);
		const refused = new Session().calls({ tool: 'shell', values, output: hooks });
		assert.deepEqual(told(runsOf(refused)), ['changing: git add -A && git commit: failed']);
	});

	it('knows nothing of a command that runs in the background', () => {
		const session = new Session().run('npm test', 'Command running in background with ID: b1');
		assert.deepEqual(told(runsOf(session)), ['verifying: npm test: unknown']);
	});

	it('tells a command the same in all its spellings', () => {
		const session = new Session()
			.run('(cd app && go test ./a) 2>&1 | tail -20')
			.run('time go test ./a > /tmp/out.txt 2>&1')
			.run('cd app; go test ./a |& tail')
			.run('timeout 60 go test ./a 2>&1 | grep -v "^ok"')
			.run('mise exec -- go test ./a')
			.run('mise exec go@1.26 -- go test ./a');
		assert.deepEqual(
			new Set(runsOf(session).map((run) => `${run.kind} ${run.command}`)),
			new Set(['verifying go test ./a']),
		);
	});

	for (const wrapper of [
		'asdf exec',
		'nix develop .#ci -c',
		'direnv exec .',
		'npx --no-install',
		'pnpm exec --',
		'uv run --frozen',
		'bundle exec',
		'docker compose -f dev.yml exec -T -u app web',
		'docker exec -it web-1',
		'podman run --rm -w /src image:3',
		'docker run --rm -v $PWD:/w -p 80:80 --network host img',
		'docker run -it --env=CI=1 --mount type=bind,src=/a,dst=/b img',
		'uv run --with x',
		'uv run --python 3.12 --extra=dev',
	]) {
		it(`knows a check by what is run, behind ${wrapper}`, () => {
			const [run] = runsOf(new Session().run(`${wrapper} pytest -k empty`));
			assert.deepEqual([run?.kind, run?.command], ['verifying', `${wrapper} pytest -k empty`]);
			const [list] = runsOf(new Session().run(`${wrapper} ls -l`));
			assert.equal(list?.kind, 'looking');
		});
	}

	it('cuts the title of a commit of which git does not tell', () => {
		const title = 'word '.repeat(200).trim();
		const [use] = new Session().run(`git commit -m "${title}" -q`).uses;
		assert.ok(use !== undefined && toldLine(use).includes('word word'));
		assert.ok(toldLine(use).length < 130);
	});

	it('takes a tool that also checks for a check only where it does', () => {
		for (const [line, kind] of [
			['vsce publish', 'looking'],
			['vsce package --out a.vsix', 'verifying'],
			['npx playwright install', 'looking'],
			['npx playwright test', 'verifying'],
			['cypress open', 'looking'],
			['cypress run', 'verifying'],
			['py.test -q', 'verifying'],
			['npx pylint src', 'verifying'],
			['rubocop', 'verifying'],
			['docker run -v /src:/w pytest', 'changing'],
		] as const) {
			assert.equal(runsOf(new Session().run(line))[0]?.kind, kind, line);
		}
	});

	it('does not know how a command ended whose exit code another one hides', () => {
		for (const line of [
			'npm test; echo done',
			'npm test\nls',
			'npm test || true',
			'for part in a b; do npm test; done',
			'git push; git status --short && ls',
			'npm test; status=$?; rm out.txt; exit 0',
			'npm test; ls; status=$?; exit $status',
		]) {
			assert.equal(runsOf(new Session().run(line, 'done'))[0]?.use.outcome.status, 'unknown', line);
		}
		for (const [line, output] of [
			['npm test; echo "exit: $?"', 'exit: 0'],
			['set -e; npm test; echo done', 'done'],
			['cd app; npm test', ''],
			['npm test && echo done', 'done'],
			[
				"npm test && python - <<'PY'\nfor line in f:\n  pass\nPY\nstatus=$?; rm f; exit $status",
				'',
			],
			['npm test > out.txt; status=$?; rm out.txt; exit $status', ''],
			['npm test\nstatus="$?"\nexit "${status}"', ''],
		] as const) {
			assert.equal(runsOf(new Session().run(line, output))[0]?.use.outcome.status, 'ok', line);
		}
	});

	it('takes nothing in quotes for a loop', () => {
		const [run] = runsOf(
			new Session().run('gh issue comment 7 --body "Say more (for example how)"', 'posted'),
		);
		assert.equal(run?.use.outcome.status, 'ok');
	});

	it('gives the last line of a chain to its last command only', () => {
		const session = new Session().run('npm run themes; npm run build', 'Compiled in 2.5s');
		assert.deepEqual(
			runsOf(session).map(({ command, isLast }) => [command, isLast]),
			[
				['npm run themes', false],
				['npm run build', true],
			],
		);
	});

	it('sees every check of a chain that passed', () => {
		const session = new Session().run('pnpm lint && pnpm test && git commit -m "Add it"');
		assert.deepEqual(told(runsOf(session)), [
			'verifying: pnpm lint: ok',
			'verifying: pnpm test: ok',
		]);
	});

	it('blames the tests when tests are counted as failed', () => {
		const session = new Session().fails(
			'pnpm lint && pnpm test',
			' Tests  1 failed | 3 passed (4)',
		);
		assert.deepEqual(told(runsOf(session)), ['verifying: pnpm test: failed']);
	});

	for (const line of [
		'git init demo && cd demo && ./app enable --agent 2>&1; echo "exit: $?"',
		'go build -o /tmp/app ./cmd && /tmp/app enable',
		'git rev-parse --short HEAD main && git checkout -b topic',
		'npm view a@1 version; npm view b@1 version',
	]) {
		it(`blames no single command of a line for what another may have done: ${line}`, () => {
			const { command } = only(runsOf(new Session().fails(line, 'Usage: app enable <name>')));
			assert.match(command, /(?:&&|;) (?:\.\/app|\/tmp\/app|git checkout|npm view b)/);
			assert.match(command, /^(?:git init|go build|git rev-parse|npm view a)/);
		});
	}

	it('takes a shell that ran nothing for no search that found nothing', () => {
		const outcomeOf = (output: string) =>
			only(new Session().fails('rg -n token internal/*_test.go', output).uses).outcome;
		assert.equal(outcomeOf('').noMatches, true);
		assert.equal(outcomeOf('zsh:1: no matches found: internal/*_test.go').status, 'failed');
	});

	it('leaves a loop in one piece', () => {
		const loop = "for f in *.lua; do case $f in a*) mark='-' ;; esac; git diff $f; done";
		assert.equal(only(runsOf(new Session().fails(loop, 'it broke'))).command, loop);
		assert.equal(wholeLine(only(new Session().run(loop, 'x').uses)), loop);
	});

	it('blames the whole chain when nothing tells who failed', () => {
		const session = new Session().fails('pnpm lint && pnpm build', 'something broke');
		assert.deepEqual(told(runsOf(session)), ['verifying: pnpm lint && pnpm build: failed']);
	});

	it('does not blame tests that all passed for the only command behind them', () => {
		const line = 'node test.js && node -e "process.exit(3)"';
		const told = (output: string): [string, string][] =>
			new Session()
				.fails(line, output, 3)
				.uses.flatMap(commandRuns)
				.map(({ command, use }) => [command, use.outcome.status]);
		assert.deepEqual(told('Tests: 4 passed, 4 total'), [
			['node test.js', 'ok'],
			['node -e "process.exit(3)"', 'failed'],
		]);
		assert.equal(told('1 passed').length, 2);
		assert.equal(told('3 passed\n1 failed').length, 1);
		assert.equal(told('Tests: 1 failed, 3 passed, 4 total').length, 1);
		assert.equal(told('').length, 1);
	});

	it('blames the program that is missing, not the check behind it that never ran', () => {
		for (const program of ['ponyc', './ponyc', '/opt/pony/bin/ponyc']) {
			const session = new Session().fails(
				`cd /w && ${program} test.pony -o . && ./test`,
				`bash: ${program}: command not found`,
				127,
			);
			const { command, use } = only(session.uses.flatMap(commandRuns));
			assert.deepEqual([command, use.outcome.status], [`${program} test.pony -o .`, 'failed']);
		}
	});

	it('does not blame a check for the command behind it', () => {
		const session = new Session().fails(
			'pnpm build && (node server.js > log 2>&1 &) && sleep 2 && curl -sS http://localhost:3000/health',
			"curl: (7) Failed to connect to localhost port 3000: Couldn't connect to server",
			7,
		);
		assert.deepEqual(told(runsOf(session)), [
			'verifying: pnpm build: ok',
			'looking: curl -sS http://localhost:3000/health: failed',
		]);
	});

	it('does not clear a check that a later command does not depend on', () => {
		const session = new Session().fails(
			'pnpm build; ls dist',
			"ls: cannot access 'dist': No such file",
		);
		assert.deepEqual(told(runsOf(session)), ['verifying: pnpm build; ls dist: failed']);
	});

	it('does not count the tests to the type check before them', () => {
		const session = new Session().run('pnpm typecheck && pnpm test', ' Tests  37 passed (37)');
		const [types, tests] = runsOf(session);
		assert.equal(types?.use.outcome.tests, undefined);
		assert.equal(tests?.use.outcome.tests?.passed, 37);
	});

	it('marks what it cuts off a command of several lines', () => {
		const session = new Session()
			.run('node -e "\nconsole.log(1)\n"')
			.run('gh issue edit 46 --body "$(cat <<\'EOF\'\nlong\nEOF\n)"');
		assert.deepEqual(
			runsOf(session).map(({ command }) => command),
			['node -e " …', 'gh issue edit 46 --body …'],
		);
	});

	it('tells of a commit only its name', () => {
		const [run] = runsOf(new Session().run('git add -A && git commit -m "Fix it\n\nwith a body"'));
		assert.equal(run?.command, 'git commit');
	});

	it('knows what git does behind a program around it', () => {
		const kinds = (line: string): string[] => told(runsOf(new Session().run(line)));
		assert.deepEqual(kinds('git-wrap git add a.ts && git-wrap git commit -m "Fix it"'), [
			'changing: git-wrap git commit: ok',
		]);
		assert.deepEqual(kinds('wrap git push -u origin main'), [
			'changing: wrap git push -u origin main: ok',
		]);
		assert.deepEqual(kinds('wrap git log'), ['looking: wrap git log: ok']);
		assert.deepEqual(kinds('echo git push'), ['looking: echo git push: ok']);
	});

	it('knows nothing of tools that are no terminal', () => {
		assert.deepEqual(runsOf(new Session().read('/p/test.ts')), []);
	});
});

/** Whether a run of the one command checks all that a run of the other does. */
function covers(wide: string, narrow: string): boolean {
	const commands = new CheckingCommands<true>();
	commands.add(wide, true);
	return commands.find(narrow) === true;
}

describe('a command', () => {
	const yes: readonly (readonly [string, string])[] = [
		['pnpm test', 'pnpm test'],
		['pytest', 'pytest tests/test_a.py -k empty'],
		['go test ./...', 'go test ./internal/a/ -run TestX'],
		['go test ./... -count=1 -short', 'go test ./internal/a/ -v'],
		['go test ./a -run TestParse', 'go test ./a -run TestParseEmpty'],
		['vitest run -t "adds"', 'vitest run -t "adds numbers"'],
		['uv run pytest', 'pytest tests/a.py'],
		['pytest', 'poetry run pytest -q'],
		['env GOCACHE=/tmp/c go test ./...', 'GOMODCACHE=/tmp/m NO_COLOR=1 go test ./a'],
	];
	const no: readonly (readonly [string, string])[] = [
		['pytest tests/test_a.py', 'pytest'],
		['go test ./... -run TestX', 'go test ./internal/a/'],
		['go test ./...', 'go test -tags integration ./a/'],
		['go test ./...', 'go vet ./...'],
		['docker compose exec one pytest', 'docker compose exec two pytest'],
		['make', 'make lint'],
		['pnpm test', 'pnpm testing'],
		['CACHE_BACKEND=memory pytest', 'CACHE_BACKEND=redis pytest'],
		['PYTHONPATH=src/v1 pytest', 'PYTHONPATH=src/v2 pytest'],
		['npm run build', 'CI=true npm run build'],
		['pytest', 'CATALOG=eu pytest'],
	];
	for (const [wide, narrow] of yes) {
		it(`${wide} checks what ${narrow} does`, () => {
			assert.ok(covers(wide, narrow));
		});
	}
	for (const [wide, narrow] of no) {
		it(`${wide} does not check what ${narrow} does`, () => {
			assert.ok(!covers(wide, narrow));
		});
	}
});

describe('lastVerifyingRuns', () => {
	const last = (session: Session): string[] => told(lastVerifyingRuns(runsOf(session)));

	it('tells the last run of each command only', () => {
		const session = new Session()
			.fails('pnpm test', ' Tests  2 failed | 1 passed (3)')
			.run('pnpm lint')
			.run('pnpm test', ' Tests  3 passed (3)');
		assert.deepEqual(last(session), ['verifying: pnpm lint: ok', 'verifying: pnpm test: ok']);
	});

	it('knows a script of the project whichever program runs it', () => {
		for (const [early, late] of [
			['npm test', 'pnpm test'],
			['npm run lint', 'yarn lint'],
			['npm t', 'npm run test'],
		] as const) {
			const session = new Session().fails(early, '1 failed').run(late);
			assert.deepEqual(last(session), [`verifying: ${late}: ok`]);
		}
		const two = new Session().run('bun test').run('bun run test');
		assert.deepEqual(last(two), ['verifying: bun test: ok', 'verifying: bun run test: ok']);
	});

	it('tells that what passed before fails now', () => {
		const session = new Session()
			.run('pnpm test', ' Tests  3 passed (3)')
			.fails('pnpm test', ' Tests  1 failed | 2 passed (3)');
		assert.deepEqual(last(session), ['verifying: pnpm test: failed']);
	});

	it('drops a narrower run that a later one covers', () => {
		const session = new Session()
			.fails('pytest tests/test_a.py', '1 failed in 0.1s')
			.run('pytest', '9 passed in 1s');
		assert.deepEqual(last(session), ['verifying: pytest: ok']);
	});

	it('keeps a wider failure that a narrower run does not cover', () => {
		const session = new Session()
			.fails('pytest', '1 failed in 0.1s')
			.run('pytest tests/test_a.py', '1 passed in 1s');
		assert.deepEqual(last(session), [
			'verifying: pytest: failed',
			'verifying: pytest tests/test_a.py: ok',
		]);
	});

	it('leaves out a run whose result never came', () => {
		const session = new Session().calls({ tool: 'Bash', values: { command: 'pnpm test' } });
		assert.deepEqual(last(session), []);
	});
});
