import assert from 'node:assert/strict';
import type { LanguageModelChat } from 'vscode';
import { answeringModel, isOwnRequest } from '../../../../src/vscode/provider/answeringModel.ts';
import type { MirroredModel } from '../../../../src/vscode/provider/mirroredModels.ts';

const chatOf = (vendor: string, id: string): LanguageModelChat =>
	({ vendor, id, maxInputTokens: 64_000 }) as LanguageModelChat;

function mirroredOf(chat?: LanguageModelChat) {
	const named = { kind: 'provider', provider: 'mine', model: 'model' };
	const base = { named, reservedReply: 500, ...(chat === undefined ? {} : { chat }) };
	return { find: () => ({ base, window: 16_000 }) as MirroredModel };
}

describe('the model an assistant of ours asks', () => {
	it('is the chosen one, with its own window', () => {
		const chosen = chatOf('copilot', 'gpt');
		assert.deepEqual(answeringModel(chosen, mirroredOf()), {
			model: chosen,
			named: { kind: 'vscode', vendor: 'copilot', model: 'gpt' },
			window: 64_000,
			reservedReply: 0,
		});
	});

	it('is the one behind, where a mirrored one was chosen: nothing is compacted twice', () => {
		const behind = chatOf('copilot', 'gpt');
		const answering = answeringModel(chatOf('precis', 'vscode/copilot/gpt'), mirroredOf(behind));
		assert.equal(answering.model, behind);
		assert.equal(answering.window, 16_000);
	});

	it('passes a mirrored model of a server as it is, within the true window', () => {
		const chosen = chatOf('precis', 'mine/model');
		const { model, window, reservedReply, modelOptions } = answeringModel(chosen, mirroredOf());
		assert.deepEqual([model, window, reservedReply], [chosen, 16_000, 500]);
		assert.equal(isOwnRequest(modelOptions === undefined ? {} : { modelOptions }), true);
		assert.equal(isOwnRequest({ modelOptions: { temperature: 1 } }), false);
		assert.equal(isOwnRequest({}), false);
	});

	it('is the chosen one where the mirrored one is gone', () => {
		const chosen = chatOf('precis', 'vscode/copilot/gpt');
		assert.equal(answeringModel(chosen, { find: () => undefined }).model, chosen);
	});
});
