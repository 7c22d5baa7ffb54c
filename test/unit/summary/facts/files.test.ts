import assert from 'node:assert/strict';
import { Session } from './session.ts';

describe('fileFacts', () => {
	const session = (): Session => new Session();

	const unseen = {
		tool: 'Edit',
		values: { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' },
		output: 'Please wait.',
	};

	describe('final states', () => {
		const cases: readonly (readonly [string, Session, readonly string[]])[] = [
			['a new file is created', session().write('/p/a.ts'), ['/p/a.ts: created']],
			['a file only looked at is read', session().read('/p/a.ts'), ['/p/a.ts: read']],
			[
				'a file that was there is modified',
				session().read('/p/a.ts').edit('/p/a.ts', 'a', 'b'),
				['/p/a.ts: modified'],
			],
			[
				'a file the work created stays created when it is edited',
				session().write('/p/a.ts').edit('/p/a.ts', 'a', 'b'),
				['/p/a.ts: created'],
			],
			[
				'a file is unsettled after an edit of which nothing says whether it was made',
				session().read('/p/a.ts').calls(unseen),
				['/p/a.ts: unsettled'],
			],
			[
				'what was surely edited before or after such an edit is modified',
				session().calls(unseen).edit('/p/a.ts', 'a', 'b').calls(unseen),
				['/p/a.ts: modified'],
			],
			[
				'write, then rm is deleted',
				session().write('/p/a.ts').run('rm /p/a.ts'),
				['/p/a.ts: deleted'],
			],
			[
				'rm, then write again is there',
				session().read('/p/a.ts').run('rm /p/a.ts').write('/p/a.ts'),
				['/p/a.ts: modified'],
			],
			[
				'mv renames',
				session().read('/p/a.ts').run('mv /p/a.ts /p/b.ts'),
				['/p/a.ts: renamed /p/b.ts'],
			],
			['git mv renames', session().run('git mv src/a.ts src/b.ts'), ['src/a.ts: renamed src/b.ts']],
			[
				'what was edited is modified under its new name',
				session().edit('/p/a.ts', 'a', 'b').run('mv /p/a.ts /p/b.ts'),
				['/p/a.ts: renamed /p/b.ts', '/p/b.ts: modified'],
			],
			[
				'what is moved over another file changes it',
				session().read('/p/b.ts').run('mv /p/a.ts /p/b.ts'),
				['/p/a.ts: renamed /p/b.ts', '/p/b.ts: modified'],
			],
			[
				'mv into a directory keeps the name',
				session().run('mv a.ts b.ts lib/'),
				['a.ts: renamed lib/a.ts', 'b.ts: renamed lib/b.ts'],
			],
			[
				'mv of directories into another keeps their names',
				session().run('mv tools oauth core/').run('mkdir -p lib').run('mv parts lib'),
				['oauth: renamed core/oauth', 'parts: renamed lib/parts', 'tools: renamed core/tools'],
			],
			[
				'mv of a directory takes along the files known in it',
				session().read('/p/tools/a.ts').read('/p/core/b.ts').run('mv /p/tools /p/core'),
				['/p/core/b.ts: read', '/p/tools/a.ts: renamed /p/core/tools/a.ts'],
			],
			[
				'a relative target lies under the folder that other paths show the shell to be in',
				session()
					.read('/p/app/nested/skills/cook/SKILL.md')
					.run('cat nested/skills/cook/SKILL.md')
					.run('git mv nested/skills/cook skills/cook'),
				['/p/app/nested/skills/cook/SKILL.md: renamed /p/app/skills/cook/SKILL.md'],
			],
			[
				'where paths show several folders, a target stays as it is written',
				session()
					.read('/p/one/src/a.ts')
					.read('/p/two/src/b.ts')
					.run('cat src/a.ts && cat src/b.ts')
					.run('mv src/a.ts lib/c.ts'),
				['/p/two/src/b.ts: read', '/p/one/src/a.ts: renamed lib/c.ts'],
			],
			[
				'a target that is spelled like the end of its source is another place',
				session().read('/p/nested/.conf/app.json').run('mv nested/.conf/app.json .conf/app.json'),
				['/p/nested/.conf/app.json: renamed /p/.conf/app.json'],
			],
			[
				'even where nothing shows where the shell is',
				session().read('/p/nested/.conf/app.json').run('mv app.json .conf/app.json'),
				['/p/nested/.conf/app.json: renamed .conf/app.json'],
			],
			[
				'a directory that is spelled like the end of its source is not there yet',
				session()
					.read('/p/nested/tools/a.ts')
					.run('mv nested/tools tools')
					.run('mv elsewhere/tools tools'),
				['/p/nested/tools/a.ts: renamed tools/a.ts', 'elsewhere/tools: renamed tools/tools'],
			],
			[
				'what git tells of as new with a commit was created, whatever its editor says',
				session()
					.run('mix gen a', '* creating lib/a.ex')
					.read('/p/app/a.ex')
					.edit('/p/app/a.ex', 'a', 'b')
					.run('cd /p/app && git commit -m "Add"', ' 1 file changed\n create mode 100644 a.ex'),
				['/p/app/a.ex: created'],
			],
			[
				'unless no command tells that it made the file',
				session()
					.run('mix gen b', '* creating lib/b.ex')
					.run('ls', 'created: a.ex')
					.read('/p/app/a.ex')
					.edit('/p/app/a.ex', 'a', 'b')
					.run('cd /p/app && git commit -m "Add"', ' 1 file changed\n create mode 100644 a.ex'),
				['/p/app/a.ex: modified'],
			],
			[
				'or an amended commit tells of it again',
				session()
					.run('mix gen a', '* creating lib/a.ex')
					.edit('/p/app/a.ex', 'a', 'b')
					.run('cd /p/app && git commit --amend', ' 1 file changed\n create mode 100644 a.ex'),
				['/p/app/a.ex: modified'],
			],
			[
				'a directory that was made for files that nothing names is not new, nor what is written there',
				session()
					.run('rm -rf /p/parts')
					.run('mkdir -p /p/parts')
					.run('for f in *.ts; do mv "$f" /p/parts/; done')
					.run('echo a >> /p/parts/a.ts && echo b > /p/parts/b.ts')
					.run('echo c > /p/c.ts'),
				['/p/parts/a.ts: modified', '/p/parts/b.ts: modified', '/p/c.ts: created'],
			],
			[
				'what git tells of as deleted with a commit is deleted, whoever did it',
				session()
					.read('/p/app/a.ts')
					.read('/p/app/b.ts')
					.run('cd /p/app && git pull', ' 2 files changed\n delete mode 100644 a.ts'),
				['/p/app/b.ts: read', '/p/app/a.ts: deleted'],
			],
			[
				'what a status tells of as deleted is deleted',
				session()
					.edit('/p/app/a.ts', 'a', 'b')
					.edit('/p/app/b.ts', 'a', 'b')
					.edit('/p/app/c.ts', 'a', 'b')
					.edit('/p/app/d.ts', 'a', 'b')
					.run('cd /p/app && git status --short', ' D a.ts\nD  b.ts\nUD c.ts')
					.run('git status', 'Changes not staged:\n\tdeleted:    d.ts'),
				[
					'/p/app/c.ts: modified',
					'/p/app/a.ts: deleted',
					'/p/app/b.ts: deleted',
					'/p/app/d.ts: deleted',
				],
			],
			[
				'what git only forgot is still there',
				session()
					.edit('/p/app/a.ts', 'a', 'b')
					.edit('/p/app/b.ts', 'a', 'b')
					.run('cd /p/app && git rm --cached a.ts')
					.run('git status --short', 'D  a.ts\nD  b.ts\n?? b.ts'),
				['/p/app/a.ts: modified', '/p/app/b.ts: modified'],
			],
			[
				'a file is deleted by a commit that took as many lines as it had, and by no other',
				session()
					.write('/p/app/a.md', 'one\ntwo\n')
					.write('/p/app/b.md', 'one\ntwo\nthree\n')
					.run('cd /p/app && git show --stat 1a2b3c4', ' a.md | 2 --\n b.md | 2 --'),
				['/p/app/b.md: created', '/p/app/a.md: deleted'],
			],
			[
				'what was deleted is restored by git',
				session().read('/p/app/a.ts').run('rm /p/app/a.ts').run('git restore /p/app/a.ts'),
				['/p/app/a.ts: restored'],
			],
			[
				'an edit whose shell could not run what it was to put in is unsettled',
				session()
					.read('/p/a.md')
					.read('/p/b.md')
					.run(
						'perl -pi -e "s/`x`/`y`/" /p/a.md && sed -i s/x/y/ /p/b.md',
						'zsh:1: command not found: x\nzsh:1: command not found: y',
					),
				['/p/a.md: unsettled', '/p/b.md: modified'],
			],
			[
				'an edit whose program complains is unsettled',
				session()
					.read('/p/a.md')
					.read('/p/b.md')
					.run(
						"perl -pi -e 's/(/x/' /p/a.md; sed -i 's/a' /p/b.md; true",
						"Unmatched ( in regex at -e line 1.\nsed: -e expression #1, char 3: unterminated `s' command",
					),
				['/p/a.md: unsettled', '/p/b.md: unsettled'],
			],
			[
				'an edit that puts back what it takes changes nothing',
				session()
					.edit('/p/a.ts', 'one', 'one')
					.calls({
						tool: 'replace_in_file',
						values: {
							path: '/p/b.ts',
							diff: '<<<<<<< SEARCH\n:start_line:4\n-------\none\n=======\none\n>>>>>>> REPLACE',
						},
						output: 'The file was updated.',
					})
					.calls({
						tool: 'edit_file',
						values: { path: '/p/c.ts', diff: '@@ -1,3 +1,3 @@\n-one\n two\n+one' },
						output: 'The file was updated.',
					}),
				['/p/a.ts: read', '/p/b.ts: read', '/p/c.ts: modified'],
			],
			[
				'what git cleaned away is deleted',
				session()
					.write('/p/app/tmp/a.log')
					.write('/p/app/b.log')
					.run('cd /p/app && git clean -fd', 'Removing tmp/\nRemoving unknown.log'),
				['/p/app/b.log: created', '/p/app/tmp/a.log: deleted'],
			],
			[
				'what is deleted in a container is still there',
				session().read('/p/a.ts').run('docker exec web rm /p/a.ts'),
				['/p/a.ts: read'],
			],
			[
				'what is put in the place of a deleted file changes it',
				session()
					.read('/p/main.ts')
					.run('cp /p/main.ts /p/new.ts && rm /p/main.ts')
					.run('mv /p/new.ts /p/main.ts'),
				['/p/main.ts: modified', '/p/new.ts: renamed /p/main.ts'],
			],
			[
				'git rm works in the folder that is named before it',
				session().read('/p/app/a.ts').run('git -C /p/app rm a.ts'),
				['/p/app/a.ts: deleted'],
			],
			[
				'mv to where the shell stands',
				session().read('/p/src/utils/config.ts').run('cd /p/src && mv utils/config.ts .'),
				['/p/src/utils/config.ts: renamed /p/src/config.ts'],
			],
			[
				'mv to the directory above',
				session().run('cd /p/src/utils && mv config.ts ..'),
				['/p/src/utils/config.ts: renamed /p/src/config.ts'],
			],
			[
				'renamed twice points to where it is in the end',
				session().run('git mv a.ts b.ts').run('git mv b.ts c.ts'),
				['a.ts: renamed c.ts', 'b.ts: renamed c.ts'],
			],
			[
				'renamed and back is where it was',
				session().run('mv a.ts b.ts').run('mv b.ts a.ts'),
				['b.ts: renamed a.ts'],
			],
			[
				'a directory is renamed with the files known in it',
				session().read('/p/old/a.ts').run('git mv old new'),
				['/p/old/a.ts: renamed new/a.ts'],
			],
			[
				'rm -r deletes the files known in a directory, not those moved out of it before',
				session()
					.read('/p/old/a.ts')
					.read('/p/old/b.ts')
					.run('mv /p/old/a.ts /p/a.ts')
					.run('rm -rf /p/old'),
				['/p/old/a.ts: renamed /p/a.ts', '/p/old/b.ts: deleted'],
			],
			[
				'git restore undoes',
				session().edit('/p/a.ts', 'a', 'b').run('git restore a.ts'),
				['/p/a.ts: restored'],
			],
			[
				'what was edited after git undid is modified',
				session().edit('/p/a.ts', 'a', 'b').run('git restore a.ts').edit('/p/a.ts', 'a', 'c'),
				['/p/a.ts: modified'],
			],
			[
				'git checkout of a file undoes, without dashes too',
				session()
					.edit('/p/a.ts', 'a', 'b')
					.run('git checkout a.ts', 'Updated 1 path from the index'),
				['/p/a.ts: restored'],
			],
			[
				'what changes are applied to after it was restored is not known',
				session().edit('/p/a.ts', 'a', 'b').run('git restore a.ts').run('git stash pop'),
				['/p/a.ts: unsettled'],
			],
			[
				'unstaging undoes nothing',
				session().edit('/p/a.ts', 'a', 'b').run('git restore --staged a.ts'),
				['/p/a.ts: modified'],
			],
			[
				'git rm --cached leaves the file',
				session().read('a.ts').run('git rm --cached a.ts'),
				['a.ts: read'],
			],
			[
				'what builds and installations make is no file of the work',
				session().run('rm -rf node_modules dist && npm ci'),
				[],
			],
			['sed -i modifies', session().run("sed -i 's|a|b|' src/a.ts"), ['src/a.ts: modified']],
			[
				'sed -i of BSD modifies',
				session().run("sed -i '' 's/a/b/' src/a.ts"),
				['src/a.ts: modified'],
			],
			[
				'sed -i with -e modifies what is no program',
				session().run("sed -i -e 's/a/b/' -e 's/c/d/' src/a.ts"),
				['src/a.ts: modified'],
			],
			[
				'sed -i of all files of a directory tells nothing of those that are known',
				session().read('/p/src/a.ts').run("sed -i 's/a/b/' src/*.ts"),
				['/p/src/a.ts: read'],
			],
			[
				'an edit that is taken back leaves the file as it was',
				session().edit('/p/a.ts', 'x', 'x\nlog(x)').edit('/p/a.ts', 'log(x)\n', ''),
				['/p/a.ts: restored'],
			],
			[
				'of two edits of which one is taken back the other is left',
				session().edit('/p/a.ts', 'a', 'b').edit('/p/a.ts', 'x', 'y').edit('/p/a.ts', 'y', 'x'),
				['/p/a.ts: modified'],
			],
			['> creates', session().run('echo hello > notes.txt'), ['notes.txt: created']],
			[
				'>> adds to what is there',
				session().run('echo hello >> notes.txt'),
				['notes.txt: modified'],
			],
			['> /dev/null writes nothing', session().run('pnpm test > /dev/null 2>&1'), []],
		];
		for (const [name, made, expected] of cases) {
			it(name, () => {
				assert.deepEqual(made.files.toSorted(), [...expected].sort());
			});
		}
	});

	describe('what did not happen', () => {
		it('leaves out an edit that failed', () => {
			const made = session().calls({
				tool: 'Edit',
				values: { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' },
				output: '<tool_use_error>File has not been read yet.</tool_use_error>',
				isError: true,
			});
			assert.deepEqual(made.files, []);
		});

		it('leaves out a call without result', () => {
			const made = session().calls({
				tool: 'Write',
				values: { file_path: '/p/a.ts', content: 'x' },
			});
			assert.deepEqual(made.files, []);
		});

		it('counts what a chain did before the tests failed', () => {
			const made = session().fails('rm src/a.ts && pnpm test && rm src/b.ts', '1 failed, 3 passed');
			assert.deepEqual(made.files, ['src/a.ts: deleted']);
		});

		it('counts what it did behind failed tests, where what it says of that is to be seen', () => {
			const command =
				'cp src/a.ts /tmp/a.bak && pnpm test; cp /tmp/a.bak src/a.ts && rm /tmp/a.bak && echo "-- restored --"';
			const made = (output: string) =>
				session().read('/p/src/a.ts').fails(command, output).files.includes('/tmp/a.bak: deleted');
			assert.equal(made('1 failed, 3 passed\n-- restored --'), true);
			assert.equal(made('1 failed, 3 passed'), false);
		});

		it('does not count the command that failed', () => {
			const made = session().fails(
				'rm src/a.ts',
				"rm: cannot remove 'src/a.ts': Permission denied",
			);
			assert.deepEqual(made.files, []);
		});
	});

	it('creates nothing by a command that the client refused to run', () => {
		const output = JSON.stringify({ output: '', exit_code: -1, error: 'Use background=true.' });
		const command = 'nohup git push > /tmp/push.log 2>&1 &\nsleep 5 && tail /tmp/push.log';
		const made = session().calls({ tool: 'terminal', values: { command }, output });
		assert.deepEqual(made.files, []);
	});

	it('does not call a directory deleted that was made again', () => {
		const made = session().run('rm -rf src/parts').run('mkdir -p src/parts src/other');
		assert.deepEqual(made.files, ['src/parts: created']);
	});

	describe('one file, several spellings', () => {
		it('takes the relative path of a command for the absolute one of a tool', () => {
			const made = session().write('/home/sam/app/src/a.ts').run('rm src/a.ts');
			assert.deepEqual(made.files, ['/home/sam/app/src/a.ts: deleted']);
		});

		it('keeps files of the same name apart', () => {
			const made = session()
				.read('/p/packages/a/index.ts')
				.read('/p/packages/b/index.ts')
				.edit('/p/packages/b/index.ts', 'a', 'b')
				.run('rm packages/a/index.ts');
			assert.deepEqual(made.files, [
				'/p/packages/b/index.ts: modified',
				'/p/packages/a/index.ts: deleted',
			]);
		});

		it('takes what was read by relative paths, one the end of the other, for the absolute one', () => {
			const made = session()
				.read('./apps/api/src/sync.ts')
				.read('./src/sync.ts')
				.edit('/p/apps/api/src/sync.ts', 'a', 'b')
				.read('src/sync.ts');
			assert.deepEqual(made.files, ['/p/apps/api/src/sync.ts: modified']);
			assert.equal(made.fileFacts[0]?.reads, 3);
			assert.deepEqual(made.fileFacts[0].sources, [1, 3, 5, 7]);
		});

		it('keeps relative paths apart that were edited, end in different places or have a common name', () => {
			const edited = session().edit('src/a.ts', 'a', 'b').read('api/src/a.ts');
			assert.equal(edited.edit('/p/api/src/a.ts', 'a', 'b').files.length, 3);
			const common = session().read('src/index.ts').read('api/src/index.ts');
			assert.equal(common.edit('/p/api/src/index.ts', 'a', 'b').files.length, 3);
			const other = session().read('src/a.ts').read('web/src/a.ts');
			assert.deepEqual(other.edit('/p/api/src/a.ts', 'a', 'b').files, [
				'web/src/a.ts: read',
				'/p/api/src/a.ts: modified',
			]);
		});

		it('does not take a bare common name for the one deep file it knows', () => {
			const made = session()
				.read('/p/packages/a/package.json')
				.read('/p/README.md')
				.run("sed -i 's/1/2/' package.json");
			assert.ok(made.files.includes('/p/packages/a/package.json: read'));
			assert.ok(made.files.includes('package.json: modified'));
		});

		it('follows cd within a command line', () => {
			const made = session().read('/p/packages/a/index.ts').run('cd packages/a && rm index.ts');
			assert.deepEqual(made.files, ['/p/packages/a/index.ts: deleted']);
		});

		it('knows Windows paths, with forward slashes and as a shell mounts them', () => {
			const made = session()
				.edit('D:\\app\\src\\a.ts', 'a', 'b')
				.run('rm src/a.ts')
				.read('C:\\app\\b.ts')
				.run('rm /c/app/b.ts');
			assert.deepEqual(made.files, ['D:\\app\\src\\a.ts: deleted', 'C:\\app\\b.ts: deleted']);
		});
	});

	describe('tools', () => {
		it('reads patches in the envelope form', () => {
			const patch = [
				'*** Begin Patch',
				'*** Add File: src/new.ts',
				'+export function made() {}',
				'*** Update File: src/old.ts',
				'*** Move to: src/moved.ts',
				'@@',
				'-a',
				'+b',
				'*** Delete File: src/gone.ts',
				'*** End Patch',
			].join('\n');
			const made = session().calls({
				tool: 'apply_patch',
				values: { input: patch },
				output: 'Done',
			});
			assert.deepEqual(made.files.toSorted(), [
				'src/gone.ts: deleted',
				'src/moved.ts: modified',
				'src/new.ts: created',
				'src/old.ts: renamed src/moved.ts',
			]);
		});

		it('reads unified diffs', () => {
			const patch = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n';
			const made = session().calls({ tool: 'apply_diff', values: { diff: patch }, output: 'Done' });
			assert.deepEqual(made.files, ['src/a.ts: modified']);
		});

		it('knows tools that delete and move', () => {
			const made = session().calls(
				{ tool: 'delete_file', values: { path: 'a.ts' }, output: 'Done' },
				{ tool: 'move_file', values: { source: 'b.ts', destination: 'c.ts' }, output: 'Done' },
			);
			assert.deepEqual(made.files, ['a.ts: deleted', 'b.ts: renamed c.ts']);
		});

		it('follows parallel calls', () => {
			const made = session().calls(
				{ tool: 'Read', values: { file_path: '/p/a.ts' }, output: 'x' },
				{ tool: 'Write', values: { file_path: '/p/b.ts', content: 'x' }, output: 'created' },
			);
			assert.deepEqual(made.files, ['/p/a.ts: read', '/p/b.ts: created']);
		});
	});

	it('tells the symbols that were edited, the latest last', () => {
		const made = session()
			.write('/p/a.ts', 'export function first() {}\nclass Second {}')
			.edit('/p/a.ts', 'function first() {}', 'function first(x) { return x }');
		const [file] = made.fileFacts;
		assert.deepEqual(file?.symbols, ['Second', 'first']);
	});

	it('takes the symbols along when a file is renamed', () => {
		const made = session().write('/p/a.ts', 'export const answer = 42;').run('git mv a.ts b.ts');
		const facts = made.fileFacts;
		assert.deepEqual(
			facts.map(({ path, symbols }) => [path, symbols]),
			[
				['/p/a.ts', []],
				['b.ts', ['answer']],
			],
		);
	});

	it('names every message that touched a file, ascending', () => {
		const made = session().person('Go').write('/p/a.ts').edit('/p/a.ts', 'a', 'b').run('rm a.ts');
		assert.deepEqual(made.fileFacts[0]?.sources, [2, 4, 6]);
	});

	it('count what was written, not what was moved', () => {
		const { fileFacts } = new Session()
			.run('mv markdown/a.go session/a.go')
			.edit('session/a.go', 'x', 'y');
		const moved = fileFacts.find(({ path }) => path === 'session/a.go');
		assert.equal(moved?.writes.length, 1);
	});

	it('does not tell of a file as deleted that was never seen and may not have been there', () => {
		assert.deepEqual(session().run('rm -f src/bin/app && rm src/a.ts').files, [
			'src/a.ts: deleted',
		]);
	});

	describe('where the shell stands', () => {
		it('is not certain where it went into a folder of the name it seemed to be in', () => {
			const begun = session()
				.read('/p/app/site/src/a.ts')
				.read('/p/app/site/src/b.ts')
				.run('wc -l src/a.ts')
				.person('Go on.');
			assert.ok(begun.run('touch src/new.ts').files.includes('/p/app/site/src/new.ts: created'));
			const made = begun.person('Now the other.').run('cd site && touch src/new.ts');
			assert.ok(!made.files.some((file) => file.includes('site/site')), made.files.join());
		});

		it('is where the call before has left it', () => {
			const made = session()
				.read('/p/src/main.go')
				.run('cd /p/src && go vet .')
				.run('cat >> prompt/runs_test.go', '')
				.run('cd .. && touch notes.md');
			assert.deepEqual(made.files.slice(1), [
				'/p/src/prompt/runs_test.go: modified',
				'/p/notes.md: created',
			]);
		});

		it('is the same for both shells of a client, and for no other client’s', () => {
			const command = 'Set-Location D:\\app\\website; npm run build';
			const later = { command: 'touch src/registry.json' };
			const made = session()
				.calls({ tool: 'PowerShell', values: { command }, output: '' })
				.calls({ tool: 'Bash', values: later, output: '' });
			assert.deepEqual(made.files, ['D:\\app\\website\\src\\registry.json: created']);
			const other = session()
				.calls({ tool: 'shell', values: { command: 'cd /p/src' }, output: '' })
				.calls({ tool: 'shell', values: later, output: '' });
			assert.deepEqual(other.files, ['src/registry.json: created']);
		});

		it('is not where a group in brackets went', () => {
			const made = session().run('(cd /p/src && touch a.ts) && touch b.ts').run('touch c.ts');
			assert.deepEqual(made.files, ['/p/src/a.ts: created', 'b.ts: created', 'c.ts: created']);
		});

		it('is not known once the person spoke again, but for files known by name', () => {
			const made = session()
				.read('/p/website/tools/a.ts')
				.run('cd /p/website && ls')
				.person('Now remove the tools')
				.run('rm -r tools && touch new.ts');
			assert.deepEqual(made.files, ['/p/website/tools/a.ts: deleted']);
		});

		it('is where the client says it put it back', () => {
			const made = session()
				.run('cd /elsewhere && ls', 'a\nShell cwd was reset to /p')
				.run('touch a.ts');
			assert.deepEqual(made.files, ['/p/a.ts: created']);
		});

		it('is where the call says it is to run', () => {
			const values = { cmd: 'touch a.ts', workdir: '/p/src' };
			const made = session().calls({ tool: 'exec_command', values, output: '' });
			assert.deepEqual(made.files, ['/p/src/a.ts: created']);
		});

		it('is not known after a variable: then only files known by name are told', () => {
			const made = session()
				.read('/p/src/lexer.ts')
				.run('cd "$ROOT" && touch new.ts && rm lexer.ts');
			assert.deepEqual(made.files, ['/p/src/lexer.ts: deleted']);
		});
	});

	it('leaves out what a command says it could not do, though its exit code was not seen', () => {
		const made = session().run(
			"cd website && sed -i 's/a/b/' index.js; echo done",
			'bash: line 1: cd: website: No such file or directory\ndone',
		);
		assert.deepEqual(made.files, []);
	});

	it('count no edits of a file that another one took the place of', () => {
		const facts = session()
			.edit('/p/a.ts', 'a', 'b')
			.edit('/p/a.ts', 'b', 'c')
			.edit('/p/new.ts', 'd', 'e')
			.run('mv /p/new.ts /p/a.ts').fileFacts;
		assert.equal(facts.find(({ path }) => path === '/p/a.ts')?.writes.length, 1);
	});

	it('count no edits that git undid, but those that were committed before', () => {
		const edited = session().edit('/p/a.ts', 'a', 'b').edit('/p/a.ts', 'b', 'c');
		const writes = (made: Session): number | undefined =>
			made.run('git checkout -- a.ts').edit('/p/a.ts', 'b', 'd').fileFacts[0]?.writes.length;
		assert.equal(writes(edited), 1);
		const committed = session().edit('/p/a.ts', 'a', 'b').run('git commit -am "Change"');
		assert.equal(writes(committed.edit('/p/a.ts', 'b', 'c')), 2);
	});

	it('know that what was written in a removed worktree is no longer there', () => {
		const removed = session()
			.write('/p/tree/a.ts')
			.write('/p/app/b.ts')
			.run('git -C /p/app worktree remove --force ../tree');
		assert.deepEqual(
			removed.fileFacts.map(({ path, removedWith }) => [path, removedWith]),
			[
				['/p/app/b.ts', undefined],
				['/p/tree/a.ts', '/p/tree'],
			],
		);
		const again = removed.write('/p/tree/a.ts').fileFacts;
		assert.ok(again.every(({ removedWith }) => removedWith === undefined));
	});
});
