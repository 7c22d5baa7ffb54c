import assert from 'node:assert/strict';
import { aboutWhatIs, constraintsOf } from '../../../../src/summary/facts/constraints.ts';
import { fileFacts } from '../../../../src/summary/facts/files.ts';
import { ownWords } from '../../../../src/summary/facts/ownWords.ts';
import { assertLinear } from '../../../support/growth.ts';
import { Session } from './session.ts';

function rulesIn(session: Session): string[] {
	const { log, turns, uses } = session;
	const rules = constraintsOf(ownWords(log, turns, uses));
	return aboutWhatIs(rules, fileFacts(uses)).map(({ text }) => text);
}

describe('what is said for this once', () => {
	const passing = [
		'ok, i think that this box doesn’t adhere to the rule that a line must not be wider than it is',
		'i don’t tink that the cache is cleared in the right place.',
		'Jobs seem to work at least increasing, but the counter goes up alone.',
		'no wait, so far we only added it in the hooks, and it works',
		'also, do we load themes when we open the selector',
		'we should have a look when we start the review',
		'given that we scan single lines, defaulting to one that only greps might be the wiser choice',
		'I’m on this page but don’t see how to set the permission without a token',
		'keep fixing',
		'keep the ticket open, but remove the code, add a comment on where it stands',
		'ok I want to go on, but before that I want to write tests with a fake server',
		'six parts, drop the old harness, keep the docs on their own.',
		'then keep it, maybe highlight it in the manual',
		'I want that default page to be the one that is shown.',
		'I want to create an app that allows me to:',
		'you can look up the history in old.log if you need to (do not read the whole file!)',
		'I can live with new.ts in src/, but the rest has to go where we can keep it',
		'instead of finish call it update, no need to rename anything',
		'this plan must be written in such a way that anybody can start from it',
		'then it needs to have work packages, with a box to keep track of each',
		'sort the branch so we only have larger commits',
		'we rebuild it on start to avoid these issues.',
		'only really worth it if large moves are common',
		'It will also be null when it runs on a non-user machine.',
		'parser.read is ALWAYS sending the length',
		"Hi, I'd like to know the sum of the balances, please.",
		"I don't actually have the reservation ID with me right now.",
		"I'll get back to you if I need further help.",
		'what if I have a child that I need to set values for',
		'Always-PR flow against deleting',
		'I do not want to rewrite it but perhaps we drop the border',
		'can we think about some studies, like when the tool makes sense.',
		'The marks are not the same as what we show above the box once a team is chosen.',
		"Attends, je t'ai copié le rapport, sans doute trop long",
		'Non tu veux la liste des fichiers, dont celui du matin',
		'when merged the pictures dont show up',
		'More code can go now if we don’t mess with the raw names anymore.',
		'And on top of that: I think we can drop more if we don’t use the raw names.',
		"I haven't seen a [watch] notice in the shell, only the one of the prompt.",
		'I _think_ we only open it on the first prompt',
		'Also I never saw a line with the target',
		'shouldn’t address be remote',
		'also should the summary name the manifest so that none of its readers break',
		'can you fix the conflicts without introducing regressions',
		'pull from the main branch..make sure there is nothing on this branch',
		'make sure the text of the tool is used.',
		'No further action needed unless the team wants the other findings added too.',
		'E.g. the commit hook, I want only its notice.',
		'Do not touch or revert those unless I ask for it.',
		'That should never happen.',
		'hm, i selected the list while it was loading and got a crash, that should never happen.',
		'I need to use the helper somehow as we did before',
		'I want to write instructions that say that it is not allowed to use tabs.',
		'I looked at it again, never mind',
		'I restarted it because the cache never expires',
		'If the pictures don’t show up reload the page',
		'should we keep it, don’t know',
	];
	for (const text of passing) {
		it(`makes no rule: ${text}`, () => {
			assert.deepEqual(rulesIn(new Session().person(text)), []);
		});
	}

	const lasting = [
		'Please stop grouping build and commit',
		'fold the changes into the right commits, do not run the suite every time',
		"let's add it then, do small commits",
		'The pages should not persist, I want it to ask me every time',
		'I want you to always run the linter.',
		"I'd like to change the booking without changing the dates.",
		"I'd like to use the gift cards before the credit card.",
		'You can only use the standard library.',
		'Read it and tell me what it prints without editing files.',
		'Maybe slow, but never skip the tests.',
		"we don't use default exports, they break the search",
		'make sure every handler has a test',
		'I never want to see a warning in the output.',
		'If a test fails, don’t skip it but mend the cause.',
		'Should not be committed: anything below out/.',
		'Use short names, e.g. for locals, and never abbreviate types.',
		'It must run on Node 20.',
		'Do the release notes without touching the code.',
		'ensure that no secrets are logged',
		"You can't use external services.",
		'We want no breaking changes.',
		'It is important that you never delete data.',
		'be careful not to change the public api',
		'Because of the licence never copy code from GPL projects',
		'Should a migration fail, never retry it.',
		'I found that prod broke, never deploy on Friday.',
		'Do not change that without asking',
		'If a test fails never delete it',
		'If a file exists do not overwrite it',
	];
	for (const text of lasting) {
		it(`is told from a rule: ${text}`, () => {
			assert.deepEqual(rulesIn(new Session().person(text)), [text]);
		});
	}

	it('is what stands in a list of steps, unless it forbids or demands something', () => {
		const list = (lead: string): string[] =>
			rulesIn(
				new Session().person(
					`${lead}\n- only the list has changed\n- no warnings in the output\n- never skip the linter\n\nKeep Node 20.`,
				),
			);
		assert.deepEqual(list('Then verify:'), ['never skip the linter', 'Keep Node 20.']);
		assert.equal(list('Some rules:').length, 4);
		assert.equal(list('Check these rules:').length, 4);
	});

	it('is no list of rules that its lead asks to follow', () => {
		const pnpm = ['Only use pnpm', 'Avoid default exports'];
		for (const lead of [
			'Make sure you follow these:',
			'Please do it like this:',
			'Run everything like this:',
			'Then verify:',
		]) {
			const text = [lead, ...pnpm.map((rule) => `- ${rule}`)].join('\n');
			assert.deepEqual(rulesIn(new Session().person(text)), pnpm, lead);
		}
		const like = 'Run everything like this:\n- Use pnpm only\n- Keep the old names';
		assert.deepEqual(rulesIn(new Session().person(like)), ['Use pnpm only', 'Keep the old names']);
	});

	it('is told from a rule in time linear in a long message', () => {
		const shapes = ['if a never ', 'so only ', 'I want to ', 'keep, ', 'no need ', '(you can '];
		for (const shape of shapes) {
			assertLinear(4_000, (size) => {
				const { turns } = new Session().person(`${shape.repeat(size / shape.length)}never`);
				return () => constraintsOf(turns);
			});
		}
	});
});

