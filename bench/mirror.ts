import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientContext } from '../src/conversations/clientContext.ts';
import { recognise } from '../src/worker/clientConversations.ts';
import { providerSource } from '../src/conversations/sources.ts';
import { openStore } from '../src/conversations/store/openStore.ts';
import { textOf, type Message } from '../src/messages/message.ts';
import { estimatedTokens, logEntry } from '../src/messages/tokens.ts';
import type { WorkerSettings } from '../src/protocol/workerSettings.ts';
import { noOverhead } from '../src/compaction/overhead.ts';
import { defaultSettings } from '../src/compaction/budgets.ts';
import { WorkerClient } from '../src/vscode/worker/workerClient.ts';
import { startWorkerThread } from '../src/vscode/worker/workerThread.ts';
import { longConversation } from './longConversation.ts';
import { median, ms, row } from './measure.ts';

/** What a mirrored model adds to a request, beside the model's own time. After a build. */

/** A history without system messages, as parts, in strings of its own: clients send it anew each time. */
function history(messages: number, characters: number): Message[] {
	const made = longConversation(messages + 1).slice(1);
	return structuredClone(made).map((message) => ({
		...message,
		content: [{ type: 'text', text: textOf(message.content).slice(0, characters) }],
	}));
}

const folder = mkdtempSync(join(tmpdir(), 'precis-bench-'));
const opened = openStore(folder, { now: Date.now });
if (opened.kind !== 'opened') {
	throw new Error(opened.message);
}
const { store } = opened;

for (const [name, characters] of [
	['10,000 messages', 400],
	['10,000 messages, whole', Infinity],
] as const) {
	const messages = history(10_000, characters);
	const size = JSON.stringify(messages).length / 1e6;
	const label = `${name} (${size.toFixed(0)} MB)`;
	const copy = await median(20, () => structuredClone(messages));
	row(`copy ${label} for the worker`, ms(copy));
	const { id } = store.create({ title: name, source: providerSource });
	store.append(
		id,
		messages
			.slice(0, 9_998)
			.map((message) => ({ ...logEntry(message, estimatedTokens), counter: 'bench' })),
	);
	const first = await median(5, () => recognise(store, providerSource, messages));
	row(`find ${label} among stored ones, in the worker`, ms(first));
	const render = await median(20, () => clientContext('You are an agent.', messages, undefined));
	row(`make the context of ${label}`, ms(render));
}
const prompt = history(200, 400);
const texts = prompt.flatMap(({ content }) =>
	typeof content === 'string' ? [] : content.map((part) => (part.type === 'text' ? part.text : '')),
);
const counts = await median(50, () => texts.forEach((text) => estimatedTokens.count(text)));
row('count the tokens of 200 texts', ms(counts));
store.close();

const settings: WorkerSettings = {
	compaction: defaultSettings,
	automatic: true,
	keep: true,
	keepsRequests: true,
	excluded: [],
	retention: {},
};
const client = new WorkerClient({
	start: () =>
		startWorkerThread('./dist/worker.mjs', { storage: join(folder, 'worker') }, console.error),
	settings: () => settings,
});
client.handle(() => ({
	models: () => Promise.resolve({ transientRetries: 0 }),
	call: () => Promise.reject(new Error('There is no model.')),
	turn: () => Promise.reject(new Error('There is no turn.')),
}));

/** A session that goes on: each request has one more call and its result. */
async function measurePassage(messages: number): Promise<void> {
	const whole = history(messages + 200, 400);
	let length = messages;
	const pass = async (): Promise<void> => {
		length += 2;
		const now = whole.slice(0, length);
		const request = {
			messages: now,
			shape: { window: 10_000_000, reservedReply: 0, overhead: noOverhead, recall: false },
		};
		const { record } = await client.call('prepare', request);
		clientContext('You are an agent.', now, record);
	};
	const time = await median(60, pass);
	row(`a request of a session of ${messages} messages, up to the model`, ms(time), 'below 50 ms');
}

await measurePassage(50);
await measurePassage(400);
await measurePassage(2_000);
await client.shutDown();
rmSync(folder, { recursive: true, force: true });
