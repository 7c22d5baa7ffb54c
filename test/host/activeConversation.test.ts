import assert from 'node:assert/strict';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import { ActiveConversation } from '../../src/vscode/conversations/activeConversation.ts';
import { WorkerError } from '../../src/vscode/worker/workerError.ts';
import { compactedState } from '../panel/states.ts';
import { quietWorker } from '../support/quietWorker.ts';

/** A look at a conversation that a test ends. */
interface Look {
	readonly id: string;
	readonly shows: (messages: number) => void;
	readonly fails: (error: Error) => void;
}

describe('What is shown of a conversation', () => {
	const base = compactedState.conversation;
	assert.ok(base !== undefined);
	const viewOf = (id: string, messages: number): ConversationView => ({ ...base, id, messages });

	function start() {
		const looks: Look[] = [];
		const failures: unknown[] = [];
		const told: unknown[] = [];
		let changed: (conversation: string) => void = () => undefined;
		const active = new ActiveConversation({
			notifications: { failed: (error) => failures.push(error) },
			worker: {
				...quietWorker,
				onNotification(type, listener) {
					if (type === 'changed') {
						changed = (conversation) => listener({ type, conversation } as never);
					}
					return quietWorker.onNotification(type, listener);
				},
				notify: (news) => void told.push(news),
				call: (_method, parameters) =>
					new Promise((resolve, reject) => {
						const { id } = parameters as { readonly id: string };
						looks.push({
							id,
							shows: (messages) => resolve(viewOf(id, messages)),
							fails: reject,
						});
					}),
			},
		});
		active.show(viewOf('a', 1));
		return { active, looks, failures, told, changed };
	}

	const rounds = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

	it('is looked at once for all changes that come during a look', async () => {
		const { active, looks } = start();
		const first = active.refresh();
		const others = [active.refresh(), active.refresh()];
		looks[0]?.shows(2);
		await rounds();
		looks[1]?.shows(3);
		await Promise.all([first, ...others]);
		assert.deepEqual([looks.length, active.view?.messages], [2, 3]);
	});

	it('is that of another one as soon as the person turns to it', async () => {
		const { active, looks } = start();
		const one = active.refresh();
		active.show(viewOf('b', 1));
		const other = active.refresh();
		looks[0]?.shows(9);
		await rounds();
		looks[1]?.shows(5);
		await Promise.all([one, other]);
		assert.deepEqual([looks[1]?.id, active.view?.id, active.view?.messages], ['b', 'b', 5]);
	});

	it('is up to date when all reported changes are shown, whatever else changes', async () => {
		const { active, looks, changed } = start();
		changed('a');
		changed('b');
		const messages = active.shown().then(() => active.view?.messages);
		await rounds();
		looks[0]?.shows(2);
		assert.equal(await messages, 2);
	});

	it('is nothing when it is gone', async () => {
		const { active, looks, failures } = start();
		const gone = active.refresh();
		looks[0]?.fails(new WorkerError({ code: 'unknown-conversation', message: 'Gone.' }));
		await gone;
		assert.deepEqual([active.view, failures], [undefined, []]);
	});

	it('stays as it was when it cannot be looked at, with the reason', async () => {
		const { active, looks, failures } = start();
		const failed = active.refresh();
		looks[0]?.fails(new Error('The disk is on fire.'));
		await failed;
		assert.deepEqual([active.view?.messages, failures.length], [1, 1]);
	});

	it('has its file followed while it is on screen, unless the person wants that no more', () => {
		const { active, told } = start();
		const last = (): unknown => told.at(-1);
		const shown = (conversation: string, isFollowed: boolean) => ({
			type: 'shown',
			conversation,
			isFollowed,
		});
		assert.deepEqual(last(), shown('a', false));
		active.setVisible(true);
		assert.deepEqual(last(), shown('a', true));
		active.follow('a', false);
		assert.deepEqual(last(), shown('a', false));
		active.show(viewOf('b', 1));
		assert.deepEqual(last(), shown('b', true));
		active.show(viewOf('a', 1));
		assert.deepEqual(last(), shown('a', false));
		active.follow('a', true);
		assert.deepEqual(last(), shown('a', true));
		active.setVisible(false);
		assert.deepEqual(last(), shown('a', false));
	});
});
