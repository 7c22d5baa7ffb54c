import assert from 'node:assert/strict';
import type { ConversationView, RecordView } from '../../src/protocol/conversationView.ts';
import { PanelModel } from '../../src/vscode/conversations/panelModel.ts';
import { historyState, viewedState } from '../panel/states.ts';
import { quietWorker } from '../support/quietWorker.ts';

describe('What the panel shows of a conversation because a person asked', () => {
	const { conversation } = historyState;
	const { viewed } = viewedState;
	assert.ok(conversation !== undefined && viewed !== undefined);
	const { id } = conversation;
	const earlier: RecordView = { ...viewed, handoffTokens: 1 };
	const change = { kind: 'refused', text: 'Not changed.' } as const;
	const other: ConversationView = { ...conversation, id: 'another' };

	function start() {
		const model = new PanelModel(quietWorker);
		const answers: ((record: RecordView) => void)[] = [];
		let changes = 0;
		model.onDidChange(() => (changes += 1));
		const load = (about = id): Promise<void> =>
			model.load(about, 'viewed', () => new Promise((resolve) => answers.push(resolve)));
		return { model, answers, load, changes: () => changes };
	}

	it('is of its own conversation, whichever is on screen', async () => {
		const { model, answers, load, changes } = start();
		const loading = load();
		assert.deepEqual(model.of(conversation), {});
		answers[0]?.(viewed);
		await loading;
		assert.deepEqual(model.of(conversation), { viewed });
		assert.deepEqual(model.of(other), {});
		assert.equal(changes(), 1);
	});

	it('is what was asked for last, whichever comes last', async () => {
		const { model, answers, load } = start();
		const both = [load(), load()];
		answers[1]?.(earlier);
		answers[0]?.(viewed);
		await Promise.all(both);
		assert.equal(model.of(conversation).viewed, earlier);
	});

	it('stands while it is worked out anew', () => {
		const { model, load } = start();
		model.show(id, 'viewed', viewed);
		void load();
		assert.equal(model.of(conversation).viewed, viewed);
	});

	it('is nothing that comes after the person went back', async () => {
		const { model, answers, load } = start();
		const loading = load();
		assert.equal(model.hide(id, 'viewed'), undefined);
		answers[0]?.(viewed);
		await loading;
		assert.deepEqual(model.of(conversation), {});
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
		model.show(id, 'viewed', viewed);
		model.show(id, 'changeNotice', change);
		assert.equal(model.hide(id, 'viewed'), viewed);
		assert.equal(model.hide(id, 'viewed'), undefined);
		assert.deepEqual(model.of(conversation), { changeNotice: change });
		assert.equal(changes(), 3);
	});
});
