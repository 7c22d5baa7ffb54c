import assert from 'node:assert/strict';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { changingPart, isAction, ledgerOf, type Ledger } from '../../../src/summary/ledger.ts';
import { commonRoot, ledgerItems } from '../../../src/summary/ledgerItems.ts';
import { assertLinear } from '../../support/growth.ts';
import { only, Session, type Step } from '../../support/session.ts';

function ledger(session: Session): Ledger {
	return ledgerOf(session.log, pairTools(session.log));
}

/** Every touched file with what became of it. */
function files(session: Session): string[] {
	return ledger(session).files.map(
		({ path, state, movedTo }) => `${path}: ${state}${movedTo === undefined ? '' : ` ${movedTo}`}`,
	);
}

const patch = (...lines: readonly string[]): Step => ({
	tool: 'apply_patch',
	values: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
	output: 'Success. Updated the following files:',
});

describe('the files of a ledger', () => {
	it('have the state that tools gave them last', () => {
		const session = new Session()
			.read('/p/read.ts')
			.read('/p/old.ts')
			.edit('/p/old.ts', 'a', 'b')
			.write('/p/new.ts')
			.edit('/p/new.ts', 'a', 'b')
			.calls({ tool: 'delete_file', values: { path: '/p/gone.ts' }, output: 'Deleted.' })
			.calls({
				tool: 'move_file',
				values: { source: '/p/from.ts', destination: '/p/to.ts' },
				output: 'Moved.',
			});
		assert.deepEqual(files(session).sort(), [
			'/p/from.ts: renamed /p/to.ts',
			'/p/gone.ts: deleted',
			'/p/new.ts: created',
			'/p/old.ts: changed',
			'/p/read.ts: read',
			'/p/to.ts: created',
		]);
	});

	it('include what sub-agents did to them, and checks before that are outdated', () => {
		const changed = [
			{ path: '/p/old.ts', change: 'changed' },
			{ path: '/p/to.ts', change: 'created' },
			{ path: '/p/from.ts', change: 'renamed', movedTo: '/p/to.ts' },
		] as const;
		const { log } = new Session()
			.read('/p/old.ts')
			.run('npm test', 'fine')
			.calls({ tool: 'Task', values: { prompt: 'Do it.' }, output: 'It is done.' });
		const entries = log.map(({ message, tokens }, index) => ({
			message:
				message.role === 'tool' && index === log.length - 1 ? { ...message, changed } : message,
			tokens,
		}));
		const { files, edits, runs } = ledgerOf(entries, pairTools(entries));
		assert.deepEqual(
			files.map(({ path, state, sources }) => [path, state, sources]),
			[
				['/p/old.ts', 'changed', [log.length]],
				['/p/to.ts', 'created', [log.length]],
				['/p/from.ts', 'renamed', [log.length]],
			],
		);
		assert.deepEqual(edits, [log.length - 2]);
		assert.deepEqual(
			runs.map(({ editsBefore }) => editsBefore),
			[0],
		);
	});

	it('are one where a relative path is the end of a single path from the root', () => {
		const session = new Session()
			.read('/p/src/a.ts')
			.run('cd /p && npm test', 'fine')
			.edit('src/a.ts', 'a', 'b')
			.edit('other/a.ts', 'a', 'b');
		assert.deepEqual(files(session).sort(), ['/p/src/a.ts: changed', 'other/a.ts: changed']);
	});

	it('are two where the path from the root lies elsewhere than most of the work', () => {
		const session = new Session()
			.read('/p/parts/till/package.json')
			.read('/p/src/a.ts')
			.read('/p/src/b.ts')
			.edit('package.json', 'a', 'b');
		assert.deepEqual(files(session).slice(-1), ['package.json: changed']);
	});

	it('come out of patches, too', () => {
		const session = new Session().calls(
			patch(
				'*** Add File: a.ts',
				'+x',
				'*** Update File: b.ts',
				'*** Move to: c.ts',
				'@@',
				'-x',
				'+y',
				'*** Delete File: d.ts',
			),
		);
		assert.deepEqual(files(session).sort(), [
			'a.ts: created',
			'b.ts: renamed c.ts',
			'c.ts: created',
			'd.ts: deleted',
		]);
	});

	it('were there before where the log has shown them, and are new again once deleted', () => {
		assert.deepEqual(files(new Session().read('/p/a.ts').write('/p/a.ts')), ['/p/a.ts: changed']);
		const session = new Session()
			.write('/p/a.ts')
			.calls({ tool: 'delete_file', values: { path: '/p/a.ts' }, output: 'Deleted.' });
		assert.deepEqual(files(session), ['/p/a.ts: deleted']);
		assert.deepEqual(files(session.write('/p/a.ts')), ['/p/a.ts: created']);
	});

	it('are not called new where nothing says so', () => {
		const session = new Session()
			.calls({
				tool: 'write',
				values: { filePath: '/p/a.ts', content: 'text' },
				output: 'Wrote file successfully.',
			})
			.edit('/p/a.ts', 'a', 'b');
		assert.deepEqual(files(session), ['/p/a.ts: written']);
	});

	it('are told as edited, not as changed, where a command may have made them', () => {
		const made = ledger(new Session().run('echo text > /p/a.ts').edit('/p/a.ts', 'text', 'more'));
		const [file] = ledgerItems(made, { start: 0, end: 4 }, '').filter(
			({ section }) => section === 'Relevant Files',
		);
		assert.equal(file?.item.text, '/p/a.ts — edited');
	});

	it('are one file with slashes of either kind, the newest touched last', () => {
		const session = new Session()
			.edit('C:\\p\\a.ts', 'a', 'b')
			.edit('C:/p/b.ts', 'a', 'b')
			.edit('C:/p/a.ts', 'b', 'c');
		assert.deepEqual(files(session), ['C:/p/b.ts: changed', 'C:/p/a.ts: changed']);
		assert.deepEqual(ledger(session).files.at(-1)?.sources, [2, 6]);
	});

	for (const [what, step] of [
		['failed', { output: 'String to replace not found in file.', isError: true }],
		[
			'was rejected',
			{ output: "The user doesn't want to proceed with this tool use.", isError: true },
		],
		['has no result', {}],
	] as const) {
		it(`are untouched by an edit that ${what}`, () => {
			const values = { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' };
			const session = new Session().calls({ tool: 'Edit', values, ...step });
			assert.deepEqual(files(session), []);
			assert.equal(ledger(session).uses.filter(isAction).length, what === 'failed' ? 1 : 0);
		});
	}

	it('are untouched by what a shell does', () => {
		assert.deepEqual(files(new Session().run('rm src/a.ts && sed -i s/a/b/ src/b.ts')), []);
	});
});

describe('the runs of a ledger', () => {
	it('are the last of each command, with how it ended', () => {
		const session = new Session()
			.fails('npm test', 'TypeError: x is undefined\nTests  1 failed | 2 passed (3)')
			.edit('/p/a.ts', 'a', 'b')
			.run('npm test', 'Tests  3 passed (3)')
			.run('npm run deploy', 'done');
		const { runs } = ledger(session);
		assert.deepEqual(
			runs.map(({ command, status, isCheck }) => [command, status, isCheck]),
			[
				['npm test', 'ok', true],
				['npm run deploy', 'ok', false],
			],
		);
		assert.match(runs[0]?.outcome ?? '', /3 passed/);
	});

	it('tell the exit code, the error and the edits since', () => {
		const session = new Session()
			.fails('make check', 'Traceback (most recent call last):\n  File "a"\nKeyError: \'x\'', 2)
			.edit('/p/a.ts', 'a', 'b')
			.write('/p/b.ts');
		const { runs, edits } = ledger(session);
		const run = only(runs);
		assert.equal(run.status, 'failed');
		assert.match(run.outcome, /exit 2/);
		assert.deepEqual(run.errorLines, ["KeyError: 'x'"]);
		assert.equal(edits.length - run.editsBefore, 2);
		assert.equal(run.source, 2);
	});

	it('tell what the shell itself missed behind what went wrong', () => {
		const output = 'sh: 1: colour: not found\nTypeError: x is undefined';
		assert.deepEqual(only(ledger(new Session().fails('make check', output)).runs).errorLines, [
			'TypeError: x is undefined',
			'sh: 1: colour: not found',
		]);
	});

	it('are checks where they had failed and were repeated after an edit', () => {
		const again = (first: Session): boolean =>
			only(ledger(first.edit('/p/a.ts', 'a', 'b').run('./verify.sh', 'fine')).runs).isCheck;
		assert.equal(again(new Session().fails('./verify.sh', 'wrong')), true);
		assert.equal(again(new Session().run('./verify.sh', 'fine')), false);
	});

	it('hold no secret', () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const session = new Session().fails(`deploy --token ${secret}`, `Error: bad token ${secret}`);
		assert.ok(!JSON.stringify(ledger(session).runs).includes(secret));
	});
});

