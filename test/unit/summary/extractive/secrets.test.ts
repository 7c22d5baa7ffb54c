import assert from 'node:assert/strict';

import { drawFrom, samples } from '../../redaction/samples.ts';
import { Session } from '../facts/session.ts';
import { handoffOf } from './summaries.ts';

/** Kinds that are known by what stands around them, or that span lines: a cut in between hides them. */
const kinds = Object.keys(samples).filter((kind) => !/telegram|end was cut/i.test(kind));

/** A conversation in which one text stands wherever a text can stand, behind `pad` words. */
function everywhere(text: string, pad: number): Session {
	const words = 'lorem '.repeat(pad);
	const line = text.includes('\n') ? 'x' : text;
	// Of file names nobody expects that they hold a command.
	const path = /\s/.test(text.replace(/Authorization: \w+ /, '')) ? 'x' : line;
	return new Session()
		.person('Build the deploy tool.')
		.run(`deploy ${words}${text} --now`, 'ok')
		.run('cat app.env', `${words}\n${text}\nend`)
		.fails('npm test', `Error: ${words} connection refused for ${text} in app.ts:12`)
		.fails('go test ./a', `${words} ${text}\nexit status 1`)
		.person(`Please ${words} never commit this and use ${text} for the deploy`)
		.says('Done.')
		.person(`Should I ${words} rotate ${text} now?`)
		.says(`I decided to use ${text} because ${words} it is stable. Next I'll store ${text}.`)
		.edit('src/a.ts', 'a', `const x = 1; // ${text}\nfunction f() { return \`${text}\` }`)
		.calls({ tool: 'Read', values: { file_path: `/x/${path}/f.txt` }, output: words })
		.calls({ tool: 'WebFetch', values: { url: `https://a.example/${line}` }, output: text })
		.calls({ tool: 'Task', values: { description: line }, output: `${words}\n${text}` })
		.calls({ tool: 'Custom', values: { [words]: text, nested: [text] }, output: text })
		.todos([`${words} rotate ${text}`, 'pending'])
		.run(`git commit -m "use ${line}"`, `[main abc0011] use ${line}\n 1 file changed`)
		.calls({
			tool: 'AskUserQuestion',
			values: { question: `${words} use ${text}?` },
			output: `${words} yes, ${text}`,
		})
		.person(`Now deploy with ${words} ${text} please`)
		.says(`I will deploy with ${words} ${text}.`)
		.person('Go on.')
		.says(`${words} ${text}`);
}

describe('secrets in the built-in summary', () => {
	for (const kind of kinds) {
		it(`never: ${kind}`, () => {
			const make = samples[kind];
			for (const [seed, pad] of [0, 33, 110, 330].entries()) {
				const sample = make?.(drawFrom(seed * 31 + 7));
				const { text = '', secret = '' } = sample ?? {};
				const log = everywhere(text, pad).log;
				for (const budget of [900, 8_000]) {
					const handoff = handoffOf(log, { budget });
					const pieces = secret.split(/\\n|\n/).map((line) => line.slice(0, 24));
					for (const piece of pieces.filter(({ length }) => length >= 8)) {
						assert.ok(
							!handoff.includes(piece),
							`${pad} words, ${budget}: ${handoff.split('\n').find((line) => line.includes(piece)) ?? ''}`,
						);
					}
				}
			}
		});
	}

	it('takes a message apart only without its secrets, whatever is cut where', () => {
		const secret = drawFrom(5)('word', 32);
		for (let words = 240; words <= 320; words += 4) {
			const session = new Session()
				.person('Build.')
				.says('OK.')
				.person(`Please ${'ab '.repeat(words)}client_secret: "${secret}" for it ${'cd '.repeat(9)}`)
				.says('Done.')
				.person(`second ${'zz '.repeat(300)}`);
			for (const budget of [700, 900, 1_200]) {
				assert.ok(!handoffOf(session.log, { budget }).includes(secret));
			}
		}
	});

	it('tells none by a name that stands beside it in another output of the same command', () => {
		const session = new Session()
			.person('Deploy it.')
			.calls({
				tool: 'exec_command',
				values: { cmd: 'make deploy' },
				output: 'Process running with session ID 7\nusing hunter2_secretX9 now',
			})
			.calls({
				tool: 'write_stdin',
				values: { session_id: 7, chars: '' },
				output: 'Process exited with code 0\nDB_PASSWORD=hunter2_secretX9',
			})
			.person('Go on.')
			.run('ls');
		assert.ok(!handoffOf(session.log).includes('hunter2'));
	});

	it('takes them out of an output that a client wraps in JSON', () => {
		const secret = `MII${drawFrom(9)('word', 60)}`;
		const output = JSON.stringify({
			exit_code: 1,
			output: `error: bad key\n-----BEGIN PRIVATE KEY-----\n${secret}\nerror: refused`,
		});
		const session = new Session()
			.person('Call it.')
			.calls({ tool: 'Bash', values: { command: 'make call' }, output, isError: true })
			.person('Go on.');
		assert.ok(!handoffOf(session.log).includes(secret));
	});

	it('reads no commit out of a key', () => {
		const key = drawFrom(8)('hex', 32);
		const session = new Session()
			.person(`use API_KEY=${key} please`)
			.says('row '.repeat(500))
			.person('Fix.');
		assert.ok(!handoffOf(session.log).includes(key));
	});
});
