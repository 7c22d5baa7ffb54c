import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { handoffOf, summarise, texts } from './summaries.ts';

/** What an action of the built-in summary says beside its target. */
describe('actions of the built-in summary', () => {
	const actionsOf = (session: Session): string[] =>
		texts(summarise(session.person('Go on.').run('ls')), 'Completed Actions');

	it('tell the words that an edit changed, within their line', () => {
		const [edit = ''] = actionsOf(
			new Session()
				.person('Rename the flag.')
				.edit(
					'/home/sam/app/sync.go',
					'\treturn errors.New("blocked; rerun with --force where appropriate")',
					'\treturn errors.New("blocked; rerun with --force-blind where appropriate")',
				),
		);
		assert.ok(edit.includes('rerun with [---force-]{+--force-blind+} where appropriate'), edit);
	});

	it('tell what an edit put in, and no change of columns', () => {
		const [edit = ''] = actionsOf(
			new Session()
				.person('Add the option.')
				.edit(
					'/home/sam/app/config.go',
					'Scope string\nForce bool',
					'Scope          string\nForce          bool\nForceWithLease bool',
				),
		);
		assert.ok(edit.includes('{+ForceWithLease bool+}'), edit);
		assert.ok(!edit.includes('Scope'), edit);
	});

	it('tell no line that a later edit took out, and none that takes out what an earlier one put in', () => {
		const actions = actionsOf(
			new Session()
				.person('Add the option.')
				.edit('/home/sam/app/config.go', 'Scope string', 'Scope string\nWalrus bool\nPenguin bool')
				.run('go build ./...')
				.edit('/home/sam/app/config.go', 'Walrus bool\nPenguin bool', 'ForceWithLease bool'),
		).join('\n');
		assert.ok(actions.includes('ForceWithLease bool'), actions);
		assert.doesNotMatch(actions, /Walrus|Penguin/);
	});

	describe('of a file that was written as a whole', () => {
		const old = 'name = walrus\nsize = 4';
		const rewritten = (session: Session, output: string): string =>
			actionsOf(
				session.calls({
					tool: 'Write',
					values: { file_path: '/home/sam/app/a.ini', content: `${old}\ncolour = penguin` },
					output,
				}),
			).find((action) => action.includes('WRITE')) ?? '';
		const updated = 'The file /home/sam/app/a.ini has been updated.';

		it('tell only the lines that a read before did not show', () => {
			const numbered = old.split('\n').map((line, at) => `${at + 1}\t${line}`);
			const session = new Session()
				.person('Set the colour.')
				.read('/home/sam/app/a.ini', numbered.join('\n'));
			const write = rewritten(session, updated);
			assert.ok(write.includes('{+colour = penguin+}'), write);
			assert.ok(!write.includes('walrus'), write);
		});

		it('tell no line as put in where nothing shows what stood there, or only a part', () => {
			const unseen = new Session().person('Set the colour.');
			const partly = new Session().person('Set the colour.').calls({
				tool: 'Read',
				values: { file_path: '/home/sam/app/a.ini', offset: 2 },
				output: '2\tsize = 4',
			});
			for (const session of [unseen, partly]) {
				assert.doesNotMatch(rewritten(session, updated), /\{\+/);
			}
		});

		it('tell all lines of a new file', () => {
			const session = new Session().person('Write it.');
			const write = rewritten(session, 'File created successfully at: /home/sam/app/a.ini');
			assert.match(write, /walrus.*penguin/);
		});
	});

	it('mark that an edit changed more where a later one took a part of it out', () => {
		const [edit = ''] = actionsOf(
			new Session()
				.person('Add the links.')
				.edit('/home/sam/app/a.md', 'x', 'first = walrus\nsecond = penguin')
				.run('go build ./...')
				.edit('/home/sam/app/a.md', 'first = walrus', 'y'),
		).filter((action) => action.includes('penguin'));
		assert.match(edit, /penguin\+\} · \[…\] \[tool/);
	});

	it('mark that there are more edits where one of them tells nothing', () => {
		const long = Array.from({ length: 400 }, (_, line) => `value ${line} of a long table`);
		const [edit = ''] = actionsOf(
			new Session()
				.person('Fill it.')
				.edit('/home/sam/app/a.md', 'x', 'name = walrus')
				.edit('/home/sam/app/a.md', 'y', long.join('\n')),
		);
		assert.match(edit, /×2 .*walrus.* · \[…\] \[tool/);
	});

	it('tell what commit was to be made where git does not tell of it', () => {
		const command = 'git add . && git commit --amend -m "Feed the walrus" -m "Daily."';
		const [commit = ''] = texts(
			summarise(new Session().person('Go').calls({ tool: 'Bash', values: { command } })),
			'Completed Actions',
		);
		assert.ok(commit.includes('git commit --amend -m "Feed the walrus"'), commit);
	});

	it('tell all that a line changed, and how its commands were joined', () => {
		const [first = '', second = '', third = ''] = actionsOf(
			new Session()
				.person('Go')
				.run('cd app && rm -rf skills && mv backup skills')
				.run('mv backup skills')
				.run('git push origin work &\nsleep 5 && git push origin main'),
		);
		assert.ok(first.includes('RUN rm -rf skills && mv backup skills —'), first);
		assert.ok(second.includes('RUN mv backup skills —'), second);
		assert.ok(third.includes('RUN git push origin work; git push origin main —'), third);
	});

	it('set no lines against each other that have nothing in common', () => {
		const edit = actionsOf(
			new Session()
				.person('Go')
				.edit('/home/sam/app/a.tsx', 'providers.map(show)', '<Box margin={1}>'),
		).join();
		assert.ok(edit.includes('{+<Box margin={1}>+}'), edit);
		assert.ok(edit.includes('[-providers.map(show)-]'), edit);
		assert.ok(!edit.includes('-]{+'), edit);
	});

	it('tell what git cleaned away, and no rehearsal of it', () => {
		const actions = actionsOf(new Session().person('Go').run('git clean -nd').run('git clean -fd'));
		assert.equal(actions.filter((action) => action.includes('git clean')).length, 1);
		assert.match(actions.join(), /git clean -fd/);
	});

	it('mark what they leave out between two lines of an edit', () => {
		const [edit = ''] = actionsOf(
			new Session()
				.person('Fill it.')
				.edit(
					'/home/sam/app/a.txt',
					'x',
					'left = open(one)\nright = open(two)\n}\nclose(left, right)',
				),
		);
		assert.ok(
			edit.includes('{+left = open(one) ⏎ right = open(two) […] close(left, right)+}'),
			edit,
		);
	});

	it('mark that there is more of a change than they tell', () => {
		const lines = (from: string, count: number): string =>
			Array.from({ length: count }, (_, index) => `run ${from} for hook ${index} of all`).join(
				'\n',
			);
		const edit = actionsOf(
			new Session()
				.person('Guard the hooks.')
				.edit('/home/sam/app/a.json', lines('bare', 12), lines('guarded', 12)),
		).join('\n');
		assert.match(edit, /\} · \[…\] \[tool/);
	});

	it('write what a patch only adds, and search where nothing is fetched', () => {
		const patch = (...lines: readonly string[]) => ({
			tool: 'apply_patch',
			values: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
			output: 'Success.',
		});
		const told = actionsOf(
			new Session()
				.person('Go')
				.calls(patch('*** Add File: /p/a.md', '+# A'))
				.calls(patch('*** Update File: /p/b.md', '@@', '-a', '+b'))
				.calls({ tool: 'WebSearch', values: { query: 'parsers' }, output: 'One.' }),
		);
		assert.match(told.join('\n'), /1\. WRITE [^]*2\. EDIT [^]*3\. SEARCH /);
	});

	it('quote of an unknown tool how its failure begins, and nothing it lists', () => {
		const output =
			'shellId: 30 was already stopped.\nOther shells:\ncurrent command: printenv 2>/dev/null (error)';
		const told = actionsOf(
			new Session()
				.person('Go')
				.calls({ tool: 'read_bash', values: { shellId: 30 }, output, isError: true }),
		).join('\n');
		assert.match(told, /already stopped/);
		assert.ok(!told.includes('printenv'), told);
	});

	it('tell what declares or explains before what stands inside', () => {
		const [write = ''] = actionsOf(
			new Session()
				.person('Write it.')
				.write(
					'/home/sam/app/queue.ts',
					'let waiting = 0;\nwaiting = waiting + 1;\n/** Runs one job at a time. */\nexport class Queue {}',
				),
		);
		const [declared, inside] = ['Runs one job at a time', 'waiting = waiting'].map((text) =>
			write.indexOf(text),
		);
		assert.ok(declared !== undefined && declared > 0, write);
		assert.ok(inside !== undefined && (inside < 0 || inside > declared), write);
	});

	it('say nothing of a secret that was written', () => {
		const session = new Session()
			.person('Write the settings.')
			.edit('/home/sam/app/.env.ts', 'const a = 1;', 'const password = "h4rdTo-Guess-9911";');
		assert.ok(!handoffOf(session.person('Go on.').log).includes('h4rdTo'));
	});

	it('say why the person declined a call', () => {
		const refusal =
			"The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nthe interface is better";
		const [edit = ''] = actionsOf(
			new Session()
				.person('Go')
				.calls({ tool: 'Edit', values: { file_path: '/p/a.ts' }, output: refusal, isError: true }),
		);
		assert.ok(edit.includes('“the interface is better”'), edit);
	});

	it('tell a run that said it failed apart from one that did not', () => {
		const runs = actionsOf(
			new Session()
				.person('Build it.')
				.run('go build ./... 2>&1 | tail -20', '# app\ncmd/plan.go:44:7: undefined: legacyForce')
				.edit('/home/sam/app/cmd/plan.go', 'a', 'b')
				.run('go build ./... 2>&1 | tail -20', ''),
		).filter((text) => text.includes('go build'));
		assert.equal(runs.length, 2);
		assert.ok(runs[0]?.includes('plan.go:44:7: undefined: legacyForce'), runs[0]);
		assert.ok(!runs[1]?.includes('undefined'), runs[1]);
	});

	it('tell a check that ran before and after an edit twice, in the order of the work', () => {
		const actions = actionsOf(
			new Session()
				.person('Mend the sum.')
				.run('python3 check.py', 'sum: 3')
				.edit('/home/sam/app/sum.py', 'return 3', 'return 4')
				.run('python3 check.py', 'sum: 3'),
		).map((text) => text.split(' ')[1]);
		assert.deepEqual(actions, ['RUN', 'EDIT', 'RUN']);
	});

	it('tell calls apart that failed for different reasons, or differ in an argument that is not shown', () => {
		const pay = (card: string, output: string) => ({
			tool: 'pay_table',
			values: { table: 4, tip: 2, card },
			output,
			isError: true,
		});
		const actions = actionsOf(
			new Session()
				.person('Pay for table 4.')
				.calls(pay('A', 'Error: card A is declined'))
				.calls(pay('B', 'Error: card B is expired'))
				.calls(pay('C', 'Error: card C is expired')),
		);
		assert.equal(actions.length, 3);
		assert.ok(actions[0]?.includes('card A is declined'), actions[0]);
	});

	it('tell calls of different tools apart', () => {
		const flight = { values: { origin: 'DEN', destination: 'IAH' } };
		const actions = actionsOf(
			new Session()
				.person('Find a flight.')
				.calls({ tool: 'search_direct_flight', ...flight, output: '[]' })
				.calls({ tool: 'search_onestop_flight', ...flight, output: '[{"number":"HAT229"}]' }),
		);
		assert.equal(actions.length, 2);
	});

	it('say once that the same call came to the same end several times in a row', () => {
		const actions = actionsOf(
			new Session()
				.person('Test it.')
				.fails('npm test', 'Error: no port')
				.fails('npm test', 'Error: no port'),
		).filter((text) => text.includes('npm test'));
		assert.equal(actions.length, 1);
		assert.ok(actions[0]?.includes('×2'), actions[0]);
	});

	it('tell what the person said behind a delegated task without a result, and nothing said later', () => {
		const order = { tool: 'new_task', values: { mode: 'code', message: 'Count the orphans.' } };
		const brought = actionsOf(new Session().person('Go.').calls(order).person('None is left.'));
		assert.ok(brought[0]?.includes('“None is left.”'), brought[0]);
		const later = actionsOf(
			new Session().person('Go.').calls(order).run('npm test').person('Now the docs.'),
		);
		assert.ok(later.length > 0 && !later.join().includes('Now the docs.'), later[0]);
	});

	it('leave out a failure after which the same command was done in another environment', () => {
		const tidied = (second: string): string[] =>
			actionsOf(
				new Session()
					.person('Tidy up.')
					.fails('env GOCACHE=/tmp/cache go mod tidy', 'go: no network')
					.edit('/p/a.go', 'a', 'b')
					.run(second),
			).filter((text) => text.includes('GOCACHE'));
		assert.equal(tidied('go mod tidy').length, 0);
		assert.equal(tidied('go mod vendor').length, 1);
	});

	it('take the end of the work for no question', () => {
		const [done = '', sent = ''] = actionsOf(
			new Session()
				.person('Go.')
				.calls({ tool: 'attempt_completion', values: { result: 'The sum is right.' }, output: '' })
				.edit('/p/a.go', 'a', 'b')
				.calls({ tool: 'submit', values: {}, output: '' }),
		).filter((text) => text.includes('CALL'));
		assert.match(done, /CALL The sum is right\./);
		assert.match(sent, /CALL submit/);
	});

	it('mark where a long argument was cut', () => {
		const sum = Array.from({ length: 30 }, (_, index) => `(${index} * 1859)`).join(' + ');
		const [action = ''] = actionsOf(
			new Session()
				.person('Add it up.')
				.calls({ tool: 'calculate', values: { expression: sum }, output: '808665' }),
		);
		assert.match(action, /…/);
	});

	it('have room beside an account of earlier work that would fill all of it', () => {
		const account = Array.from(
			{ length: 300 },
			(_, line) => `- The decision number ${line} was made because option ${line} was too slow.`,
		);
		const session = new Session()
			.person(
				`This session is being continued from a previous conversation that ran out of context.\n## Critical Context\n${account.join('\n')}\n## Relevant Files\n${account.map((_, line) => `- src/file${line}.ts — modified`).join('\n')}`,
			)
			.edit('/home/sam/app/a.ts', 'const one = 1;', 'const one = 2;');
		assert.ok(actionsOf(session).some((text) => text.includes('a.ts')));
	});
});

describe('searches that found nothing', () => {
	it('are told once, the latest of them, and no search that found something', () => {
		const search = (pattern: string, output: string): Session =>
			session.calls({ tool: 'Glob', values: { pattern }, output });
		const session = new Session().person('Find the agent.');
		search('agent/gemini/*.go', 'No files found');
		search('agent/gemini/*.go', 'No files found');
		search('agent/geminicli/*.go', 'agent/geminicli/main.go');
		const told = texts(summarise(session.person('Go on.').run('ls')), 'Critical Context').filter(
			(text) => text.includes('agent/gemini/'),
		);
		assert.equal(told.length, 1);
		assert.equal(told[0]?.split('agent/gemini/*.go').length, 2);
		assert.ok(!told[0]?.includes('geminicli'));
	});

	it('are none of those that found it elsewhere', () => {
		const grep = (path: string, output: string) => ({
			tool: 'Grep',
			values: { pattern: 'retryLimit', path },
			output,
		});
		const session = new Session()
			.person('Find the limit.')
			.calls(grep('a.ts', 'No matches found'))
			.calls(grep('b.ts', 'b.ts:3: const retryLimit = 5;'))
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session), 'Critical Context').join('\n');
		assert.doesNotMatch(told, /found nothing/);
	});

	const critical = (session: Session): string =>
		texts(summarise(session.person('Go on.').run('ls')), 'Critical Context').join('\n');
	const grep = (values: object, output: string) => ({ tool: 'Grep', values, output });
	const none = 'No matches found';

	it('say where they looked, for each place', () => {
		const told = critical(
			new Session()
				.person('Find it.')
				.calls(grep({ pattern: 'Uninstall\\(', glob: 'cmd/*_test.go' }, none))
				.calls(grep({ pattern: 'Uninstall\\(', path: '/srv/docs' }, none)),
		);
		assert.match(told, /Uninstall\\\(.*cmd\/\*_test\.go.*Uninstall\\\(.*\/srv\/docs/);
	});

	it('are none that another search had come upon before', () => {
		const told = critical(
			new Session()
				.person('Find it.')
				.calls(grep({ pattern: 'install', path: 'pkg' }, 'pkg/manager.go:3: func Uninstall() {'))
				.calls(grep({ pattern: 'Uninstall\\(', glob: 'cmd/*_test.go' }, none)),
		);
		assert.doesNotMatch(told, /Searches that found nothing/);
	});

	it('are none for which a later edit put in what they looked for', () => {
		const search = grep({ pattern: 'Prompt.*Writer|Reader.*Closer' }, none);
		const edited = (text: string): string =>
			critical(new Session().person('Test it.').calls(search).edit('/p/a.go', 'x', text));
		assert.doesNotMatch(edited('func TestPrompt(w Writer) {'), /Searches that found nothing/);
		assert.match(edited('func TestPrompt() {\nfunc TestReader() {'), /Searches that found nothing/);
	});
});