describe('commits of a ledger', () => {
	it('are those that git tells of', () => {
		const session = new Session()
			.run('git add . && git commit -m "Cache"', '[main 1a2b3c4] Cache\n 1 file changed')
			.run('git commit --amend --no-edit', '[topic/x (root-commit) 5d6e7f80] Cache it');
		assert.deepEqual(
			ledger(session).commits.map(({ hash, title, branch }) => [hash, title, branch]),
			[
				['1a2b3c4', 'Cache', 'main'],
				['5d6e7f80', 'Cache it', 'topic/x'],
			],
		);
	});

	it('are none that were only shown, asked for or not made', () => {
		const session = new Session()
			.run('git log -1', '[main 1a2b3c4] Cache')
			.run('git commit -m "Empty"', 'nothing to commit, working tree clean')
			.run('cat notes.md', '[main 1a2b3c4] Cache');
		assert.deepEqual(ledger(session).commits, []);
	});
});

describe('the todo list of a ledger', () => {
	const told = (session: Session): unknown => {
		const { todos } = ledger(session);
		return todos?.items.map(({ text, state }) => `${text}: ${state}`);
	};

	it('is the last one that was written, with the actions since', () => {
		const session = new Session()
			.todos(['Old', 'pending'])
			.todos(['Cache', 'completed'], ['Measure', 'in_progress'], ['Tell', 'pending'])
			.run('ls')
			.edit('/p/a.ts', 'a', 'b');
		assert.deepEqual(told(session), ['Cache: done', 'Measure: in-progress', 'Tell: pending']);
		assert.equal(ledger(session).todos?.actionsSince, 1);
		assert.equal(ledger(session).todos?.source, 3);
	});

	it('is read from check boxes', () => {
		const values = { task_progress: '', todos: '- [x] Cache\n- [ ] Measure\n- [-] Tell' };
		const session = new Session().calls({ tool: 'update_todo_list', values, output: 'ok' });
		assert.deepEqual(told(session), ['Cache: done', 'Measure: pending', 'Tell: in-progress']);
	});

	it('grows and changes task by task', () => {
		const task = (tool: string, values: object, output: string): Step => ({ tool, values, output });
		const session = new Session()
			.calls(task('TaskCreate', { subject: 'Cache' }, 'Task #1 created: Cache'))
			.calls(task('TaskCreate', { subject: 'Measure' }, 'Task #2 created: Measure'))
			.calls(task('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1'))
			.calls(task('TaskUpdate', { taskId: '2', status: 'in_progress' }, 'Updated task #2'));
		assert.deepEqual(told(session), ['Cache: done', 'Measure: in-progress']);
		session.calls(task('TaskUpdate', { taskId: '2', status: 'deleted' }, 'Deleted task #2'));
		assert.deepEqual(told(session), ['Cache: done']);
	});

	it('is none where writing it failed', () => {
		const values = { todos: [{ content: 'Cache', status: 'pending' }] };
		const session = new Session().calls({
			tool: 'TodoWrite',
			values,
			output: 'InputValidationError: todos',
			isError: true,
		});
		assert.equal(told(session), undefined);
	});
});

