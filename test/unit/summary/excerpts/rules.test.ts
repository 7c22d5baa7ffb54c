import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { summarise, texts } from '../extractive/summaries.ts';

describe('excerpts of a document', () => {
	it('tell rules before descriptions of the same words', () => {
		const lines = Array.from({ length: 80 }, (_, at) => {
			const manner = at < 40 ? 'often' : 'never';
			return `The registry ${manner} keeps owner${at} beside part${at} of module${at}.`;
		});
		const session = new Session()
			.person('Read the notes.')
			.read('/home/sam/app/notes.md', lines.join('\n'))
			.says('I have read the notes.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session, { budget: 700 }), 'Critical Context').join('\n');
		const [rules = 0, others = 0] = ['never', 'often'].map((word) => told.split(word).length - 1);
		assert.ok(rules > others, `${rules} rules, ${others} others`);
	});

	it('tell what code falls back to before what it passes on', () => {
		const lines = Array.from({ length: 80 }, (_, at) => {
			const chosen = at < 40 ? `options.part${at}.value` : `options.part${at} ?? 'owner'`;
			return `const module${at} = registry.find(${chosen});`;
		});
		const session = new Session()
			.person('Read the code.')
			.read('/home/sam/app/registry.ts', lines.join('\n'))
			.says('I have read the code.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session, { budget: 700 }), 'Critical Context').join('\n');
		const [defaults = 0, others = 0] = ['??', '.value'].map((part) => told.split(part).length - 1);
		assert.ok(defaults > others, `${defaults} defaults, ${others} others`);
	});

	it('tell what is said in words before code', () => {
		const lines = (from: number, lineOf: (at: number) => string): string =>
			Array.from({ length: 40 }, (_, at) => lineOf(from + at)).join('\n');
		const session = new Session()
			.person('Read the code.')
			.read(
				'/home/sam/app/calls.ts',
				lines(10, (at) => `registry.moves(owner${at}, part${at}, module${at});`),
			)
			.read(
				'/home/sam/app/notes.ts',
				lines(50, (at) => `registry moves owner${at} of part${at} to module${at}`),
			)
			.says('I have read the code.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session, { budget: 700 }), 'Critical Context').join('\n');
		const [said = 0, code = 0] = ['registry moves', 'registry.moves'].map(
			(part) => told.split(part).length - 1,
		);
		assert.ok(said > code, `${said} lines in words, ${code} of code`);
	});

	it('stand without the numbers a client puts before every line, and with those of a list', () => {
		const told = (content: string): string => {
			const session = new Session().person('Read it.').read('/p/notes.md', content);
			return texts(summarise(session.person('Go on.').run('ls')), 'Critical Context').join('\n');
		};
		assert.match(
			told('7. \n8. The walrus must never sleep.\n9.   - It barks.'),
			/> .*(?<!\d\. )The walrus/,
		);
		assert.match(
			told('The steps\n1. The walrus must never sleep.\n2. It barks.'),
			/1\. The walrus/,
		);
	});

	it('keep a time of day whole, which begins as the number of a line does', () => {
		const session = new Session()
			.person('Why was the join refused?')
			.run('tail server.log', '23:58:02.670 [info] REFUSED JOIN\n41:const joined = refused;')
			.says('The server refused the join.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session), 'Critical Context').join('\n');
		assert.match(told, /(?<!\d)23:58:02\.670 \[info\] REFUSED JOIN/);
		assert.ok(!told.includes('41:const'), told);
	});

	it('leave out a file that was deleted since, and not another of its name', () => {
		const told = (name: string) => `The ${name} registry must never lose its ${name} key.`;
		const session = new Session()
			.person('Tidy up.')
			.read('/p/old/notes.md', told('walrus'))
			.write('/p/old/code.ts', `// ${told('narwhal')}`)
			.read('/p/new/notes.md', told('dolphin'))
			.run('rm /p/old/notes.md /p/old/code.ts')
			.person('Go on.')
			.run('ls');
		const text = texts(summarise(session), 'Critical Context').join('\n');
		assert.match(text, /dolphin/);
		assert.doesNotMatch(text, /walrus|narwhal/);
	});

	it('tell of a file that was deleted and that work behind the range has made anew', () => {
		const session = new Session()
			.person('Tidy up.')
			.read('/p/notes.md', 'The walrus registry must never lose its walrus key.')
			.run('rm /p/notes.md');
		const range = { start: 0, end: session.number };
		session.person('Go on.').write('/p/notes.md', 'Written anew.');
		assert.match(texts(summarise(session, { range }), 'Critical Context').join('\n'), /walrus/);
	});

	it('leave out lines that were replaced, also where the client had numbered them', () => {
		const before = '<Filter className="size-4 stroke-2" label="walrus" />';
		const content = ` 9 | // The walrus filter must never lose its label.\n10 | ${before}`;
		const told = (session: Session): string =>
			texts(summarise(session.person('Go on.').run('ls')), 'Critical Context').join('\n');
		const read = (): Session => new Session().person('Mend it.').read('/p/a.tsx', content);
		assert.match(told(read()), /> \/\/ The walrus filter/);
		assert.ok(told(read()).includes(before));
		const edited = told(read().edit('/p/a.tsx', before, '<Filter className="size-3" />'));
		const quoted = edited.split('\n').filter((line) => line.includes(before));
		assert.ok(
			quoted.every((line) => line.includes('- <')),
			quoted.join('\n'),
		);
	});

	it('stand in the order of the calls, also of those made at once', () => {
		const read = (name: string) => ({
			tool: 'Read',
			values: { file_path: `/home/sam/app/${name}.md` },
			output: `The ${name} plan must never leave the ${name} room without a ${name} key.`,
		});
		const session = new Session()
			.person('Read the notes.')
			.calls(read('first'), read('second'), read('third'))
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session), 'Critical Context').join('\n');
		const places = ['first', 'second', 'third'].map((name) => told.indexOf(`The ${name} plan`));
		assert.ok(places.every((place) => place >= 0));
		assert.deepEqual(
			places,
			places.toSorted((a, b) => a - b),
		);
	});

	it('are lines of what a client wrapped as JSON, without its escapes and without its secrets', () => {
		const secret = `sk-proj-${'a1B2'.repeat(10)}`;
		const content = `     1|# Limits\n     2|The cache must never hold more than 4096 entries.\n     3|OPENAI_API_KEY=${secret}\n`;
		const session = new Session()
			.person('Read the limits.')
			.read('/home/sam/app/limits.md', JSON.stringify({ content, total_lines: 3 }))
			.says('I have read the limits.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session), 'Critical Context').join('\n');
		assert.match(told, /^> The cache must never hold more than 4096 entries\.$/m);
		assert.ok(!told.includes('a1B2'), told);
	});
});
