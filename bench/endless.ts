import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createOpenAiClient } from '../src/models/openai/client.ts';
import type { Behaviour } from '../test/support/fakeProvider/behaviours.ts';
import { startFakeProvider } from '../test/support/fakeProvider/fakeProvider.ts';
import { peakMemory } from './peakMemory.ts';
import { ms, row } from './measure.ts';

/** What a server costs that never stops sending: each in a process of its own, the server in another. */

const events = { 'content-type': 'text/event-stream' };
const endless: Readonly<Record<string, Behaviour>> = {
	'an error': { kind: 'endless', status: 400, piece: 'too much '.repeat(20_000) },
	'an error that unpacks without end': {
		kind: 'endless',
		status: 400,
		piece: 'too much '.repeat(100_000),
		gzip: true,
	},
	'a reply of one document': { kind: 'endless', status: 200, piece: 'more '.repeat(20_000) },
	'a reply of one event': {
		kind: 'endless',
		status: 200,
		piece: `data: ${'more '.repeat(20_000)}`,
		headers: events,
	},
	'a reply of events': {
		kind: 'endless',
		status: 200,
		piece: 'data: {"choices":[{"delta":{"content":"more "}}]}\n\n'.repeat(100),
		headers: events,
	},
};

/** A summary of the longest kind. */
const maxOutputTokens = 12_000;

const [, , baseUrl] = process.argv;
if (baseUrl === undefined) {
	for (const [what, behaviour] of Object.entries(endless)) {
		const provider = await startFakeProvider();
		provider.always(behaviour);
		const child = fork(fileURLToPath(import.meta.url), [provider.baseUrl]);
		const [took, grown] = await new Promise<readonly [number, number]>((resolve) => {
			child.once('message', (measured) => resolve(measured as readonly [number, number]));
		});
		row(`${what}, without end: until it is left`, ms(took));
		row('  memory on top', `${(grown / 1e6).toFixed(0)} MB`, 'below 100 MB');
		await provider.dispose();
	}
} else {
	const client = await createOpenAiClient({
		provider: 'fake',
		api: 'chat',
		baseUrl,
		model: 'fake-model',
		streaming: true,
	});
	const before = peakMemory();
	const started = performance.now();
	const route = { provider: 'fake', api: 'chat', baseUrl, model: 'fake', streaming: true } as const;
	const messages = [{ role: 'user', content: 'Summarise this.' }] as const;
	const signal = new AbortController().signal;
	try {
		await client.send(route, { messages, maxOutputTokens }, signal, () => undefined);
	} catch {
		process.send?.([performance.now() - started, peakMemory() - before]);
	}
	client.close();
	process.disconnect();
}
