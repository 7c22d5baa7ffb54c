import type { Log, Message } from '../../src/messages/message.ts';
import { compact } from '../support/compactions.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	prose,
	result,
	system,
	user,
} from '../support/logs.ts';
import type { ShownSession } from './sessionPage.ts';

/** Sessions for the session editor. */

const code = `import { sign } from 'node:crypto';

/** Issues a token that lives for a quarter of an hour. */
export function issue(user: User, now = Date.now()): string {
	// The clock of the server counts, not the client's.
	const payload = { sub: user.id, exp: now + 15 * 60_000 };
	return \`\${encode(payload)}.\${sign(payload)}\`;
}`;

/** One turn of work: a wish, a look at files, a change, a check that may fail, an account. */
function turn(index: number): readonly Message[] {
	const id = (name: string): string => `${name}-${index}`;
	const file = `src/auth/module${index}.ts`;
	const failed = index % 3 === 1;
	return [
		user(
			index % 4 === 2
				? [
						{ type: 'text', text: `Now the same for \`${file}\`, please.`, origin: 'person' },
						{ type: 'text', text: `Open files:\n- ${file}\n- package.json`, origin: 'client' },
					]
				: `Replace the cookie session in \`${file}\` by a short-lived token, and keep **everyone** logged in.`,
		),
		assistant(
			`I read the module first, then move the parsing into \`issue()\`.`,
			call(id('read'), 'Read', { file_path: file }),
			call(id('grep'), 'Grep', { pattern: 'session\\(', path: 'src' }),
		),
		result(id('read'), code),
		result(id('grep'), numberedLines(40, `${file}: session(`)),
		assistant(
			'',
			call(id('edit'), 'Edit', {
				file_path: file,
				old_string: 'const session = parse(cookie);',
				new_string: 'const token = verify(header);\nconst user = token.sub;',
			}),
		),
		result(id('edit'), 'The file has been updated.'),
		assistant('', call(id('test'), 'Bash', { command: `npm test -- ${file}` })),
		result(
			id('test'),
			failed
				? `FAIL ${file}\n  ✖ keeps everyone logged in\n3 failed, 12 passed\nError: exit code 1`
				: `${numberedLines(30, 'ok')}\n15 passing`,
			failed,
		),
		assistant(
			failed
				? `Three tests fail: the old cookie is still read in one place.\n\n1. \`legacy.ts\` parses it\n2. the middleware trusts it\n\n\`\`\`ts\n${code.split('\n').slice(3, 6).join('\n')}\n\`\`\``
				: `Done: **15 tests pass**. ${prose(300, index)}`,
		),
	];
}

/** @param turns Of nine messages each. */
function sessionLog(turns: number): Log {
	return logOf(
		system('You are a careful engineer. Work in small steps and run the tests.'),
		...Array.from({ length: turns }, (_, index) => turn(index)).flat(),
	);
}

/** A session of everyday length. */
export const openedSession: ShownSession = { log: sessionLog(18) };

/** The same after a compaction. */
export const compactedSession: ShownSession = {
	log: openedSession.log,
	record: compact(openedSession.log, { settings: { window: 24_000 } }),
};

/** Ten thousand messages. */
export function longSession(): ShownSession {
	return { log: sessionLog(1_111) };
}