describe('the last failure of a ledger', () => {
	it('is that of the last action, with its error, whatever was looked at since', () => {
		const session = new Session()
			.fails('npm run build', 'src/a.ts(3,1): error TS2304: Cannot find name x.')
			.read('/p/src/a.ts')
			.run('git status', 'clean');
		const { failure } = ledger(session);
		assert.match(failure?.what ?? '', /npm run build/);
		assert.match(failure?.lines.join('\n') ?? '', /TS2304/);
		assert.equal(ledger(session.edit('/p/src/a.ts', 'x', 'y')).failure, undefined);
	});
});

describe('what is still going on', () => {
	const launch =
		'Async agent launched successfully.\nagentId: a9e09c2a (internal ID)\nDo not read its file.';
	const notice = (id: string): string =>
		`<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<summary>Background command "x" completed (exit code 1)</summary>\n<result>3 are left.</result>\n</task-notification>`;
	const started = (): Session =>
		new Session()
			.run('npm run serve', 'Command running in background with ID: b0be39e.')
			.calls({ tool: 'Agent', values: { description: 'Audit' }, output: launch });

	it('are commands and agents without an end, with their ids', () => {
		assert.deepEqual(
			ledger(started()).running.map(({ kind, id }) => [kind, id]),
			[
				['command', 'b0be39e'],
				['agent', 'a9e09c2a'],
			],
		);
	});

	it('is no look, and nothing that was run again and ended', () => {
		const session = new Session()
			.run('tail -f app.log', 'Command running in background with ID: c1.')
			.run('npm test', 'Command running in background with ID: c2.')
			.run('npm test', 'Tests  4 passed (4)');
		assert.deepEqual(ledger(session).running, []);
	});

	it('is no command that only outlasted its call, and no agent that was stopped, once the person went on', () => {
		const session = new Session()
			.person('Commit it, and audit the pier.')
			.run('git commit -m a', 'Process running with session ID 72836')
			.calls({ tool: 'new_task', values: { message: 'Audit the pier' } });
		assert.equal(ledger(session).running.length, 2);
		assert.deepEqual(ledger(session.person('What is next?')).running, []);
	});

	it('is over where the last call that asked for it was told anything else, by its whole id', () => {
		const session = new Session()
			.run('npm run serve', 'Command running in background with ID: b0.')
			.run('npm run watch', 'Command running in background with ID: b01.')
			.calls({ tool: 'KillShell', values: { shell_id: 'b01' }, output: 'Killed.' });
		assert.deepEqual(
			ledger(session).running.map(({ id }) => id),
			['b0'],
		);
	});

	it('is over where a later message tells the end, also of one that began before', () => {
		const session = started().client(notice('a9e09c2a')).client(notice('b0be39e'));
		assert.deepEqual(ledger(session).running, []);
		assert.equal(ledger(session).runs[0]?.status, 'failed');
	});
});

