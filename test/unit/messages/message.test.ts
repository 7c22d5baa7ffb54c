import assert from 'node:assert/strict';
import { hasImage, isBlank, textOf, toolCallsOf } from '../../../src/messages/message.ts';
import { assistant, call, image, result, system, user, withImage } from '../../support/logs.ts';

describe('text view of content', () => {
	it('is the text itself, or the text parts line by line', () => {
		assert.equal(textOf('one'), 'one');
		assert.equal(
			textOf([
				{ type: 'text', text: 'one' },
				{ type: 'text', text: 'two' },
			]),
			'one\ntwo',
		);
		assert.equal(textOf([]), '');
	});

	it('shows an image as [image]', () => {
		assert.equal(textOf(withImage('see')), 'see\n[image]');
	});

	it('tells images from text', () => {
		assert.ok(hasImage([image]));
		assert.ok(!hasImage('[image]'));
		assert.ok(!hasImage([{ type: 'text', text: 'x' }]));
	});
});

describe('blank content', () => {
	it('has neither an image nor a visible character', () => {
		for (const content of ['', ' \n\t', [], [{ type: 'text', text: ' ' } as const]]) {
			assert.ok(isBlank(content));
		}
		for (const content of ['.', [image], withImage('')]) {
			assert.ok(!isBlank(content));
		}
	});
});

describe('tool calls of a message', () => {
	it("are an assistant's only", () => {
		const one = call('a');
		assert.deepEqual(toolCallsOf(assistant('', one)), [one]);
		for (const message of [assistant('hi'), user('hi'), system('hi'), result('a')]) {
			assert.deepEqual(toolCallsOf(message), []);
		}
	});
});
