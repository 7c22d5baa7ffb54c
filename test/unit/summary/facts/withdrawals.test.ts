import assert from 'node:assert/strict';
import { constraintsOf } from '../../../../src/summary/facts/constraints.ts';
import { withdrawalIn } from '../../../../src/summary/facts/withdrawals.ts';
import { Session } from './session.ts';
import { assertLinear } from '../../../support/growth.ts';

/** A rule, and how the person takes it back. */
const withdrawals: readonly (readonly [rule: string, withdrawal: string])[] = [
	["Don't add dependencies without asking me", 'ok, you can add dependencies now'],
	['Never change the public API.', 'Changing the public API is fine now.'],
	[
		'Never touch the generated files',
		'Forget the rule about generated files, touch them as needed.',
	],
	[
		'Always run npm test before you say done',
		'You no longer need to run npm test before you are done.',
	],
	['Always use tabs', "Ignore what I said about tabs, I don't care."],
	['Ändere niemals die Datenbank', 'Du darfst die Datenbank jetzt doch ändern.'],
	['Immer zuerst die Tests laufen lassen', 'Die Tests müssen nicht mehr zuerst laufen.'],
	['Ne modifie jamais les migrations', 'Tu peux modifier les migrations maintenant.'],
	['Toujours lancer les tests', 'Plus besoin de lancer les tests.'],
	['No toques la base de datos', 'Ya puedes tocar la base de datos.'],
	['Nunca altere as migrações', 'Agora pode alterar as migrações.'],
	['Non modificare mai le migrazioni', 'Ora puoi modificare le migrazioni.'],
	['Никогда не меняй миграции', 'Теперь можно менять миграции.'],
	['不要修改数据库结构', '现在可以修改数据库结构了'],
	['データベースを変更しないで', 'もうデータベースを変更してもいいです'],
	['데이터베이스를 변경하지 마', '이제 데이터베이스를 변경해도 돼'],
];

/** A rule, and what the person says of the same things without taking it back. */
const others: readonly (readonly [rule: string, sentence: string])[] = [
	['Always run npm test before you say done', 'You can run npm test now.'],
	['Never change the public API.', 'Can you document the public API now?'],
	["Don't add dependencies without asking me", 'You can look at the dependencies.'],
	["Don't add dependencies without asking me", 'You can go on now.'],
	['Never push to main', 'Forget what I said about tabs.'],
	['Use tabs, not spaces', 'The parser is fine now.'],
	['Ändere niemals die Datenbank', 'Du kannst jetzt die Tests laufen lassen.'],
	['不要修改数据库结构', '现在可以运行测试了'],
	['Never change the public API.', "You can't change the public API now."],
	['Never change the public API.', 'You may not change the public API again.'],
	['Never change the public API.', 'Do you think you can change the public API now?'],
	['Never change the public API.', 'Remove the rate limit from the public API.'],
	['Never touch the generated files', "Don't forget the rule about generated files."],
	["Don't touch the migrations", 'Drop the foreign key constraint in the migrations test fixture.'],
	['Always run npm test before you commit', 'Stop skipping npm test before you commit.'],
	['Always run npm test before you commit', "Don't commit without running npm test any more."],
	['Always use tabs', 'You can stop the tabs preview server.'],
	['only use pnpm here', 'You can stop using pnpm here.'],
	['Ändere niemals die Datenbank', 'Du darfst die Datenbank jetzt nicht ändern.'],
	['No toques la base de datos', 'No puedes tocar la base de datos ahora.'],
	['Non modificare mai le migrazioni', 'Non puoi modificare le migrazioni ora.'],
	['Nunca altere as migrações', 'Você não pode alterar as migrações agora.'],
	['不要修改数据库结构', '不可以修改数据库结构了'],
	['不要修改数据库结构', '现在可以修改数据库结构了吗？'],
	[
		'Never change the public API.',
		'The reviewer wrote this, is he right?\n\nChanging the public API is fine now.',
	],
];