describe('what the person decided through tools', () => {
	it('are uses they rejected, with their words', () => {
		const output =
			"The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nUse pnpm instead.";
		const session = new Session().calls({
			tool: 'Bash',
			values: { command: 'npm install left-pad' },
			output,
			isError: true,
		});
		const rejection = only(ledger(session).rejected);
		assert.match(rejection.what, /npm install left-pad/);
		assert.equal(rejection.words, 'Use pnpm instead.');
		assert.deepEqual(ledger(session).runs, []);
	});

	it('are none that a program says in the name of the person', () => {
		const session = new Session().run(
			'cat log',
			"The user doesn't want to proceed with this tool use",
		);
		assert.deepEqual(ledger(session).rejected, []);
	});

	it('are answers to questions, and plans they approved', () => {
		const session = new Session().calls(
			{
				tool: 'AskUserQuestion',
				values: { questions: [{ question: 'Which database?', options: [{ label: 'SQLite' }] }] },
				output: 'User has answered your questions: "Which database?"="SQLite".',
			},
			{ tool: 'ExitPlanMode', values: { plan: 'Cache the tokens.' }, output: 'Approved the plan.' },
		);
		const { answers } = ledger(session);
		assert.ok(
			answers.some(({ question, answer }) => /database/.test(question) && answer === 'SQLite'),
		);
	});
});

describe('time is linear', () => {
	const shapes: readonly (readonly [string, (session: Session, index: number) => Session])[] = [
		[
			'files by relative paths',
			(session, index) => session.read(`/p/m${index}/a.ts`).edit(`m${index}/a.ts`, 'a', 'b'),
		],
		[
			'commands in the background',
			(session, index) =>
				session.run(`./serve ${index}`, `Command running in background with ID: c${index}.`),
		],
		['checks', (session, index) => session.run(`npm test -- ${index}`, 'Tests  4 passed (4)')],
		[
			'removals',
			(session, index) => session.edit(`/p/${index}.ts`, 'a', 'b').run(`rm ${index}.js`, 'fine'),
		],
	];
	for (const [what, add] of shapes) {
		it(`for ${what}`, () => {
			assertLinear(2_000, (count) => {
				const session = new Session();
				for (let index = 0; index < count; index += 1) {
					add(session, index);
				}
				return () => {
					const found = ledger(session);
					ledgerItems(found, { start: 0, end: session.number }, commonRoot(found));
				};
			});
		});
	}
});

