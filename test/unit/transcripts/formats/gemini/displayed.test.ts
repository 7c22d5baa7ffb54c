import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

/** What is read of a session whose first message was sent so and shown so. */
async function sketches(content: unknown, displayContent: unknown): Promise<readonly string[]> {
	const messages = [
		{ id: 'u1', type: 'user', content, displayContent },
		{ id: 'g1', type: 'gemini', content: 'Done.' },
	];
	const session = { sessionId: 's', projectHash: 'p', messages };
	const transcript = await openTranscript(memorySource(JSON.stringify(session)));
	return only(transcript).messages.map((message) => sketch(message));
}

describe('Gemini CLI: what was shown instead of what was sent', () => {
	it('is what the person typed, where it is a command', async () => {
		const prompt = [{ text: 'Analyze the folder. Always write a GEMINI.md.' }];
		assert.deepEqual(await sketches(prompt, [{ text: '/init' }]), [
			'user: /init',
			'user (client): Analyze the folder. Always write a GEMINI.md.',
			'assistant: Done.',
		]);
	});

	it('is nothing that was typed, where it is no text', async () => {
		const shown = [{ functionResponse: { id: 'c1', name: 'update_topic', response: {} } }];
		assert.deepEqual(await sketches([{ text: 'System: Please continue.' }], shown), [
			'user (client): System: Please continue.',
			'assistant: Done.',
		]);
	});

	it('leaves what was sent to itself, where the person typed that', async () => {
		const words = '/w/a.ts does not compile';
		assert.deepEqual(await sketches([{ text: `${words}\n` }], words), [
			`user: ${words}\n`,
			'assistant: Done.',
		]);
		assert.deepEqual(await sketches([{ text: 'Hello there' }], 'Hello'), [
			'user: Hello there',
			'assistant: Done.',
		]);
	});
});
