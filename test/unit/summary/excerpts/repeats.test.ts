import assert from 'node:assert/strict';
import { passagesOf } from '../../../../src/summary/excerpts/passages.ts';
import { Session } from '../facts/session.ts';

describe('a difference that a command printed', () => {
	/** The lines that can be told of what a command printed, and those of changes. */
	function told(session: Session): { readonly printed: string[]; readonly changed: string[] } {
		const passages = passagesOf(session.log, session.uses, { start: 0, end: session.number });
		const of = (wanted: string): string[] =>
			passages.flatMap(({ kind, lines }) => (kind === wanted ? lines.map(({ text }) => text) : []));
		return { printed: of('output'), changed: of('change') };
	}

	const before = 'const retryLimit = readLimit();';
	const after = 'const retryLimit = readLimit(settings);';
	const foreign = '+\tconst another = somebodyElse(changed);';
	const difference = `diff\n-\t${before}\n+\t${after}\n${foreign}`;

	it('tells nothing again of what an edit is told to have changed', () => {
		const session = new Session()
			.person('Pass the settings on.')
			.edit('/p/retry.ts', before, after)
			.run('git diff', difference);
		assert.deepEqual(told(session), {
			printed: [foreign],
			changed: [`- ${before}\n+ ${after}`],
		});
	});

	it('tells what nobody edited here', () => {
		const session = new Session().person('What changed?').run('git diff', difference);
		assert.deepEqual(told(session).printed, [`-\t${before}`, `+\t${after}`, foreign]);
	});
});
