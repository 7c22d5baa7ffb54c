import assert from 'node:assert/strict';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import { PanelModel } from '../../src/vscode/conversations/panelModel.ts';
import { historyState, viewedState } from '../panel/states.ts';
import { quietWorker } from '../support/quietWorker.ts';

describe('What the panel shows of a conversation because a person asked', () => {
	const { conversation } = historyState;
	const { viewed } = viewedState;
	assert.ok(conversation !== undefined && viewed !== undefined);
	const { id } = conversation;
	const change = { kind: 'refused', text: 'Not changed.' } as const;
	const other: ConversationView = { ...conversation, id: 'another' };

	function start() {
		const model = new PanelModel(quietWorker);
		let changes = 0;
		model.onDidChange(() => (changes += 1));
		return { model, changes: () => changes };
	}

	it('is of its own conversation, whichever is on screen', () => {
		const { model, changes } = start();
		assert.deepEqual(model.of(conversation), {});
		model.show(id, 'viewed', viewed, () => true);
		assert.deepEqual(model.of(conversation), { viewed });
		assert.deepEqual(model.of(other), {});
		assert.equal(changes(), 1);
	});

	it('is shown only as long as it holds', () => {
		const { model } = start();
		const { active } = conversation.status;
		model.show(id, 'viewed', viewed, ({ status }) => status.active === active);
		assert.deepEqual(model.of(conversation), { viewed });
		const status = { ...conversation.status, active: 99 };
		assert.deepEqual(model.of({ ...conversation, status }), {});
	});

	it('goes with what hides it, and with nothing else', () => {
		const { model, changes } = start();
		model.show(id, 'viewed', viewed, () => true);
		model.show(id, 'changeNotice', change, () => true);
		assert.equal(model.hide(id, 'viewed'), viewed);
		assert.equal(model.hide(id, 'viewed'), undefined);
		assert.deepEqual(model.of(conversation), { changeNotice: change });
		assert.equal(changes(), 3);
	});
});
