import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import { ActiveConversation } from '../../src/vscode/conversations/activeConversation.ts';
import { FileFollowing } from '../../src/vscode/conversations/fileFollowing.ts';
import { quietServices } from '../support/quietWorker.ts';
import { compactedState } from '../panel/states.ts';

describe('Following the file of what is shown', () => {
	const base = compactedState.conversation;
	assert.ok(base !== undefined);

	const viewOf = (id: string, following?: boolean): ConversationView => ({
		...base,
		id,
		...(following === undefined ? {} : { following }),
	});

	function start() {
		const active = new ActiveConversation(quietServices);
		const wishes: unknown[] = [];
		const call = (_method: string, wish: unknown): Promise<never> => {
			wishes.push(wish);
			return Promise.resolve(undefined as never);
		};
		const log = vscode.window.createOutputChannel('Precis test', { log: true });
		const following = new FileFollowing(active, { call }, log);
		const show = (id: string, isFollowed?: boolean): void => active.show(viewOf(id, isFollowed));
		const taken = (): unknown[] => wishes.splice(0);
		return { following, show, taken };
	}

	it('begins when it is on screen and ends when it is not', () => {
		const { following, show, taken } = start();
		show('a', false);
		assert.deepEqual(taken(), []);
		following.show(true);
		assert.deepEqual(taken(), [{ id: 'a' }]);
		show('a', true);
		following.show(false);
		assert.deepEqual(taken(), [{}]);
	});

	it('turns to the conversation that is shown, if that has a file', () => {
		const { following, show, taken } = start();
		following.show(true);
		show('a', false);
		show('b', false);
		show('c');
		assert.deepEqual(taken(), [{ id: 'a' }, { id: 'b' }, {}]);
	});

	it('ends when the person wants that, until they want it again', () => {
		const { following, show, taken } = start();
		following.show(true);
		show('a', false);
		show('a', true);
		following.set('a', false);
		show('a', false);
		following.show(false);
		following.show(true);
		assert.deepEqual(taken(), [{ id: 'a' }, {}]);
		following.set('a', true);
		assert.deepEqual(taken(), [{ id: 'a' }]);
	});

	it('is asked for again when the worker has forgotten it', () => {
		const { following, show, taken } = start();
		following.show(true);
		show('a', false);
		show('a', true);
		assert.deepEqual(taken(), [{ id: 'a' }]);
		show('a', false);
		assert.deepEqual(taken(), [{ id: 'a' }]);
	});
});
