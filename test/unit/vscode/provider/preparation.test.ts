import '../../../support/vscodeModule.ts';
import assert from 'node:assert/strict';
import { noOverhead } from '../../../../src/compaction/overhead.ts';
import type { Message } from '../../../../src/messages/message.ts';
import type { PreparationServices } from '../../../../src/vscode/provider/preparation.ts';
import { assistant, user } from '../../../support/logs.ts';

const { Preparation } = await import('../../../../src/vscode/provider/preparation.ts');

const shape = { window: 8_000, reservedReply: 0, overhead: noOverhead, recall: false };
const model = { kind: 'vscode', vendor: 'test', model: 'model' } as const;
const environment = user([{ type: 'text', text: '<environment_info>Linux</environment_info>' }]);

/** Of which conversation the history that was prepared last goes on in place. */
function preparing(): (
	conversation: string,
	name: string | undefined,
	...messages: readonly Message[]
) => Promise<string | undefined> {
	let conversation = '';
	let inPlaceOf: string | undefined;
	const preparation = new Preparation({
		conversations: {
			askAll: (() => Promise.resolve({ conversation, tokens: 1 })) as never,
		} satisfies PreparationServices['conversations'],
		onConversation: (followed) => {
			inPlaceOf = followed.inPlaceOf;
		},
	});
	return async (id, name, ...rest) => {
		conversation = id;
		const messages = [environment, ...rest];
		const history = { messages, shape, model, ...(name === undefined ? {} : { name }) };
		await preparation.prepare(history, new AbortController().signal);
		return inPlaceOf;
	};
}

describe('a history that became another one', () => {
	const long = [user('One'), assistant('Two'), user('Three'), assistant('Four')];

	it('goes on in place of the one it shares most with', async () => {
		const prepared = preparing();
		await prepared('a', undefined, ...long);
		assert.equal(await prepared('b', undefined, ...long.slice(0, 2), user('Otherwise')), 'a');
		assert.equal(await prepared('c', undefined, user('Something else')), undefined);
	});

	it('goes on in place of what its client calls by the same name, however little it shares', async () => {
		const prepared = preparing();
		await prepared('a', 'chat', ...long);
		assert.equal(await prepared('b', 'chat', user('Otherwise')), 'a');
		assert.equal(await prepared('c', 'another', user('Something else')), undefined);
	});
});