describe('a command line', () => {
	for (const line of [
		'ls -la src | head -5',
		'cd /w && git status --short; git -C x log --oneline',
		'cat a.ts 2>/dev/null || echo none',
		'ls x &> /dev/null && ls y >&2 2>&1',
		"grep -rn 'rm -rf; drop' src | wc -l",
		'find . -name "*.ts" | xargs'.replace(' | xargs', ''),
		"sed -n '1,20p' a.ts",
		'git branch -a && git stash list && git remote -v',
		'git branch -vv; git branch -r --merged; git reflog',
		'for f in *.md; do cat "$f" | sort -k2 -n; done',
		"awk '$3 > 5 {print $1}' f && sed -n '1,20p' f && date -u",
		'FOO=1 time cat x',
		'FOO="a b" cat x',
		'base=$(git merge-base main HEAD) && git diff $base',
		'head -3 $(go env GOMODCACHE)/a.go $(git ls-files)',
	]) {
		it(`only looks: ${line}`, () => assert.equal(changingPart(line), undefined));
	}

	for (const [line, part] of [
		['frobnicate --all', 'frobnicate --all'],
		['cd /w && make deploy 2>&1 | tail -3', 'make deploy'],
		['ls -la &> all.txt', 'ls -la &> all.txt'],
		['ls 2>err.txt', 'ls 2>err.txt'],
		['cat a.ts 2>>err.log 1>/dev/null', 'cat a.ts 2>>err.log'],
		['git push origin main; git status', 'git push origin main'],
		['cd /w && make && make test', 'make && make test'],
		['make; cd /w && make test || make log', 'make; make test; make log'],
		['cat a > b', 'cat a > b'],
		['echo "x" >> notes.md', 'echo "x" >> notes.md'],
		['find . -name "*.tmp" -delete', 'find . -name "*.tmp" -delete'],
		["sed -i 's/a/b/' a.ts", "sed -i 's/a/b/' a.ts"],
		['grep -l foo src | xargs sed -i s/a/b/', 'grep -l foo src | xargs sed -i s/a/b/'],
		['echo $(rm -rf build)', 'echo $(rm -rf build)'],
		['cat $(pwd)/$(touch a)', 'cat $(pwd)/$(touch a)'],
		['sed --in-place s/a/b/ a.ts', 'sed --in-place s/a/b/ a.ts'],
		['env A=1 npm publish', 'env A=1 npm publish'],
		['command rm a.ts', 'command rm a.ts'],
		['go env -w GOFLAGS=-x', 'go env -w GOFLAGS=-x'],
		['git branch -D topic', 'git branch -D topic'],
		["date -s '2026-01-01'", "date -s '2026-01-01'"],
		['yq -i .a=1 x.yml', 'yq -i .a=1 x.yml'],
		['git branch -v -D topic', 'git branch -v -D topic'],
		['git log --output=log.txt', 'git log --output=log.txt'],
		['sort -u names -o names', 'sort -u names -o names'],
		['ls && fd -e tmp -x rm', 'fd -e tmp -x rm'],
		[`sed -n 's/a/b/w out' f`, `sed -n 's/a/b/w out' f`],
		['sleep 1 & rm -rf build', 'rm -rf build'],
		['cat <(touch x)', 'cat <(touch x)'],
		['echo x >| f', 'echo x >| f'],
		['for f in *.tmp; do rm "$f"; done', 'for f in *.tmp; do rm "$f"'],
		['for f in *.ts; do cat "$f"; done; make', 'make'],
		['git stash pop', 'git stash pop'],
		['git checkout -- src/a.ts', 'git checkout -- src/a.ts'],
	] as const) {
		it(`may have changed something: ${line}`, () => assert.equal(changingPart(line), part));
	}

	for (const [line, command] of [
		['FOO=1 BAR=2 make', 'make'],
		['NOTE="two words" ./release.sh', './release.sh'],
		['OUT=$(mktemp -d) npm pack', 'npm pack'],
		['dir=$(mktemp -d) && cd "$dir" && npm pack', 'dir=$(mktemp -d) && npm pack'],
		['PATH="$HOME/bin:$PATH" make', 'make'],
		['FLAGS=-O2; make', 'make'],
	] as const) {
		it(`is known without the variables set for it, and never cut inside: ${line}`, () =>
			assert.equal(only(ledger(new Session().run(line, 'fine')).runs).command, command));
	}

	for (const [line, shown] of [
		['make', 'make'],
		['cd /w && make', '… make'],
		['make 2>&1 | tail -3; git status', 'make …'],
		[
			'dir=$(mktemp -d) && cd $dir && npm pack | grep x | tee y && ls',
			'dir=$(mktemp -d) … && npm pack | grep x | tee y …',
		],
		['A=1 make && cd /w && ls && make test', 'A=1 make … && make test'],
	] as const) {
		it(`is shown with a mark in place of what is left out: ${line}`, () =>
			assert.equal(only(ledger(new Session().run(line, 'fine')).runs).shown, shown));
	}

	it('is told whole where a here-document or a script in quotes stands in it', () => {
		const line = "python3 - <<'E'\nimport os\nls = 1\nE";
		assert.equal(changingPart(line), line);
		assert.equal(changingPart('bash -c "ls; rm -rf x"'), 'bash -c "ls; rm -rf x"');
	});

	it('is read in linear time', () => {
		for (const [start, piece] of [
			['', '"'],
			['', "a | '"],
			['', 'ls; '],
			['', 'a=1 '],
			['', '\\'],
			['git ', '-c '],
		] as const) {
			assertLinear(20_000, (size) => {
				const line = start + piece.repeat(size / piece.length);
				return () => changingPart(line);
			});
		}
	});
});