describe('rules in the words of somebody else', () => {
	it('are none where the assistant had written the line before', () => {
		const session = new Session()
			.person('What is left?')
			.says('2. Naming\n   - Avoid internal names in the output\n   - keep the shape stable')
			.person(
				'do 2. Naming\n  - avoid internal names in the output\n  - keep the shape stable\nNever use tabs.',
			);
		assert.deepEqual(rulesIn(session), ['Never use tabs.']);
	});

	it('stay the rules of a person who said them first', () => {
		const session = new Session()
			.person('Never use tabs in the sources.')
			.says('Never use tabs in the sources.')
			.person('Never use tabs in the sources.');
		assert.deepEqual(rulesIn(session), ['Never use tabs in the sources.']);
	});

	const asking = (answer: string): Session =>
		new Session().person('Go').calls({
			tool: 'AskUserQuestion',
			values: {
				questions: [
					{
						question: 'Build it?',
						options: [{ label: 'Only when it is missing' }, { label: 'No' }],
					},
				],
			},
			output: `Your questions have been answered: "Build it?"="${answer}". You can now continue.`,
		});

	it('are none where the person chose an option', () => {
		assert.deepEqual(rulesIn(asking('Only when it is missing')), []);
		assert.deepEqual(rulesIn(asking('Never build it on its own')), ['Never build it on its own']);
	});
});

describe('rules about a file', () => {
	it('end with it', () => {
		const session = new Session()
			.person('Never shorten docs/plan.md. Never shorten docs/guide.md.')
			.write('docs/plan.md')
			.write('docs/guide.md')
			.run('rm docs/plan.md');
		assert.deepEqual(rulesIn(session), ['Never shorten docs/guide.md.']);
	});
});
