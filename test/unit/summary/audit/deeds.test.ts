import assert from 'node:assert/strict';
import { audited } from '../../../../src/summary/audit/audit.ts';
import { summaryOf, type SummaryItem } from '../../../../src/summary/sections.ts';
import { traced } from '../../../../src/summary/sources/sourced.ts';
import { Session } from '../facts/session.ts';
import { item, requestOf } from '../requests.ts';

function actions(session: Session, ...texts: readonly string[]): readonly SummaryItem[] {
	const request = requestOf(session.log);
	const written = summaryOf((title) =>
		title === 'Completed Actions' ? texts.map((text) => item(text)) : [],
	);
	return audited(traced(written, request), request).summary['Completed Actions'];
}

function work(): Session {
	return new Session()
		.person('Fix the parser.')
		.read('/p/src/lexer.ts')
		.edit('/p/src/parser.ts', 'a', 'b')
		.run('cd /p && npm run lint -- --quiet 2>&1 | tail -5', 'no problems')
		.fails('npm test', 'AssertionError: 41', 1)
		.run('npm run build', 'done')
		.run('sed -i s/a/b/ notes.md');
}

describe('actions of a model’s summary', () => {
	it('stand as they are where the log has them', () => {
		const texts = [
			'1. RUN npm run lint — ok [tool: Bash]',
			'2. RUN `npm test` — failed, 1 failure [tool: Bash]',
			'3. EDIT src/parser.ts — faster [tool: Edit]',
			'4. EDIT notes.md — reworded [tool: Bash]',
			'5. READ src/lexer.ts — 40 lines [tool: Read]',
			'6. RUN the test suite — failed [tool: Bash]',
			'7. ANSWER the person — explained the parser',
		];
		assert.deepEqual(
			actions(work(), ...texts).map(({ text, doubt }) => ({ text, doubt })),
			texts.map((text) => ({ text, doubt: undefined })),
		);
	});

	it('are marked where the log does not have them', () => {
		const marked = actions(
			work(),
			'1. RUN rm -rf / — ok',
			'2. RUN `git push --force` — ok [tool: Bash]',
			'3. EDIT src/lexer.ts — faster [tool: Edit]',
			'4. CREATE src/backdoor.ts — done [tool: Write]',
		);
		assert.deepEqual(
			marked.map(({ doubt }) => doubt),
			['undone', 'undone', 'undone', 'undone'],
		);
	});

	it('are corrected where they ended otherwise', () => {
		const [test, build] = actions(work(), '1. RUN npm test — ok', '2. RUN npm run build — failed');
		assert.match(test?.text ?? '', /⟪precis: in the log this run failed⟫$/);
		assert.match(build?.text ?? '', /⟪precis: in the log this run passed⟫$/);
	});

	it('are told to be from an earlier summary where only that has them', () => {
		const session = new Session();
		session.messages.push({
			role: 'user',
			origin: 'summary',
			content: '1. RUN make deploy — ok\n2. CREATE src/old.ts — done',
		});
		session.person('Go on.');
		assert.deepEqual(
			actions(session, '1. RUN make deploy — ok', '2. CREATE src/old.ts — done').map(
				({ doubt }) => doubt,
			),
			['earlier', 'earlier'],
		);
	});
});
