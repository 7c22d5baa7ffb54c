import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type {
	CompactionEnd,
	Message,
	PrecisApi,
	PrecisConversation,
	PrecisExports,
} from '../../../docs/precis.d.ts';

/** A stranger to Precis: knows its id and the types of its API, and reports what it saw. */

/** Tokens of the model's window. */
const window = 16_000;

export type Report = Awaited<ReturnType<typeof report>>;

export function activate({ subscriptions }: vscode.ExtensionContext): void {
	subscriptions.push(vscode.commands.registerCommand('precis-test.useApi', report));
}

async function report() {
	const extension = vscode.extensions.getExtension<PrecisExports>('precis.precis');
	if (extension === undefined) {
		throw new Error('Precis is not installed.');
	}
	const exports = await extension.activate();
	const api = exports.getApi(1);
	const conversation = await api.openConversation({
		key: 'precis-test.api-consumer/report',
		title: 'What a stranger says',
		window,
		reservedReply: 1_000,
	});
	const ends: CompactionEnd[] = [];
	conversation.onDidFinishCompaction((end) => ends.push(end));
	return {
		session: await longSession(conversation, ends),
		history: await history(conversation),
		detached: await detached(conversation),
		mutations: await mutations(exports, api, conversation),
		errors: await errors(exports, api, conversation),
		cancelled: await cancelled(conversation),
		pure: await pure(api),
		blocked: await blocked(api),
	};
}

/** Two hundred messages, a fact in every tenth turn, the context asked for as a model's client does. */
async function longSession(conversation: PrecisConversation, ends: readonly CompactionEnd[]) {
	const facts: string[] = [];
	const tokens: number[] = [];
	const contexts: (readonly Message[])[] = [];
	let starts = 0;
	conversation.onDidStartCompaction(() => (starts += 1));
	for (let turn = 0; turn < 66; turn += 1) {
		const fact = `Never change port ${41_000 + turn}.`;
		if (turn % 10 === 5) {
			facts.push(fact);
		}
		await conversation.append([
			{ role: 'user', content: turn % 10 === 5 ? fact : `Please do step ${turn} of the plan.` },
		]);
		const context = await conversation.context();
		tokens.push(context.tokens);
		contexts.push(context.messages);
		const id = `call-${turn}`;
		const path = `src/part${turn}.ts`;
		const text = `Line of part ${turn}. The parser keeps every line of it. `.repeat(24);
		await conversation.append([
			{
				role: 'assistant',
				content: `Step ${turn} begins.`,
				toolCalls: [{ id, name: 'read_file', arguments: JSON.stringify({ path }) }],
			},
			{ role: 'tool', toolCallId: id, content: text },
		]);
	}
	await conversation.append([
		{ role: 'user', content: 'Please go on.' },
		{ role: 'assistant', content: 'I will.' },
	]);
	const { sections, records } = await conversation.sections();
	const known = JSON.stringify([sections, (await conversation.context()).messages]);
	const recalled: string[] = [];
	for (const fact of facts) {
		const { hits } = await conversation.recall({ query: `"${fact}"` });
		for (const { number } of hits.slice(0, 1)) {
			recalled.push((await conversation.recall({ number }))?.text ?? '');
		}
	}
	return {
		facts,
		tokens,
		contexts,
		starts,
		ends: ends.map(({ trigger, result }) => `${trigger} ${result.kind}`),
		sections: sections.length,
		records: records.length,
		inSummaryOrContext: facts.filter((fact) => known.includes(fact)),
		recalled: facts.filter((fact) => recalled.some((text) => text.includes(fact))),
	};
}

async function history(conversation: PrecisConversation) {
	const handoff = await conversation.handoff();
	const { active } = await conversation.sections();
	const undone = await conversation.undo();
	const without = await conversation.handoff();
	await conversation.restore(undefined);
	const atTheLog = (await conversation.sections()).active === undefined;
	await conversation.restore(active);
	return {
		undone,
		changed: without !== handoff,
		atTheLog,
		restored: (await conversation.handoff()) === handoff,
	};
}

/** More to say, so that there is something to compact. */
async function talk(conversation: PrecisConversation) {
	await conversation.append(
		Array.from({ length: 40 }, (_, index) => ({
			role: index % 2 === 0 ? 'user' : 'assistant',
			content: `Talk ${index}. ${'The lexer reads ahead. '.repeat(40)}`,
		})),
	);
}

