import assert from 'node:assert/strict';
import { errorFacts } from '../../../../src/summary/facts/errors.ts';
import { rejectionsOf } from '../../../../src/summary/facts/rejections.ts';
import { numberedLines } from '../../../support/logs.ts';
import { only, Session } from './session.ts';

const states = (session: Session): string[] =>
	errorFacts(session.uses).map(({ what, open }) => `${what}: ${open ? 'open' : 'fixed'}`);

const failing = ' FAIL  test/a.test.ts > adds\nAssertionError: expected 2 to be 3';

describe('errorFacts', () => {
	it('is fixed when the same command passes later', () => {
		assert.deepEqual(states(new Session().fails('pnpm test', failing).run('pnpm test')), [
			'pnpm test: fixed',
		]);
	});

	it('is none where the client did not start the command', () => {
		const output = JSON.stringify({ output: '', exit_code: -1, error: 'Use background=true.' });
		const values = { command: 'git push origin main' };
		assert.deepEqual(states(new Session().calls({ tool: 'terminal', values, output })), []);
	});

	it('is open when the same command fails later', () => {
		assert.deepEqual(states(new Session().run('pnpm test').fails('pnpm test', failing)), [
			'pnpm test: open',
		]);
	});

	it('is open again when it fails again', () => {
		const session = new Session()
			.fails('pnpm test', failing)
			.run('pnpm test')
			.fails('pnpm test', failing);
		assert.deepEqual(states(session), ['pnpm test: open']);
	});

	it('is over where the same tool came to its end with the same subject in another way', () => {
		const book = (reservation: string, cabin: string, isError: boolean) => ({
			tool: 'update_reservation',
			values: { reservation, cabin },
			output: isError ? 'Error: not enough seats' : 'booked',
			isError,
		});
		const session = new Session().calls(book('A', 'economy', true));
		assert.equal(errorFacts(session.uses).length, 1);
		assert.equal(errorFacts(session.calls(book('B', 'business', false)).uses).length, 1);
		assert.equal(errorFacts(session.calls(book('A', 'business', false)).uses).length, 0);
	});

	it('is fixed by a call of an unknown tool with the same arguments alone', () => {
		const paid = (payment: string, isError: boolean) => ({
			tool: 'update_reservation',
			values: { reservation_id: 'A', cabin: 'business', flights: [], payment },
			output: isError ? 'Error: certificate cannot be used' : 'booked',
			isError,
		});
		const refused = (): Session => new Session().calls(paid('certificate', true));
		assert.deepEqual(states(refused().calls(paid('card', false))), []);
		assert.match(states(refused().calls(paid('certificate', false))).join(), /: fixed$/);
	});

	it('is not what was written of a check that passed', () => {
		const session = new Session().fails('node test.js && node -e "process.exit(3)"', '1 passed', 3);
		const lines = errorFacts(session.uses).flatMap((fact) => fact.lines);
		assert.ok(lines.length > 0 && !lines.includes('1 passed'), lines.join());
	});

	it('is no call that a client gave up with another one', () => {
		const given = '<tool_use_error>Sibling tool call errored</tool_use_error>';
		assert.deepEqual(
			states(new Session().fails('npx vitest run', given).run('npx vitest run')),
			[],
		);
	});

	it('is fixed when a wider run passes', () => {
		const session = new Session().fails('pytest tests/a.py', failing).run('pytest');
		assert.deepEqual(states(session), ['pytest tests/a.py: fixed']);
	});

	it('is fixed where a commit concludes a merge with conflicts, not where it was given up', () => {
		const conflicts = 'Automatic merge failed; fix conflicts and then commit the result.';
		const merged = (): Session => new Session().fails('git merge topic', conflicts);
		assert.deepEqual(states(merged().run('git commit -m "Merge"')), ['git merge topic: fixed']);
		assert.deepEqual(states(merged().run('git merge --abort').run('git commit -m "Other"')), [
			'git merge topic: open',
		]);
	});

	it('is not fixed by a narrower run', () => {
		const session = new Session().fails('pytest', failing).run('pytest tests/a.py');
		assert.deepEqual(states(session), ['pytest: open']);
	});

	it('is not fixed by the first half of a chain', () => {
		const session = new Session().fails('pnpm lint && pnpm build', 'it broke').run('pnpm lint');
		assert.deepEqual(states(session), ['pnpm lint && pnpm build: open']);
	});

	it('is fixed by the end of a chain', () => {
		const session = new Session().fails('pnpm lint && pnpm build', 'it broke').run('pnpm build');
		assert.deepEqual(states(session), ['pnpm lint && pnpm build: fixed']);
	});

	it('is fixed when the same command passes with another cache or more output', () => {
		const session = new Session()
			.fails('go test ./...', 'FAIL app [setup failed]')
			.run('env GOCACHE=/tmp/c go test ./...', 'ok app');
		assert.deepEqual(states(session), ['go test ./...: fixed']);
	});

	it('is not fixed by a run with other switches', () => {
		const session = new Session()
			.fails('E2E=1 go test ./app', 'FAIL app')
			.run('go test ./app', 'ok app');
		assert.deepEqual(states(session), ['E2E=1 go test ./app: open']);
	});

	for (const [failed, output, later] of [
		['git merge feature', 'CONFLICT (content): Merge conflict in a.ts', 'git merge --abort'],
		['git rebase main', 'error: could not apply 1a2b3c4', 'git rebase --abort'],
		['git stash pop', 'error: Your local changes would be overwritten', 'git stash list'],
		['git push origin main', '! [rejected] main -> main', 'git push origin wip'],
		['git checkout release/2', "error: pathspec 'release/2' did not match", 'git checkout -- a.ts'],
		[
			'cd a && git push',
			'fatal: The current branch x has no upstream branch.',
			'cd b && git push -u o x',
		],
		['cd a && git push', 'fatal: The current branch x has no upstream branch.', 'cd a && git push'],
	] as const) {
		it(`is not fixed by another command of git: ${failed}, ${later}`, () => {
			const all = states(new Session().fails(failed, output, 1).run(later));
			assert.ok(!all.some((state) => state.endsWith(': fixed')) || later === failed, all.join());
		});
	}

	it('is fixed in a repository’s own state once what kept it from it is gone', () => {
		const session = new Session()
			.fails('git add -f a.ts', "fatal: Unable to create '.git/index.lock': File exists.", 128)
			.run('git add b.ts')
			.fails('rtk git push', 'fatal: The current branch main has no upstream branch.', 128)
			.run('rtk git push --set-upstream origin main');
		assert.deepEqual(states(session), ['git add -f a.ts: fixed', 'rtk git push: fixed']);
	});

	it('is no error to remove what is not there', () => {
		const gone = 'rm: .git/index.lock: No such file or directory';
		assert.deepEqual(states(new Session().fails('rm .git/index.lock', gone)), []);
		const mixed = `Error: creating S3 bucket: AccessDenied\n${gone}`;
		assert.equal(states(new Session().fails('terraform apply; rm plan.out', mixed)).length, 1);
		const denied = 'rm: .git/index.lock: Permission denied';
		assert.equal(states(new Session().fails('rm .git/index.lock', denied)).length, 1);
	});

	it('is told by the output itself where a client wraps it in JSON', () => {
		const output = JSON.stringify({ output: 'building\nerror: no such crate', exit_code: 1 });
		const [fact] = errorFacts(new Session().run('cargo build', output).uses);
		assert.deepEqual(fact?.lines, ['error: no such crate']);
		const reversed = JSON.stringify({ exit_code: 1, output: 'building\nerror: no such crate' });
		const [other] = errorFacts(new Session().run('cargo build', reversed).uses);
		assert.deepEqual(other?.lines, ['error: no such crate']);
	});

	it('is no error when grep finds nothing', () => {
		assert.deepEqual(states(new Session().fails('grep -rn needle src', '')), []);
	});

	it('is no error of the removal when looking for what was removed finds nothing', () => {
		const session = new Session().run(
			'rm -rf tools && ls tools',
			"ls: cannot access 'tools': No such file or directory",
		);
		assert.deepEqual(states(session), []);
	});

	it('forgets a failed look around after a while, a failed check never', () => {
		const session = new Session()
			.fails('sed -n 1,5p gone.ts', "sed: can't read gone.ts: No such file or directory", 2)
			.fails('pnpm test', failing);
		assert.equal(states(session).length, 2);
		for (let index = 0; index < 20; index += 1) {
			session.read(`/p/${index}.ts`);
		}
		assert.deepEqual(states(session), ['pnpm test: open']);
	});

	it('finds the error in the middle of 5,000 lines', () => {
		const output = `${numberedLines(2_500, 'step')}\nError: boom is not a function\n${numberedLines(2_500, 'more')}`;
		const error = only(errorFacts(new Session().fails('pnpm build', output).uses));
		assert.deepEqual(error.lines, ['Error: boom is not a function']);
	});

	it('says where it went wrong', () => {
		const output = `${failing}\n ❯ node_modules/vitest/a.js:3:1\n ❯ test/a.test.ts:62:14`;
		const error = only(errorFacts(new Session().fails('pnpm test', output).uses));
		assert.ok(error.lines.includes('test/a.test.ts:62'), error.lines.join('\n'));
	});

	it('names the failing call, its result and the call that mended it, ascending', () => {
		const session = new Session().person('Go').fails('pnpm test', failing).run('pnpm test');
		assert.deepEqual(only(errorFacts(session.uses)).sources, [2, 3, 4]);
	});

	it('names messages once and ascending when calls were parallel', () => {
		const session = new Session().calls(
			{
				tool: 'Bash',
				values: { command: 'pnpm test' },
				output: `Exit code 1\n${failing}`,
				isError: true,
			},
			{ tool: 'Bash', values: { command: 'pnpm test' }, output: '' },
		);
		assert.deepEqual(only(errorFacts(session.uses)).sources, [1, 2]);
	});

	it('is over, but not fixed, when the same file is written or edited in another way', () => {
		const edited = (before: string, isError: boolean) => ({
			tool: 'Edit',
			values: { file_path: '/p/a.ts', old_string: before, new_string: 'b' },
			output: isError ? 'Error: not unique' : 'The file /p/a.ts has been updated.',
			isError,
		});
		const refused = (): Session => new Session().calls(edited('a', true));
		assert.deepEqual(states(refused()), ['/p/a.ts: open']);
		assert.deepEqual(states(refused().calls(edited('a', false))), ['/p/a.ts: fixed']);
		assert.deepEqual(states(refused().calls(edited('other', false))), []);
		assert.deepEqual(states(refused().write('/p/a.ts')), []);
	});

	it('does not take a declined tool for an error', () => {
		const session = new Session().calls({
			tool: 'Edit',
			values: { file_path: '/p/a.ts' },
			output:
				"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse the interface instead",
			isError: true,
		});
		assert.deepEqual(states(session), []);
		assert.equal(only(rejectionsOf(session.uses)).words, 'use the interface instead');
	});

	it('does not take what the person refused in Gemini for an error', () => {
		const session = new Session()
			.calls({
				tool: 'run_shell_command',
				values: { command: 'npm run build && git commit -am x' },
				output: '[Operation Cancelled] Reason: User denied execution.',
			})
			.run('npm run build');
		assert.deepEqual(states(session), []);
		assert.equal(rejectionsOf(session.uses).length, 1);
	});

	it('is not told once all that was checked is checked again, or was done all the same', () => {
		for (const [failed, output, later] of [
			['go vet ./svg', 'svg/a_test.go:3:4: undefined: x', 'go test ./...'],
			[
				'mise run test:it -- -run TestCommit',
				'--- FAIL: TestCommit',
				'go test -tags=it -run TestCommit',
			],
			['go test ./a', '--- FAIL: TestA', 'mise run test'],
			['mise run test', '--- FAIL: TestA', 'go test ./...'],
			[
				'git add a.go b.go',
				'The following paths are ignored by one of your .gitignore files',
				'git commit -m x',
			],
		] as const) {
			assert.deepEqual(states(new Session().fails(failed, output).run(later)), [], failed);
		}
	});

	it('is told although something else was checked', () => {
		for (const [failed, output, later] of [
			['npm run lint', 'error: unused', 'npm test'],
			['mise run test:it', '--- FAIL: TestCommit', 'go test ./...'],
			['cargo clippy', 'error: unused', 'cargo test'],
			['pytest', failing, 'npm test -- src/a.test.ts'],
			['go test -tags=it ./a', '--- FAIL: TestA', 'go test ./...'],
		] as const) {
			assert.equal(states(new Session().fails(failed, output).run(later)).length, 1, failed);
		}
	});

	it('is not told long after, when the work was committed and checked since', () => {
		const session = new Session().fails('make lint', 'error: unused');
		session.run('npm run typecheck').run('git commit -m "Add a"', '[main 1a2b3c4] Add a');
		assert.equal(states(session).length, 1);
		for (let index = 0; index < 100; index += 1) {
			session.read(`/p/${index}.ts`);
		}
		session.run('ls');
		assert.deepEqual(states(session), []);
	});

	it('does not take a program that prints such words for a declined tool', () => {
		const session = new Session().run(
			'cat log',
			"The user doesn't want to proceed with this tool use.",
		);
		assert.deepEqual(rejectionsOf(session.uses), []);
	});
});
