import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type {
	Message,
	PrecisApi,
	PrecisConversation,
	PrecisExports,
} from '../../../docs/precis.d.ts';

/** A stranger to Precis: knows its id and the types of its API, and reports what it saw. */

export type Report = Awaited<ReturnType<typeof report>>;

export function activate({ subscriptions }: vscode.ExtensionContext): void {
	subscriptions.push(vscode.commands.registerCommand('precis-test.useApi', report));
}

async function report() {
	const extension = vscode.extensions.getExtension<PrecisExports>('precis.precis');
	if (extension === undefined) {
		throw new Error('Precis is not installed.');
	}
	const api = (await extension.activate()).getApi(1);
	const conversation = await api.openConversation({
		key: 'precis-test.api-consumer/report',
		title: 'What a stranger says',
		window: 16_000,
		reservedReply: 1_000,
	});
	return {
		session: await longSession(conversation),
		code: await codeOf(() => conversation.append([{ role: 'robot' } as unknown as Message])),
		blocked: await blocked(api),
	};
}

/** Two hundred messages, a fact in every tenth turn, the context asked for as a model's client does. */
async function longSession(conversation: PrecisConversation) {
	const facts: string[] = [];
	const tokens: number[] = [];
	const contexts: (readonly Message[])[] = [];
	let changes = 0;
	conversation.onDidChange(() => (changes += 1));
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
	const known = JSON.stringify((await conversation.context()).messages);
	const recalled: string[] = [];
	for (const fact of facts) {
		const { hits } = await conversation.recall({ query: `"${fact}"` });
		for (const { number } of hits.slice(0, 1)) {
			recalled.push((await conversation.recall({ number }))?.text ?? '');
		}
	}
	const handoff = await conversation.handoff();
	return {
		facts,
		tokens,
		contexts,
		changes,
		handoff,
		undone: (await conversation.undo()) && (await conversation.handoff()) !== handoff,
		inContext: facts.filter((fact) => known.includes(fact)),
		recalled: facts.filter((fact) => recalled.some((text) => text.includes(fact))),
	};
}

async function codeOf(call: () => Promise<unknown>): Promise<unknown> {
	try {
		return await call();
	} catch (error) {
		return Reflect.get(error as object, 'code');
	}
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
