import assert from 'node:assert/strict';
import { questionsOf } from '../../../../src/summary/facts/questions.ts';
import { Session } from './session.ts';

const question = 'Red or blue?';

function asking(output: string, isError = false): Session {
	return new Session().person('Go').calls({
		tool: 'AskUserQuestion',
		values: { questions: [{ question, options: [{ label: 'Red?' }, { label: 'Blue' }] }] },
		output,
		isError,
	});
}

const answered = (answer: string): Session =>
	asking(`Your questions have been answered: "${question}"="${answer}". You can now continue.`);

const unanswered = (): Session => answered('Unanswered');

const refused = (words: string): Session =>
	asking(
		`The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${words}`,
		true,
	);

function asked({ log, turns, uses }: Session): string[] {
	return questionsOf(log, turns, uses).map(({ answer }) => answer ?? 'open');
}

describe('a question that a tool puts to the person', () => {
	it('waits while nobody said anything', () => {
		assert.deepEqual(asked(unanswered().says('I wait.')), ['open']);
	});

	it('does not wait once the person said something in words', () => {
		assert.deepEqual(asked(unanswered().person('Take the darker one.').says('Fine.')), []);
	});

	it('does not wait once the assistant asked anew, or showed a plan', () => {
		for (const tool of ['AskUserQuestion', 'ExitPlanMode']) {
			const session = unanswered().calls({
				tool,
				values: { question: 'Which colour?', plan: 'Paint it.' },
				output: 'User has approved your plan.',
			});
			assert.ok(
				!questionsOf(session.log, session.turns, session.uses).some(
					({ question: put }) => put === question,
				),
			);
		}
	});

	it('does not wait where the person refused the form, whose answers stay', () => {
		assert.deepEqual(asked(refused('')), []);
		assert.deepEqual(
			asked(
				refused(`The user wants to clarify these questions.\n\n- "${question}"\n  Answer: Blue\n`),
			),
			['Blue'],
		);
	});

	it('is not resolved by a question of the person', () => {
		for (const back of ['what about green?', 'hm, is blue even there? I never saw it.']) {
			assert.deepEqual(asked(answered(back)), ['open'], back);
			assert.deepEqual(asked(answered(back).says('It is.').person('Blue.').says('Fine.')), []);
		}
		assert.deepEqual(asked(answered('Red?')), ['Red?']);
		assert.deepEqual(asked(answered('Blue. Is that there?')), ['Blue. Is that there?']);
	});
});
