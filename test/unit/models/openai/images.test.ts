import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { answer } from '../../../support/fakeProvider/behaviours.ts';
import { strictly } from '../../../support/fakeProvider/strictly.ts';
import { askedMessages } from '../../../support/fakeProvider/askedMessages.ts';
import { assistant, call, image, result, system, user, withImage } from '../../../support/logs.ts';
import { ask, routeTo, useFakeProvider, ways } from './calling.ts';

const tools = [{ name: 'read_file', description: 'Reads a file.' }];
const other = {
	type: 'image',
	mediaType: 'image/jpeg',
	url: 'https://images.invalid/b.jpg',
} as const;

function label(id: string): { readonly type: 'text'; readonly text: string } {
	return { type: 'text', text: `[image] of the result of the tool call ${id}:` };
}

describe('an image in a request', () => {
	const provider = useFakeProvider();

	it('is in the words of Chat Completions', async () => {
		await ask(routeTo(provider()), { messages: [user(withImage('Look'))] });
		const { body } = await provider().request(0);
		assert.deepEqual(body['messages'], [
			{
				role: 'user',
				content: [
					{ type: 'text', text: 'Look' },
					{ type: 'image_url', image_url: { url: image.url } },
				],
			},
		]);
	});

	it('is in the words of Responses', async () => {
		await ask(routeTo(provider(), { api: 'responses' }), { messages: [user(withImage('Look'))] });
		const { body } = await provider().request(0);
		assert.deepEqual(body['input'], [
			{
				role: 'user',
				content: [
					{ type: 'input_text', text: 'Look' },
					{ type: 'input_image', image_url: image.url, detail: 'auto' },
				],
			},
		]);
	});

	for (const { api, streaming, name } of ways) {
		/** What the strictest server reads of messages, without their media types. */
		const readBy = async (...messages: readonly Message[]): Promise<Message[]> => {
			provider().next(strictly(answer('I see.')));
			const route = routeTo(provider(), { api, streaming });
			assert.equal((await ask(route, { messages, tools })).failure, undefined);
			return askedMessages(await provider().request(0));
		};
		const shown = { ...other, mediaType: '' };
		const twoCalls = assistant('', call('a'), call('b'));

		it(`follows the results it belongs to, when it is the model's turn: ${name}`, async () => {
			assert.deepEqual(
				await readBy(user('Go'), twoCalls, result('a', withImage('A chart')), result('b', [other])),
				[
					user('Go'),
					twoCalls,
					result('a', 'A chart\n[image]'),
					result('b', '[image]'),
					user([label('a'), image, label('b'), shown]),
				],
			);
		});

		it(`leads what the user says next: ${name}`, async () => {
			for (const [said, parts] of [
				['And now?', [{ type: 'text', text: 'And now?' }]],
				[withImage('This?'), [{ type: 'text', text: 'This?' }, image]],
			] as const) {
				provider().forget();
				const read = await readBy(
					user('Go'),
					assistant('', call('a')),
					result('a', [other]),
					user(said),
				);
				assert.deepEqual(read.at(-1), user([label('a'), shown, ...parts]));
			}
		});

		it(`stays where the system's text has to lead the user's: ${name}`, async () => {
			const message = 'System role not supported';
			provider().next({ kind: 'raw', status: 400, body: { error: { message } } });
			provider().always(strictly(answer('I see.')));
			const route = routeTo(provider(), { api, streaming });
			const messages = [system('Be brief.'), user(withImage('Look'))];
			assert.ok((await ask(route, { messages })).answer);
			assert.deepEqual(askedMessages(await provider().request(1)), [
				user([{ type: 'text', text: 'Be brief.' }, { type: 'text', text: 'Look' }, image]),
			]);
		});
	}
});