async function detached(conversation: PrecisConversation) {
	await talk(conversation);
	const before = (await conversation.sections()).records.length;
	const ended = new Promise<CompactionEnd>((resolve) => {
		conversation.onDidFinishCompaction(resolve);
	});
	const { kind } = await conversation.compact({ signal: AbortSignal.abort() });
	const end = await ended;
	const after = (await conversation.sections()).records.length;
	return { kind, end: `${end.trigger} ${end.result.kind}`, records: after - before };
}

async function cancelled(conversation: PrecisConversation) {
	await talk(conversation);
	const before = (await conversation.sections()).active;
	const compaction = conversation.compact();
	await conversation.cancel();
	const { kind } = await compaction;
	return { kind, changed: (await conversation.sections()).active !== before };
}

async function mutations(exports: PrecisExports, api: PrecisApi, conversation: PrecisConversation) {
	const read = async () =>
		JSON.stringify([await conversation.context(), await conversation.sections()]);
	const before = await read();
	const { messages } = await conversation.context();
	const { sections } = await conversation.sections();
	for (const result of [messages, sections]) {
		Reflect.set(result, 'length', 0);
	}
	return {
		refused: [exports, api, conversation].every((object) =>
			Reflect.ownKeys(object).every((key) => !Reflect.set(object, key, () => 'forged')),
		),
		unchanged: (await read()) === before,
	};
}

async function errors(exports: PrecisExports, api: PrecisApi, conversation: PrecisConversation) {
	const careless = { ...api, ...conversation, ...exports } as unknown as Readonly<
		Record<string, (input: unknown) => unknown>
	>;
	const before = (await conversation.append([])).messages;
	const codeOf = async (call: () => unknown): Promise<string> => {
		try {
			await call();
			return 'nothing';
		} catch (error) {
			return error instanceof Error && 'code' in error
				? `${error.name} ${String(error.code)}`
				: 'untyped';
		}
	};
	const codes = {
		version: await codeOf(() => careless['getApi']?.(2)),
		key: await codeOf(() => careless['openConversation']?.({ key: '' })),
		role: await codeOf(() => careless['append']?.([{ role: 'robot', content: 'beep' }])),
		many: await codeOf(() =>
			careless['append']?.(Array.from({ length: 10_001 }, () => ({ role: 'user', content: '' }))),
		),
		focus: await codeOf(() => careless['compact']?.({ focus: 7 })),
		record: await codeOf(() => careless['restore']?.(999_999)),
		recall: await codeOf(() => careless['recall']?.({})),
		aborted: await codeOf(() => careless['context']?.({ signal: AbortSignal.abort() })),
	};
	return { codes, appended: (await conversation.append([])).messages - before };
}

async function pure(api: PrecisApi) {
	const messages: Message[] = Array.from({ length: 60 }, (_, index) => ({
		role: index % 2 === 0 ? 'user' : 'assistant',
		content: `Message ${index}. ${'The parser keeps every line. '.repeat(20)}`,
	}));
	const options = { window: 20_000, tailTokens: 1_000 };
	const first = await api.compactMessages(messages, options);
	const second = await api.compactMessages(messages, options);
	return { kind: first.kind, same: JSON.stringify(first) === JSON.stringify(second) };
}

/** How long the extension host stands still for the largest call that is taken, milliseconds. */
async function blocked(api: PrecisApi) {
	const conversation = await api.openConversation({ key: 'precis-test.api-consumer/large' });
	const messages: Message[] = Array.from({ length: 10_000 }, (_, index) => ({
		role: index % 2 === 0 ? 'user' : 'assistant',
		content: Buffer.alloc(800, `${index} of many. `).toString(),
	}));
	const ms: number[] = [];
	let appended = 0;
	for (let round = 0; round < 3; round += 1) {
		const delays = monitorEventLoopDelay({ resolution: 1 });
		delays.enable();
		({ messages: appended } = await conversation.append(messages));
		delays.disable();
		ms.push(delays.max / 1e6);
	}
	// Whatever else the machine does only adds to it.
	return { appended, ms: Math.min(...ms) };
}
