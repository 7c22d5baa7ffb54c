import assert from 'node:assert/strict';
import {
	checkModelSettings,
	type ModelSettingName,
} from '../../../../src/vscode/models/modelSettings.ts';
import { inputPriceOf } from '../../../../src/vscode/models/providers.ts';
import { summaryWriter } from '../../../../src/vscode/models/summaryChoice.ts';

const acme = {
	name: 'acme',
	baseUrl: 'https://models.acme.example/v1',
	models: [
		{ id: 'large', window: 200_000, inputPrice: 3 },
		{ id: 'small', window: 200_000, inputPrice: 0 },
		{ id: 'unpriced', window: 200_000, outputPrice: 9 },
	],
};

const writerOf = (
	values: Partial<Record<ModelSettingName, unknown>>,
	wasUsed = false,
): ReturnType<typeof summaryWriter> => {
	const all: typeof values = { 'models.providers': [acme], ...values };
	return summaryWriter(checkModelSettings((name) => all[name]).settings, wasUsed);
};

describe('who writes summaries, as the worker is told', () => {
	it('is the summary model, else the main model, each with the price that a person states', () => {
		const small = { kind: 'named', id: 'acme/small', inputPrice: 0 };
		const large = { kind: 'named', id: 'acme/large', inputPrice: 3 };
		assert.deepEqual(writerOf({ 'models.main': 'acme/large' }), large);
		assert.deepEqual(
			writerOf({ 'models.main': 'acme/large', 'tasks.compaction.model': 'acme/small' }),
			small,
		);
	});

	it('is the model that answers where the settings name none', () => {
		assert.deepEqual(writerOf({}), { kind: 'answering', wasUsed: false });
		assert.deepEqual(writerOf({}, true), { kind: 'answering', wasUsed: true });
	});

	it('is no model where a person wants none, whatever other settings name', () => {
		const values = { 'models.main': 'acme/large', 'tasks.compaction.model': 'built-in' };
		assert.equal(writerOf(values, true), undefined);
	});

	it('has no price where the person states none for its input', () => {
		const { providers } = checkModelSettings((name) =>
			name === 'models.providers' ? [acme] : undefined,
		).settings;
		const priceOf = (model: string): number | undefined =>
			inputPriceOf({ kind: 'provider', provider: 'acme', model }, providers);
		assert.deepEqual(['large', 'small', 'unpriced', 'other'].map(priceOf), [
			3,
			0,
			undefined,
			undefined,
		]);
		const chat = { kind: 'vscode', vendor: 'acme', model: 'large' } as const;
		assert.equal(inputPriceOf(chat, providers), undefined);
	});
});