const rulesOf = (session: Session): string[] =>
	constraintsOf(session.turns).map(({ text }) => text);

describe('a rule that the person takes back', () => {
	for (const [rule, withdrawal] of withdrawals) {
		it(`binds no longer: ${rule} … ${withdrawal}`, () => {
			assert.deepEqual(rulesOf(new Session().person(rule)), [rule]);
			const after = rulesOf(new Session().person(rule).says('ok').person(withdrawal));
			assert.ok(!after.includes(rule), after.join('\n'));
		});
	}

	for (const [rule, sentence] of others) {
		it(`still binds: ${rule} … ${sentence}`, () => {
			const after = rulesOf(new Session().person(rule).says('ok').person(sentence));
			assert.ok(after.includes(rule), after.join('\n'));
		});
	}

	it('binds again once it is stated again', () => {
		const rule = 'Never change the public API.';
		const session = new Session()
			.person(rule)
			.person('Changing the public API is fine now.')
			.person(rule);
		assert.ok(rulesOf(session).includes(rule));
	});

	it('is not taken back by what a tool or the assistant says', () => {
		const rule = 'Never change the public API.';
		const session = new Session()
			.person(rule)
			.says('Changing the public API is fine now.')
			.read('/p/README.md', 'Changing the public API is fine now.')
			.client('Changing the public API is fine now.');
		assert.deepEqual(rulesOf(session), [rule]);
	});

	it('is not taken back by a long paste', () => {
		const rule = 'Never change the public API.';
		const paste = `Changing the public API is fine now.\n${'A line of a log. '.repeat(100)}`;
		assert.ok(rulesOf(new Session().person(rule).person(paste)).includes(rule));
	});

	it('is looked for in linear time, however many rules and withdrawals there are', () => {
		const conversation = (count: number): Session => {
			const session = new Session();
			for (let index = 0; index < count; index += 1) {
				session
					.person(`Never change the public API of module ${index}.`)
					.person(`Changing the public schema ${index} is fine now.`);
			}
			return session;
		};
		assertLinear(400, (size) => {
			const { turns } = conversation(size);
			return () => constraintsOf(turns);
		});
	});

	it('is read in linear time', () => {
		assertLinear(100_000, (size) => {
			const long = `you can ${'change the public interface '.repeat(size / 28)} now`;
			return () => withdrawalIn(long);
		});
	});
});

describe('a message that the person takes back', () => {
	const rules = (...said: string[]): string[] => {
		const session = new Session();
		for (const text of said) {
			session.person(text).says('OK.');
		}
		return constraintsOf(session.turns).map(({ text }) => text);
	};

	it('rules nothing, and is no turn', () => {
		for (const recall of [
			'sorry wrong chat. ignore last message. the design can be simpler',
			'Please ignore my previous message.',
			'Sorry, falscher Chat.',
			'抱歉，发错了',
		]) {
			assert.deepEqual(
				rules('Keep Node 20.', 'Never use tabs.', recall),
				['Keep Node 20.'],
				recall,
			);
		}
	});

	it('stays a turn where its work was done', () => {
		const asked = 'Refactor the parser';
		for (const did of [
			(session: Session) => session.edit('/p/a.ts', 'a', 'b'),
			(session: Session) => session.write('/p/a.ts'),
			(session: Session) => session.run('git mv a.ts b.ts'),
			(session: Session) => session.read('/p/a.ts').run('ls'),
		]) {
			const session = new Session().person(asked);
			const hasChanged = !did(session).uses.some(({ target }) => target === 'ls');
			session.says('Done.').person('Forget the previous one. Now also add tests');
			assert.equal(
				session.turns.some(({ text }) => text === asked),
				hasChanged,
			);
		}
	});

	it('is none where the person speaks of messages of the program', () => {
		const said = ['Never use tabs.', 'Ignore the last message of the queue.'];
		assert.deepEqual(rules(...said), ['Never use tabs.']);
	});
});
