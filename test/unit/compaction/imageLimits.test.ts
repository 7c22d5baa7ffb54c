import assert from 'node:assert/strict';
import { renderContext } from '../../../src/compaction/render.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import type { ImagePart, Message, Part } from '../../../src/messages/message.ts';
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

	it('is sent with its request and what answers that, and becomes a mark in later ones', () => {
		const read = [asked(pdf), assistant('', call('c')), result('c', [pdf])];
		const sent = (...later: readonly Message[]): readonly Part[] =>
			imagesIn(renderContext(logOf(...read, ...later)).messages);
		assert.deepEqual(sent(), [pdf, pdf]);
		assert.deepEqual(sent(assistant('Read'), user('And now?')), []);
	});

	it('counts by its size, and not where a mark stands for it', () => {
		const tokens = (...messages: readonly Message[]): number =>
			renderContext(logOf(...messages)).tokens;
		const alone = tokens(asked(pdf));
		assert.ok(alone > 10_000 && alone > tokens(asked(imageOf(4, 'application/pdf'))));
		assert.ok(tokens(asked(pdf), assistant('Read'), user('And now?')) < 1_000);
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
