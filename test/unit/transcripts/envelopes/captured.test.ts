import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { TextPart } from '../../../../src/messages/message.ts';
import { personText } from '../../../../src/messages/origins.ts';
import { user } from '../../../support/logs.ts';

/** What the real clients sent; third-party text that is not part of the project. */
const folder = join(import.meta.dirname, '../../../../../shared/clients');

const part = v.looseObject({ text: v.nullish(v.string()), value: v.optional(v.unknown()) });
const content = v.nullish(v.union([v.string(), v.array(part)]));
const list = v.array(v.looseObject({ role: v.optional(v.string()), content, parts: content }));
const request = v.union([
	v.pipe(
		list,
		v.transform((messages) => ({ messages })),
	),
	v.looseObject({ messages: list }),
	v.pipe(
		v.looseObject({ input: list }),
		v.transform(({ input }) => ({ messages: input })),
	),
	v.pipe(
		v.looseObject({ contents: list }),
		v.transform(({ contents }) => ({ messages: contents })),
	),
]);

/** The texts of every user message in a request. */
function userTexts(file: string): readonly (readonly string[])[] {
	const read = v.safeParse(request, JSON.parse(readFileSync(file, 'utf8')));
	return (read.success ? read.output.messages : [])
		.filter(({ role }) => role === 'user')
		.map((message) => message.content ?? message.parts ?? [])
		.map((parts) =>
			typeof parts === 'string'
				? [parts]
				: parts.flatMap(({ text, value }) => text ?? (typeof value === 'string' ? value : [])),
		)
		.filter((texts) => texts.length > 0);
}

function wordsOf(texts: readonly string[]): string {
	return personText(user(texts.map((text): TextPart => ({ type: 'text', text }))));
}

describe('the words of the person in what real clients sent', () => {
	const bodies = join(folder, 'bodies');
	if (!existsSync(bodies)) {
		it('are asserted where the captures are', function () {
			console.log('      no captured requests: skipped');
			this.skip();
		});
		return;
	}
	const script = readFileSync(join(folder, 'gen.py'), 'utf8');
	const scripted = ['U1', 'U2'].flatMap(
		(name) => new RegExp(`^${name}='(.*)'$`, 'm').exec(script)?.[1] ?? [],
	);
	// What a hook adds to Copilot CLI's conversation has no envelope: nothing tells it from words.
	const bare = /^HANDOFF-INJECTED/;

	for (const name of readdirSync(bodies)) {
		it(`are the scripted ones in ${name}`, () => {
			const words = userTexts(join(bodies, name))
				.map(wordsOf)
				// OpenCode and Kilo quote what is given on a command line.
				.map((text) => text.replace(/^"(.*)"$/s, '$1'))
				.filter((text) => text !== '' && !bare.test(text));
			assert.ok(words.length > 0);
			assert.deepEqual(words, scripted.slice(-words.length));
		});
	}

	const chat = ['key', 'direct', 'direct-families'].map((run) => join(folder, 'copilot-chat', run));
	for (const file of chat.flatMap((run) => readdirSync(run).map((name) => join(run, name)))) {
		it(`are those of the request in Copilot Chat's ${file.slice(folder.length)}`, () => {
			for (const text of userTexts(file).flat()) {
				const request = /<userRequest>\n((?:(?!<userRequest>)[^])*)\n<\/userRequest>\s*$/.exec(
					text,
				);
				const isClients = /^<(?:environment_info|conversation-summary)>/.test(text);
				if (request !== null || isClients) {
					assert.equal(wordsOf([text]), request?.[1] ?? '');
				}
			}
		});
	}
});
