import assert from 'node:assert/strict';
import {
	languageOf,
	wordsOf,
	type Language,
	type Wording,
} from '../../../../src/summary/extractive/wording.ts';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

const requests: Readonly<Record<Language, string>> = {
	en: 'Please fix the parser and the tests, and tell me what it was.',
	de: 'Bitte repariere den Parser und die Tests, und sag mir, was es war.',
	fr: 'Corrige le parseur et les tests, et dis-nous ce que c’est dans la réponse.',
	es: 'Arregla el parser y los tests, y dime qué era lo que pasaba en la respuesta.',
	pt: 'Corrija o parser e os testes, e diga o que não estava certo na resposta.',
	it: 'Correggi il parser e i test, e dimmi che cosa è successo nella risposta.',
	ru: 'Исправь парсер и тесты и скажи, что это было.',
	zh: '请修复解析器和测试，并告诉我原因。',
	ja: 'パーサーとテストを直して、原因を教えてください。',
	ko: '파서와 테스트를 고치고 원인을 알려 주세요.',
};

const languages = Object.keys(requests) as Language[];

describe('the language of the built-in summariser', () => {
	for (const language of languages) {
		it(`is that of the person: ${language}`, () => {
			const draft = summarise(
				new Session()
					.person(requests[language])
					.write('/p/a.ts')
					.run('pnpm test', 'Tests  3 passed (3)'),
			);
			const words = wordsOf(language);
			assert.deepEqual(texts(draft, 'Relevant Files'), [`/p/a.ts — ${words.created}`]);
			assert.deepEqual(texts(draft, 'Active State'), [`\`pnpm test\` → ${words.ok} (3 passed)`]);
		});
	}

	it('has every word in every language', () => {
		const keys = Object.keys(wordsOf('en')) as (keyof Wording)[];
		for (const language of languages) {
			for (const key of keys) {
				assert.notEqual(wordsOf(language)[key], '', `${language}.${key}`);
			}
		}
	});

	it('is English where the person wrote nothing, or only code', () => {
		assert.equal(languageOf([]), 'en');
		assert.equal(languageOf(['const a = 1;']), 'en');
		assert.equal(languageOf(['let y = x + y; [x][y]']), 'en');
	});

	it('is not that of a paste behind the request', () => {
		const paste = 'the parser is not in the log and it is to be of this '.repeat(100);
		assert.equal(languageOf([`Bitte schau dir das an:\n${'x '.repeat(800)}${paste}`]), 'de');
	});

	it('is that of the person, whatever the assistant and the tools speak', () => {
		const session = new Session()
			.person(requests.de)
			.says('I am going to look at the parser and the tests for you.')
			.read('/p/a.md', 'the and is to of in it that for you please');
		assert.deepEqual(texts(summarise(session), 'Relevant Files'), ['/p/a.md — nur gelesen']);
	});
});
