import assert from 'node:assert/strict';
import { renderContext, type RenderableRecord } from '../../../src/compaction/render.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import type { ImagePart, Message, Part } from '../../../src/messages/message.ts';
import { estimatedTokens, logEntry } from '../../../src/messages/tokens.ts';
import { assistant, call, image, logOf, result, user } from '../../support/logs.ts';

/** What Anthropic takes of one image, characters of base64. */
const limit = 5 * 1024 * 1024;

function imageOf(length: number, mediaType = 'image/png'): ImagePart {
	return { type: 'image', mediaType, url: `data:${mediaType};base64,${'A'.repeat(length)}` };
}

const tooLarge = imageOf(limit + 4);

function asked(...parts: readonly Part[]): Message {
	return user([{ type: 'text', text: 'Look at this' }, ...parts]);
}

function partsIn(messages: readonly Message[]): readonly Part[] {
	return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
}

function imagesIn(messages: readonly Message[]): readonly Part[] {
	return partsIn(messages).filter(({ type }) => type === 'image');
}

function marksIn(messages: readonly Message[]): readonly string[] {
	return partsIn(messages).flatMap((part) =>
		part.type === 'text' && isMarked(part.text) ? [part.text] : [],
	);
}

describe('images that no provider takes', () => {
	it('become a mark that names their message, with everything around them kept', () => {
		const largest = imageOf(limit);
		const { messages } = renderContext(
			logOf(
				user('Hi'),
				assistant('Hello'),
				asked(tooLarge, largest),
				assistant('Seen'),
				user('Go'),
			),
		);
		assert.deepEqual(imagesIn(messages), [largest]);
		const [mark = '', ...more] = marksIn(messages);
		assert.deepEqual(more, []);
		assert.match(mark, /image\/png.*#3/);
		assert.ok(
			partsIn(messages).some((part) => part.type === 'text' && part.text === 'Look at this'),
		);
	});

	it('do not count where a mark stands for them, however large the provider counts images', () => {
		const talk = [asked(tooLarge), assistant('Seen'), user('Go')];
		const tokens = (image: number): number =>
			renderContext(talk.map((message) => logEntry(message, { ...estimatedTokens, image }))).tokens;
		assert.equal(tokens(5_000), tokens(1_600));
		assert.ok(tokens(5_000) < 200, String(tokens(5_000)));
	});

	it('stay in the latest request, but leave the results that answer it', () => {
		const { messages } = renderContext(
			logOf(asked(tooLarge), assistant('', call('c')), result('c', [tooLarge])),
		);
		const [question, , screenshot] = messages;
		assert.deepEqual(question?.content, asked(tooLarge).content);
		assert.equal(marksIn(screenshot === undefined ? [] : [screenshot]).length, 1);
	});
});

describe('a document', () => {
	const pdf = imageOf(400_000, 'application/pdf');

	const compactedAt = (end: number): RenderableRecord => ({
		layout: { headStart: 0, range: { start: 3, end }, edits: [], placement: 'assistant' },
		handoff: 'Handoff',
		tokens: { summary: 1 },
	});
	const talk = [
		asked(pdf),
		assistant('', call('c')),
		result('c', [pdf]),
		assistant('Read'),
		user('And now?'),
		assistant('Done'),
		asked(pdf),
		assistant('Seen'),
	];

	it('is sent with every request up to a compaction, so that contexts begin alike', () => {
		const sent = (count: number): readonly Message[] =>
			renderContext(logOf(...talk.slice(0, count))).messages;
		assert.deepEqual(sent(8).slice(0, 4), sent(4));
		assert.deepEqual(imagesIn(sent(8)), [pdf, pdf, pdf]);
	});

	it('becomes a mark in front of a summary, and stays behind it with every request', () => {
		const sent = (...later: readonly Message[]): readonly Message[] =>
			renderContext(logOf(...talk, ...later), compactedAt(6)).messages;
		assert.deepEqual(imagesIn(sent()), [pdf]);
		assert.equal(marksIn(sent()).length, 2);
		const later = sent(user('Next'), assistant('Yes'), user('Go'));
		assert.deepEqual(later.slice(0, -3), sent());
	});

	it('becomes a mark where all of them are more than a provider takes, the oldest first', () => {
		const large = imageOf(11 * 2 ** 20, 'application/pdf');
		const turns = [1, 2, 3].flatMap(() => [asked(large), assistant('Read')]);
		const { messages } = renderContext(logOf(...turns, user('Go')));
		assert.equal(imagesIn(messages).length, 2);
		assert.equal(marksIn(messages.slice(0, 1)).length, 1);
	});

	it('counts by its size, and not where a mark stands for it', () => {
		const tokens = (record?: RenderableRecord): number =>
			renderContext(logOf(...talk), record).tokens;
		const one = renderContext(logOf(asked(pdf))).tokens;
		assert.ok(one > 10_000);
		assert.ok(tokens() > 3 * one - 1_000);
		assert.ok(tokens(compactedAt(6)) < one + 1_000);
	});
});

describe('more images than a provider takes', () => {
	const shots = (count: number): readonly Message[] =>
		Array.from({ length: count }, (_, index) => [
			assistant('', call(`c${index}`)),
			result(`c${index}`, [image]),
		]).flat();
	const sent = (...history: readonly Message[]): readonly Message[] =>
		renderContext(logOf(...history)).messages;

	it('leave the oldest out, and none while there are no more', () => {
		assert.equal(imagesIn(sent(user('Go'), ...shots(100))).length, 100);
		const messages = sent(user('Go'), ...shots(101));
		const kept = imagesIn(messages).length;
		assert.ok(kept <= 100 && kept >= 80, String(kept));
		assert.equal(kept + marksIn(messages).length, 101);
		assert.equal(imagesIn(messages.slice(-2 * kept)).length, kept);
	});

	it('keep those of the latest request', () => {
		const messages = sent(user('Go'), ...shots(100), assistant('Done'), asked(image, image));
		assert.equal(imagesIn(messages.slice(-1)).length, 2);
		assert.ok(imagesIn(messages).length <= 100);
	});

	it('change the beginning of the context in steps, not with every image', () => {
		const beginnings = [101, 102, 110, 120].map((count) =>
			JSON.stringify(sent(user('Go'), ...shots(count)).slice(0, 150)),
		);
		assert.equal(new Set(beginnings).size, 1);
	});
});
