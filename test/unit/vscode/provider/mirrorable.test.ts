import assert from 'node:assert/strict';
import {
	distinctNames,
	exclusionReason,
	isOffered,
	recallAccess,
	withPicked,
	type Candidate,
} from '../../../../src/vscode/provider/mirrorable.ts';

function of(vendor: string, model: string, window?: number, name = model): Candidate {
	const id = `vscode/${vendor}/${model}`;
	const named = { kind: 'vscode', vendor, model } as const;
	return { id, named, name, origin: vendor, ...(window === undefined ? {} : { window }) };
}

describe('the models that are mirrored', () => {
	it('are none of the utilities and aliases that nobody chats with', () => {
		for (const [vendor, model] of [
			['copilotcli', 'auto'],
			['copilot', 'auto'],
			['copilot', 'copilot-utility'],
			['copilot', 'copilot-utility-small'],
			['copilot', 'copilot-dictation-cleanup-v1'],
			['other', 'text-embedding-3-small'],
		] as const) {
			assert.equal(exclusionReason(of(vendor, model, 64_000)), 'not-for-chat', model);
		}
		assert.equal(exclusionReason(of('acme', 'autopilot-7b', 64_000)), undefined);
	});

	it('have a window, told or set', () => {
		const unknown = of('acme', 'large');
		assert.equal(isOffered(unknown, {}), false);
		assert.equal(isOffered(unknown, { [unknown.id]: { enabled: true } }), false);
		assert.equal(isOffered(unknown, { [unknown.id]: { window: 32_000 } }), true);
	});

	it('are picked by the person where their tool rounds may be billed as prompts', () => {
		const copilot = of('copilot', 'gpt-5', 128_000);
		assert.equal(exclusionReason(copilot), 'billed');
		assert.equal(isOffered(copilot, {}), false);
		assert.equal(isOffered(copilot, { [copilot.id]: { enabled: true } }), true);
	});

	it('look originals up themselves, but for those without tools and those that may bill each request', () => {
		const plain = of('acme', 'large').named;
		assert.equal(recallAccess(plain, {}), 'model');
		assert.equal(recallAccess(plain, { tools: false }), 'person');
		assert.equal(recallAccess(plain, { recall: false }), 'person');
		const billed = of('copilot', 'gpt-5').named;
		assert.equal(recallAccess(billed, {}), 'person');
		assert.equal(recallAccess(billed, { recall: true }), 'model');
		assert.equal(recallAccess(billed, { recall: true, tools: false }), 'person');
	});

	it('have names of their own', () => {
		const models = [
			of('a', 'm1', 1, 'GPT'),
			of('b', 'm1', 1, 'GPT'),
			of('b', 'm2', 1, 'Claude'),
			of('b', 'm3', 1, 'Claude'),
			of('b', 'm4', 1, 'Gemini'),
		];
		assert.deepEqual(
			[...distinctNames(models).values()],
			['GPT (a)', 'GPT (b)', 'Claude (vscode/b/m2)', 'Claude (vscode/b/m3)', 'Gemini'],
		);
	});

	it('are what the person picked: the setting says what differs from the default, and keeps the rest', () => {
		const models = [of('acme', 'x', 9_000), of('acme', 'y', 9_000), of('copilot', 'z', 9_000)];
		const [x = '', y = '', z = ''] = models.map(({ id }) => id);
		const before = { [x]: { enabled: false }, [y]: { tools: false }, gone: { window: 5_000 } };
		const after = withPicked(before, models, new Set([x, z]));
		assert.deepEqual(after, {
			[y]: { tools: false, enabled: false },
			[z]: { enabled: true },
			gone: { window: 5_000 },
		});
		assert.deepEqual(withPicked(after, models, new Set([x, y])), {
			[y]: { tools: false },
			gone: { window: 5_000 },
		});
	});
});
