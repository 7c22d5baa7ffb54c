import assert from 'node:assert/strict';

import { wordsOf } from '../../../../src/summary/extractive/wording.ts';
import { Session } from '../facts/session.ts';
import { allItems, summarise, texts } from './summaries.ts';

const refusal =
	"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit).";
const edit = { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' };

describe('the state of the work', () => {
	it('is not told as success where nobody saw the exit code', () => {
		const session = new Session().person('Go').run('npm run lint 2>&1 | tail -5', '0 issues.');
		assert.deepEqual(texts(summarise(session), 'Active State'), [
			'`npm run lint` → no exit code seen: “0 issues.”',
		]);
		assert.deepEqual(texts(summarise(session), 'Completed Actions'), [
			'1. RUN npm run lint — no exit code seen: “0 issues.” [tool: Bash]',
		]);
	});

	it('tells the failure behind a pipe, and not one that was run again since', () => {
		const failing = new Session()
			.person('Go')
			.run('go build ./... && go test ./a 2>&1 | tail -5', '--- FAIL: TestA (0.00s)\nFAIL');
		assert.deepEqual(texts(summarise(failing), 'Active State'), ['`go test ./a` → failed']);
		assert.equal(texts(summarise(failing), 'Blocked').length, 1);
		failing.run('(cd x && go test ./a) 2>&1 | tail -20', 'ok  \ta\t0.2s');
		assert.deepEqual(texts(summarise(failing), 'Blocked'), []);
		assert.deepEqual(texts(summarise(failing), 'Active State'), [
			'`go test ./a` → no exit code seen: “ok a 0.2s”',
		]);
	});

	it('quotes no line of another command for a check whose exit code nobody saw', () => {
		const session = new Session()
			.person('Go')
			.run('mise run fmt && mise run lint 2>&1 | tail -20', '0 issues.\n[fmt] $ gofmt -w .');
		const state = texts(summarise(session), 'Active State').join('\n');
		assert.match(state, /mise run lint/);
		assert.ok(!state.includes('gofmt'), state);
	});

	it('says of a todo list when it was written, where files were edited since', () => {
		const session = new Session().person('Go').todos(['Now', 'in_progress'], ['Later', 'pending']);
		const plan = (): string[] => [
			...texts(summarise(session), 'In Progress'),
			...texts(summarise(session), 'Remaining Work'),
		];
		assert.deepEqual(plan(), ['Now', 'Later']);
		session.edit('/app/src/a.py', '1', '2');
		assert.deepEqual(plan(), ['Now (before the last edits)', 'Later (before the last edits)']);
	});

	for (const [line, name] of [
		['sed -n 1,9p a.go; git checkout -b topic -q', 'topic'],
		['git checkout main -q; cat a.go', 'main'],
		['git checkout -q -b topic origin/main 2>&1 | tail -1', 'topic'],
		['git -C /p/app switch -c topic && git push', 'topic'],
		['git checkout main src/a.go', undefined],
		['git checkout -- a.go', undefined],
		['git checkout --theirs a.go', undefined],
		['git checkout --detach v1.2', undefined],
	] as const) {
		it(`names the branch that was checked out: ${line}`, () => {
			const session = new Session().person('Go').run(line, '');
			const told = texts(summarise(session), 'Active State').find((text) =>
				text.startsWith('Branch'),
			);
			assert.equal(told, name === undefined ? undefined : `Branch: ${name}`);
		});
	}

	it('does not name the branch that was merged and deleted on the server', () => {
		const session = new Session()
			.person('Go')
			.run('git checkout -b topic', "Switched to a new branch 'topic'")
			.run('git commit -m "Add a"', '[topic abc1234] Add a');
		const branch = (): string =>
			texts(summarise(session), 'Active State').find((text) => text.startsWith('Branch')) ?? '';
		assert.equal(branch(), 'Branch: topic');
		session.run('gh pr merge 7 --squash --delete-branch', 'Fast-forward');
		assert.equal(branch(), '');
		session.run('git status', 'On branch main');
		assert.equal(branch(), 'Branch: main');
	});

	it('is blocked by a failure until files are edited: whether it is there still, nobody saw', () => {
		const session = new Session().person('Go').fails('pytest tests', 'E   assert 1 == 2');
		const blocked = (): string => texts(summarise(session), 'Blocked').join('\n');
		assert.match(blocked(), /assert 1 == 2/);
		session.run('go test ./cli/');
		assert.match(blocked(), /assert 1 == 2/);
		session.edit('/app/src/a.py', '1', '2');
		assert.equal(blocked(), '');
		assert.match(
			texts(summarise(session), 'Active State').join('\n'),
			/`pytest tests` → failed .*before the last edits/,
		);
	});

	for (const command of [
		'git merge-base --is-ancestor main topic',
		'git rev-parse --verify -q topic',
		'git -C /app/wt branch --show-current',
		'git --no-pager diff --exit-code',
		'git branch --list topic',
		'git show-ref -q topic',
		'cat /app/none.txt',
		'ls -la; git -C /app/wt branch',
	]) {
		it(`is not blocked by a command that only looked: ${command}`, () => {
			const session = new Session().person('Go').fails(command, 'exit code 1');
			assert.deepEqual(texts(summarise(session), 'Blocked'), []);
		});
	}

	it('repeats no last words from before a request that is worked on', () => {
		const session = new Session()
			.person('Start the server')
			.saysAndCalls('The server is starting …', {
				tool: 'Bash',
				values: { command: './serve' },
			});
		const progress = (): string => texts(summarise(session), 'In Progress').join('\n');
		assert.match(progress(), /The server is starting/);
		session.person('Look at the terminal').run('ls');
		assert.ok(!progress().includes('The server is starting'), progress());
	});

	it('takes the last message for a report where no person asked', () => {
		const session = new Session().client('<sub_task>Update it.</sub_task>').run('ls');
		session.says('All of it is updated.');
		assert.deepEqual(texts(summarise(session), 'In Progress'), []);
	});

	it('tells no last words of work that is done', () => {
		const progress = (session: Session): string[] => texts(summarise(session), 'In Progress');
		const answered = new Session()
			.person('Is it ESM?')
			.run('ls')
			.says('It is. Nothing is to be changed.');
		assert.deepEqual(progress(answered), []);
		const askedBack = new Session()
			.person('What do you know of me?')
			.run('ls')
			.says('You work on a parser, since January. Shall I look further?');
		assert.deepEqual(progress(askedBack), []);
		const booking = { tool: 'book_flight', values: { flight: 'HAT229' } };
		const asked = (): Session => new Session().person('Book it.');
		assert.equal(progress(asked().saysAndCalls('I will book it.', booking)).length, 1);
		assert.deepEqual(
			progress(asked().saysAndCalls('I will book it.', { ...booking, output: 'booked' })),
			[],
		);
		const thanked = asked()
			.says('The flight is booked.')
			.person('Thank you for your help. That’s all for now. ###STOP###');
		assert.deepEqual(progress(thanked), []);
		assert.doesNotMatch(texts(summarise(thanked), 'Active Task').join('\n'), /Thank you/);
	});

	it('is done where the assistant handed its work in', () => {
		for (const tool of ['attempt_completion', 'task_complete']) {
			const session = new Session()
				.person('Mend the parser.')
				.edit('/p/a.py', 'a', 'b')
				.saysAndCalls('I am ready to submit it.', { tool, values: { result: 'It is fixed.' } });
			assert.deepEqual(texts(summarise(session), 'In Progress'), []);
			assert.match(
				texts(summarise(session), 'Active Task').join('\n'),
				/\(the assistant has answered;/,
			);
		}
	});

	it('tells no step as remaining that the calls of its own message took', () => {
		const session = new Session()
			.person('Book it.')
			.saysAndCalls('I will now proceed with the booking.', {
				tool: 'book_flight',
				values: { flight: 'HAT229' },
				output: 'booked',
			});
		assert.deepEqual(texts(summarise(session), 'Remaining Work'), []);
	});

	it('tells one action of commits that were tried until they landed', () => {
		const session = new Session()
			.person('Go')
			.fails('git add a.go', 'The following paths are ignored by one of your .gitignore files')
			.fails(
				'git commit -m "Add a"',
				"fatal: Unable to create '.git/index.lock': File exists.",
				128,
			)
			.fails('go mod tidy', 'dial tcp: lookup proxy: no such host')
			.run('go mod tidy')
			.run('git commit -m "Add a"', '[main 1a2b3c4] Add a');
		assert.deepEqual(texts(summarise(session), 'Completed Actions'), [
			'1. RUN go mod tidy — ok [tool: Bash]',
			'2. COMMIT 1a2b3c4 Add a (main) — ok [tool: Bash]',
		]);
		assert.deepEqual(texts(summarise(session), 'Blocked'), []);
	});

	it('names no commit by a hash that later commands rewrote', () => {
		const commit = (hash: string, title: string): [string, string] => [
			`git commit -m "${title}"`,
			`[main ${hash}] ${title}`,
		];
		const told = (session: Session): string[] =>
			texts(summarise(session), 'Completed Actions').filter((text) => text.includes('COMMIT'));
		const two = (): Session =>
			new Session()
				.person('Go')
				.run(...commit('1a2b3c4', 'One'))
				.run(...commit('5d6e7f8', 'Two'));
		for (const [command, first, second] of [
			['git filter-branch --msg-filter cat main', false, false],
			['git rebase -i HEAD~5', false, false],
			['git reset --soft HEAD~1', true, false],
			['git commit --amend --no-edit', true, false],
			['git rebase --abort', true, true],
			['git filter-branch --msg-filter cat 5d6e7f8^..HEAD', true, false],
			['git reset --hard 1a2b3c4', true, false],
			['git reset HEAD a.go', true, true],
			['git rebase -i HEAD~1', true, false],
		] as const) {
			const text = told(two().run(command)).join();
			assert.equal(text.includes('1a2b3c4'), first, command);
			assert.equal(text.includes('5d6e7f8'), second, command);
			assert.match(text, /COMMIT .*One \(main\).*COMMIT .*Two \(main\)/);
		}
		const unanswered = two().calls({ tool: 'Bash', values: { command: 'git commit --amend' } });
		assert.match(told(unanswered).join(), /5d6e7f8/);
		const same = two().run('git rebase main', 'Current branch main is up to date.');
		assert.match(told(same).join(), /1a2b3c4/);
	});

	it('has a commit rewritten only by what worked on its branch, in its repository', () => {
		const text = (...commands: readonly (readonly [string, string])[]): string => {
			const session = new Session()
				.person('Go')
				.run('cd /home/sam/one && git commit -m "One"', '[work 1a2b3c4] One');
			commands.forEach(([command, output]) => session.run(command, output));
			return texts(summarise(session), 'Completed Actions').join('\n');
		};
		assert.match(text(['git -C /home/sam/two rebase main', '']), /1a2b3c4 One/);
		const other = 'Successfully rebased and updated refs/heads/other.';
		assert.match(text(['git rebase main', other]), /1a2b3c4 One/);
		assert.match(text(['git commit --amend -m "Two"', '[other 5d6e7f8] Two']), /1a2b3c4 One/);
		assert.doesNotMatch(text(['git -C /home/sam/one rebase main', '']), /1a2b3c4/);
		assert.doesNotMatch(text(['git rebase --onto main 1a2b3c4', '']), /1a2b3c4 One/);
		assert.match(text(['git rebase 1a2b3c4', '']), /1a2b3c4 One/);
	});

	it('reads what a program printed out of the object that a client puts it in', () => {
		const output = JSON.stringify({ output: '[work 1a2b3c4] One\n 1 file changed', exit_code: 0 });
		const session = new Session()
			.person('Go')
			.calls({ tool: 'terminal', values: { command: 'git commit -m "One"' }, output });
		assert.deepEqual(texts(summarise(session), 'Active State'), [
			'Branch: work',
			'Last commit: 1a2b3c4 One (work)',
		]);
	});

	it('names no commit as the last where a newer one came in from elsewhere', () => {
		const state = (command: string, output = ''): string =>
			texts(
				summarise(
					new Session()
						.person('Go')
						.run('git commit -m "One"', '[work 1a2b3c4] One')
						.run(command, output),
				),
				'Active State',
			).join('\n');
		assert.doesNotMatch(state('gh pr merge 7 --squash'), /1a2b3c4/);
		assert.doesNotMatch(state('git cherry-pick 5d6e7f8'), /1a2b3c4/);
		assert.doesNotMatch(state('git pull', 'Updating 1a2b3c4..5d6e7f8\nFast-forward'), /1a2b3c4/);
		assert.match(state('git pull', 'Already up to date.'), /1a2b3c4/);
		assert.match(state('gh pr merge 7 --squash --auto'), /1a2b3c4/);
	});

	it('takes for the last commit what a log shows later, where one was tried here', () => {
		const full = `commit 5d6e7f8${'0'.repeat(33)} (HEAD -> work)\nAuthor: Sam\n\n    Two\n`;
		const last = (session: Session): string =>
			texts(summarise(session), 'Active State')
				.filter((text) => text.startsWith('Last commit'))
				.join('\n');
		const start = (): Session => new Session().person('Go');
		const made = (): Session => start().run('git commit -m "One"', '[work 1a2b3c4] One');
		const refused = start().fails('git commit -m "One"', 'hook failed');
		assert.match(last(refused.run('git log -n 1 && git status', full)), /5d6e7f8000 Two \(work\)/);
		assert.match(last(made().run('git log -1', full)), /5d6e7f8000 Two \(work\)/);
		assert.match(
			last(made().run('gh pr merge 7').run('git log --oneline -2', '5d6e7f8 Two\n1a2b3c4 One')),
			/5d6e7f8 Two/,
		);
		for (const [command, output] of [
			['git log --oneline -2', '5d6e7f8 Two'],
			['git log -1 main', full],
			['git log -1', full.replace('work', 'other')],
			['cat log; git log -1', full],
		] as const) {
			assert.match(last(made().run(command, output)), /1a2b3c4 One/);
		}
		assert.equal(last(start().run('git log -1', full)), '');
		assert.equal(last(made().run('git log -1', full).run('git commit -qm "Three"')), '');
	});

	it('says of a title that it was rewritten, and quotes no line with the old hash', () => {
		const session = new Session()
			.person('Go')
			.run('git commit -m "Add the parser"', '[main 1a2b3c4] Add the parser')
			.says('I committed the walrus parser as `1a2b3c4` on the main branch.')
			.person('Reword it.');
		const told = (): string =>
			allItems(summarise(session))
				.map(({ text }) => text)
				.join('\n');
		assert.match(told(), /COMMIT 1a2b3c4 Add the parser/);
		assert.match(told(), /walrus/);
		session.run("git filter-branch --msg-filter 'sed s/parser/reader/' HEAD~1..HEAD");
		assert.match(told(), /COMMIT Add the parser \(main\) \(rewritten or dropped later\)/);
		assert.doesNotMatch(told(), /1a2b3c4|walrus/);
	});

	it("says of no check that it was before an edit of the assistant's own notes", () => {
		const checked = (): Session =>
			new Session().person('Go').edit('/home/sam/app/a.ts', 'a', 'b').run('npm test');
		const state = (session: Session): string =>
			texts(summarise(session), 'Active State').join('\n');
		const notes = '/home/sam/.copilot/session-state/1/plan.md';
		assert.doesNotMatch(state(checked().edit(notes, '[ ]', '[x]')), /before the last edits/);
		assert.match(state(checked().edit('/home/sam/app/b.ts', 'a', 'b')), /before the last edits/);
	});

	it('tells what came of a program that was run', () => {
		const session = new Session()
			.person('Write hello.py.')
			.write('/p/hello.py')
			.run('python hello.py', 'Hello, World!');
		assert.match(
			texts(summarise(session), 'Completed Actions').join('\n'),
			/RUN python hello\.py — ok/,
		);
	});

	it('does not take a commit for the last that another one follows, which no line names', () => {
		const session = new Session()
			.person('Go')
			.run('git commit -m "One"', '[main 1a2b3c4] One')
			.run('rtk git commit -m "Two"', 'ok 2 files changed');
		assert.ok(!texts(summarise(session), 'Active State').some((text) => text.includes('1a2b3c4')));
	});

	it('tells the newest check of the covered part, and the branch, that the tail tells again', () => {
		const session = new Session()
			.person('Go')
			.run('make lint', 'ok')
			.run('git status', 'On branch work\nnothing to commit')
			.run('npm test', ' Tests  3 passed (3)');
		const end = session.number;
		session.person('More').run('npm test', ' Tests  3 passed (3)');
		session.run('git status', 'On branch work\nnothing to commit');
		const draft = summarise(session, { range: { start: 0, end } });
		assert.deepEqual(texts(draft, 'Active State'), [
			'Branch: work',
			'`make lint` → ok',
			'`npm test` → ok (3 passed)',
		]);
	});

	it('counts the edits of the covered part alike everywhere', () => {
		const session = new Session().person('Go').edit('/p/a.ts', 'a', 'b').edit('/p/a.ts', 'b', 'c');
		const end = session.number;
		session.edit('/p/a.ts', 'c', 'd');
		const draft = summarise(session, { range: { start: 0, end } });
		assert.ok(texts(draft, 'Relevant Files').some((text) => text.endsWith('modified ×2')));
		assert.ok(texts(draft, 'Completed Actions').some((text) => text.includes('a.ts ×2')));
	});

	it('lets the reason of one edit stand for no other', () => {
		const first = 'I rename `total`, because the report has its own.';
		const second = 'The loop goes to `sum`, since it is read twice.';
		const told = (session: Session): string =>
			texts(summarise(session), 'Completed Actions').join('\n');
		const session = new Session().person('Go').says(first).edit('/p/a.ts', 'total', 'report_total');
		assert.ok(told(session).includes(`a.ts (“${first}”)`), told(session));
		session.says(second).edit('/p/a.ts', 'loop', 'loop twice');
		assert.ok(told(session).includes(`a.ts ×2 (“${first}” · “${second}”)`), told(session));
		session.says('Now.').edit('/p/a.ts', 'c', 'd');
		assert.ok(told(session).includes(`a.ts ×3 (… “${first}” · “${second}”)`), told(session));
	});

	it('quotes no prompt behind an output', () => {
		const state = '(Open file: n/a)\n(Current directory: /p)\nbash-$';
		const session = new Session().person('Go').run('make lint | tail -1', `2 warnings\n${state}`);
		assert.deepEqual(texts(summarise(session), 'Active State'), [
			'`make lint` → no exit code seen: “2 warnings”',
		]);
	});

	it('tells runs apart that ended with different codes', () => {
		const session = new Session()
			.person('Go')
			.fails('git push', 'Command timed out', 124)
			.fails('timeout 300 git push', 'timeout: command not found', 127)
			.fails('git push', 'timeout: command not found', 127);
		assert.deepEqual(texts(summarise(session), 'Completed Actions'), [
			'1. RUN git push — exit 124: Command timed out [tool: Bash]',
			'2. RUN git push ×2 — exit 127: timeout: command not found [tool: Bash]',
		]);
	});

	it('takes a file that was checked out for no branch', () => {
		const session = new Session()
			.person('Go')
			.edit('src/a.ts', 'a', 'b')
			.run('git checkout src/a.ts', 'Updated 1 path from the index')
			.run('ls');
		assert.ok(!texts(summarise(session), 'Active State').join('\n').includes('Branch'));
	});

	it('says that a check was before files changed, by a command too', () => {
		for (const change of ["sed -i 's/a/b/' src/a.ts", 'git checkout src/a.ts']) {
			const session = new Session()
				.person('Go')
				.run('npm test', ' Tests  3 passed (3)')
				.run(change, change.startsWith('git') ? 'Updated 1 path from the index' : '');
			const [told = ''] = texts(summarise(session), 'Active State');
			assert.match(told, /npm test.*before the last edits/, change);
		}
	});

	it('calls nothing fixed whose mending may have been undone, and no merge blocked that was made in another way', () => {
		const told = (session: Session): string =>
			allItems(summarise(session))
				.map(({ text }) => text)
				.join('\n');
		const mended = (): Session =>
			new Session()
				.person('Go')
				.fails('npm test', 'TypeError: strict is no argument')
				.edit('src/a.ts', 'a', 'b')
				.run('npm test');
		assert.match(told(mended()), /fixed: `npm test`/);
		assert.doesNotMatch(
			told(mended().run('git checkout src/a.ts', 'Updated 1 path from the index')),
			/fixed: `npm test`/,
		);
		const merged = new Session()
			.person('Go')
			.fails('git merge -X ours upstream/main', 'error: untracked files would be overwritten');
		assert.match(texts(summarise(merged), 'Blocked').join(), /git merge/);
		merged.run('git merge upstream/main --no-edit', 'Merge made by the ort strategy.');
		assert.deepEqual(texts(summarise(merged), 'Blocked'), []);
	});

	it('tells no check whose script is gone', () => {
		const session = new Session()
			.person('Go')
			.write('/p/test_it.py')
			.run('python3 test_it.py', 'ok')
			.run('rm /p/test_it.py');
		assert.deepEqual(
			texts(summarise(session), 'Active State').filter((text) => text.includes('test_it')),
			[],
		);
	});

	it('names the branch git tells of', () => {
		for (const [command, output] of [
			['git status', 'On branch fix/parser\nnothing to commit'],
			['git status -sb', '## fix/parser...origin/fix/parser [ahead 1]'],
			[
				'git --no-pager status --short && git --no-pager branch --show-current',
				'?? .github/hooks/\nfix/parser\n<exited with exit code 0>',
			],
			['git stash', 'Saved working directory and index state WIP on fix/parser: 58949ab x'],
			['git checkout -b fix/parser', "Switched to a new branch 'fix/parser'"],
		] as const) {
			const session = new Session().person('Go').run(command, output).run('ls');
			assert.ok(texts(summarise(session), 'Active State').includes('Branch: fix/parser'), command);
		}
	});

	it('names no directory that is gone as the one that paths are relative to', () => {
		const session = new Session().person('Go.');
		for (const name of ['a', 'b', 'c']) {
			session.write(`/home/sam/trees/one/src/${name}.ts`);
		}
		session.run('git worktree remove /home/sam/trees/one').person('Go on.').run('ls');
		const draft = summarise(session);
		assert.ok(
			!texts(draft, 'Active State').some((text) => text.includes('/home/sam/trees/one')),
			texts(draft, 'Active State').join('\n'),
		);
		const { worktreeRemoved } = wordsOf('en');
		const told = texts(draft, 'Relevant Files').filter((text) => text.includes(worktreeRemoved));
		assert.equal(told.length, 3);
	});
});

describe('what is not worth telling', () => {
	it('is a refusal without words once the work went on', () => {
		const session = new Session()
			.person('Go')
			.calls({ tool: 'Edit', values: edit, output: refusal, isError: true });
		assert.equal(texts(summarise(session), 'Blocked').length, 1);
		session.run('ls');
		assert.deepEqual(texts(summarise(session), 'Blocked'), []);
		assert.deepEqual(texts(summarise(session), 'Critical Context'), []);
	});

	it('is how tools complain about their use', () => {
		const spawn = "ENOENT: no such file or directory, posix_spawn '/opt/claude'";
		const session = new Session().person('Go');
		for (const pattern of ['a', 'b', 'c']) {
			session.calls({ tool: 'Grep', values: { pattern }, output: spawn, isError: true });
		}
		session.calls({
			tool: 'Edit',
			values: edit,
			output: '<tool_use_error>File has not been read yet. Read it first.</tool_use_error>',
			isError: true,
		});
		session.edit('src/a.ts', 'a', 'b');
		const draft = summarise(session);
		const told = texts(draft, 'Completed Actions').filter((text) => text.includes('posix_spawn'));
		assert.deepEqual(told, []);
		assert.deepEqual(texts(draft, 'Blocked'), []);
		assert.deepEqual(texts(draft, 'Critical Context'), []);
	});

	it('is a read that stands in Relevant Files; the others are numbered without gaps', () => {
		const session = new Session().person('Go').write('a.ts').read('b.ts').write('c.ts');
		const draft = summarise(session);
		assert.deepEqual(texts(draft, 'Completed Actions'), [
			'1. WRITE a.ts — ok [tool: Write]',
			'2. WRITE c.ts — ok [tool: Write]',
		]);
		assert.ok(texts(draft, 'Relevant Files').includes('b.ts — read only'));
	});

	it('is what another assistant planned before the work went on', () => {
		const session = new Session();
		session.person(
			'This session is being continued from a previous conversation that ran out of context. Summary:\n1. Primary Request and Intent:\n   Build the parser:\n   1. read\n   2. check\n2. Key Technical Concepts:\n   - LALR\n7. Pending Tasks:\n   - Write tests\n8. Current Work:\n   Half of the lexer.\n9. Optional Next Step:\n   Finish it.',
		);
		session.says('On it.').write('lexer.ts').person('And now?').says('Done.');
		const draft = summarise(session.person('Go on'));
		const earlier = texts(draft, 'Critical Context').join('\n');
		assert.match(earlier, /LALR/);
		assert.doesNotMatch(earlier, /Write tests|Half of the lexer|Finish it/);
		assert.match(texts(draft, 'Goal').join('\n'), /Build the parser:[^]*1\. read[^]*2\. check/);
	});
});

describe('the task', () => {
	const stopped = '[Request interrupted by user]';

	it('is the request that was never answered and what was asked anew, without what the person stopped', () => {
		const session = new Session()
			.person('What is left?')
			.says('One issue.')
			.person('Take issue 259.')
			.run('bd show 259', 'It is open.')
			.person('Open a branch off main.')
			.run('git checkout main')
			.client(stopped)
			.person('Open a branch off main, which is checked out elsewhere.')
			.run('git checkout -b topic origin/main');
		assert.deepEqual(texts(summarise(session), 'Active Task'), [
			'Take issue 259.\nThe person said later: Open a branch off main, which is checked out elsewhere.',
		]);
		session.says('I have begun.').person('Now write the tests.').run('ls');
		assert.deepEqual(texts(summarise(session), 'Active Task'), ['Now write the tests.']);
	});
});

describe('the goal', () => {
	it('is followed by the request with the most work behind it', () => {
		const session = new Session().person('What does the readme say?').says('Little.');
		session.person('Rewrite the parser so that it reads streams.');
		for (let index = 0; index < 20; index += 1) {
			session.edit(`src/p${index}.ts`, 'a', 'b');
		}
		session.says('Done.').person('Thanks, show me the diff');
		assert.deepEqual(texts(summarise(session), 'Goal'), [
			'What does the readme say?\n(answered)',
			'Rewrite the parser so that it reads streams.',
		]);
	});

	it('is no command of the client, and no question on the way', () => {
		const session = new Session()
			.person('/mode')
			.person('Say what the readme says.')
			.says('Little.');
		session.person('Rewrite the parser so that it reads streams.').edit('src/a.ts', 'a', 'b');
		session.person('do you believe that this is better than before');
		for (let index = 0; index < 20; index += 1) {
			session.edit(`src/p${index}.ts`, 'a', 'b');
		}
		session.says('Done.').person('Show me the diff').run('git diff').says('Here.');
		assert.deepEqual(texts(summarise(session), 'Goal'), [
			'Say what the readme says.\n(answered)',
			'Rewrite the parser so that it reads streams.',
		]);
	});
});

describe('a short reply', () => {
	it('is told with the option it chooses', () => {
		const session = new Session()
			.person('Clean up the flags of the command and tell me what you think of it.')
			.says('Options:\n(a) Keep the flag\n(b) Rename the flag\n(c) Remove the flag\nWhich one?')
			.person('or no, do c')
			.says('OK, (c): the flag goes.')
			.person('Next');
		assert.equal(summarise(session).quotes[0]?.text, 'or no, do c\n(option: Remove the flag)');
	});

	it('is not that of a check which a later one includes', () => {
		const session = new Session()
			.person('Go')
			.fails('go build ./svg/', 'svg/window.go:179:28: geo.margin undefined')
			.run('go test ./svg/', 'ok  \tsvg\t0.2s')
			.fails('go build ./app && ls -la bin/', "ls: cannot access 'bin/'")
			.run('go build ./app');
		assert.deepEqual(texts(summarise(session), 'Blocked'), []);
		assert.deepEqual(texts(summarise(session), 'Active State'), [
			'`go test ./svg/` → ok',
			'`go build ./app` → ok',
		]);
	});

	for (const command of ['git rebase -i main', 'git reset --hard HEAD~1', 'git reset HEAD~2']) {
		it(`has no commit that was rewritten: ${command}`, () => {
			const session = new Session()
				.person('Go')
				.run('git commit -m "Add a"', '[work abc1234] Add a')
				.run('git reset src/a.ts');
			const told = (): boolean =>
				texts(summarise(session), 'Active State').some((text) => text.includes('abc1234'));
			assert.ok(told());
			session.run(command);
			assert.ok(!told());
		});
	}
});

describe('what a command line printed', () => {
	it('stands under the whole line, and apart from what the line was given', () => {
		const session = new Session()
			.person('Which tickets are open?')
			.run(
				'bd show gqc.1; echo "==="; bd show gqc.2',
				'Coordinate columns must become nullable in gqc.1\n===\nSelection spans lines of a rendered transcript in gqc.2',
			)
			.run(
				"git add a.ts && git commit -m 'Anchor annotations\n\nKeeps annotations anchored when transcripts are rendered again.'\ngit push",
				'Enumerating objects counted delta compression finished quickly',
			)
			.says('Both.');
		const told = texts(summarise(session), 'Critical Context').join('\n');
		assert.match(told, /RUN bd show gqc\.1; bd show gqc\.2:\n> Coordinate columns/);
		assert.match(
			told,
			/RUN git add a\.ts && git commit; git push \(input\):\n(?:> .*\n)?> Keeps annotations/,
		);
	});
});
