import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { Answers } from '../../src/assistants/mcp/answers.ts';
import { compactorBundles } from '../../packaging/bundles.ts';
import { root } from '../../packaging/paths.ts';
import { answer, type Behaviour } from '../support/fakeProvider/behaviours.ts';
import { askedMessages } from '../support/fakeProvider/askedMessages.ts';
import { requestViolations } from '../support/providerRules.ts';
import { until } from '../support/until.ts';
import type { AtTerminal } from './compactions.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { type ClientStage, isOfAgent } from './clientRun.ts';
import type { ModelReply } from './scriptedSession.ts';
import type { Terminal } from './terminal.ts';

/** A session of a client that is compacted, and what its model saw of it. */

/** What the person says, turn by turn. */
export const said = [
	'Never touch the file periwinkle.md. Run the commands and read what they print.',
	'The harbour has seventeen berths; remember that. Run the next ones.',
	'And now the last ones of them.',
] as const;

/** What a command printed and what the assistant said, once, and a compaction drops. */
export const dropped = [
	'The lighthouse flashes 7319 times.',
	'I moored the ferry Cormorant.',
] as const;

/** Every command prints so many lines: what a compaction can leave out. */
const printed = 900;

/** How a client's own request for a summary, or ours, shows itself. */
const summaryRequest =
	/Your task is to create a detailed summary|create a structured (?:context checkpoint )?summary|context summarization (?:assistant|agent)|<precis:conversation|anchored summary|Summarize (?:the conversation|this session)/i;

/** As OpenCode demands it. */
const templateReply = [
	'## Objective\n- About the walrus.',
	'## Important Details\n- (none)',
	'## Work State\n### Completed\n- (none)\n\n### Active\n- (none)\n\n### Blocked\n- (none)',
	'## Next Move\n1. (none)\n2. (none)',
	'## Relevant Files\n- (none)',
].join('\n\n');

/** Builds what plugins load. @returns Its folder, and what removes it. */
export async function builtCompactors(): Promise<{
	readonly folder: string;
	remove(): Promise<void>;
}> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'precis-compactors-'));
	await build({ ...compactorBundles(folder, true), absWorkingDir: root });
	return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What is peculiar to a client. */
export interface Peculiarities {
	/** Where a later process takes nothing without one. */
	readonly terminal?: Pick<AtTerminal, 'args' | 'ready'> & Partial<AtTerminal>;
	/** How many turns come before it is at the terminal, unless its command was given there. */
	readonly turnsBefore?: number;
	/** As its model counts; fewer make a context look full sooner. */
	readonly charactersOfToken?: number;
	/** Characters of messages that its model takes. */
	readonly window?: number;
}

/** Words of the rule and the facts that are asked for at the end. */
export const planted = [
	'periwinkle.md',
	'seventeen berths',
	'lighthouse flashes',
	'Cormorant',
] as const;

/** A client at work. */
export class CompactorSession {
	readonly #stage: ClientStage;
	readonly #terminal: Peculiarities['terminal'];
	readonly #turnsBefore: number;
	readonly #charactersOfToken: number;
	readonly #window: number;
	readonly #replies: ModelReply[] = [];
	/** Requests for a summary. */
	summaries = 0;
	/** What comes in place of the next summaries. */
	readonly failing: Behaviour[] = [];
	#calls = 0;
	#turns = 0;
	#lastReply = '';
	/** Ends with the stage. */
	#opened: Terminal | undefined;

	constructor(
		stage: ClientStage,
		{ terminal, turnsBefore = 1, charactersOfToken = 3, window = Infinity }: Peculiarities = {},
	) {
		this.#stage = stage;
		this.#terminal = terminal;
		this.#turnsBefore = turnsBefore;
		this.#charactersOfToken = charactersOfToken;
		this.#window = window;
		stage.provider.always((request) => this.#answer(request));
	}

	/** Requests of the agent, oldest first. */
	get requests(): readonly ReceivedRequest[] {
		return this.#stage.provider.requests.filter(
			(request) => isOfAgent(request) && !isForSummary(request),
		);
	}

	/** All that its model was asked, for summaries as well. */
	get asked(): readonly ReceivedRequest[] {
		return this.#stage.provider.requests.filter(
			(request) => isOfAgent(request) || isForSummary(request),
		);
	}

	get latest(): ReceivedRequest {
		const latest = this.requests.at(-1);
		if (latest === undefined) {
			throw new Error('The model was asked nothing.');
		}
		return latest;
	}

	/** Three turns that print much. @param commandsOfTurn In each of them. */
	async work(commandsOfTurn = 8): Promise<void> {
		const { client, place } = this.#stage;
		const { run } = client.tools(place);
		for (const [turn, words] of said.entries()) {
			const steps = Array.from({ length: commandsOfTurn }, (_, step) => {
				const first = (turn * commandsOfTurn + step) * 1_000;
				const isFirst = turn + step === 0;
				const fact = isFirst ? `echo '${dropped[0]}'; ` : '';
				const words = isFirst ? dropped[1] : `Step ${turn}.${step}.`;
				return { text: words, call: run(`${fact}seq ${first} ${first + printed}`) };
			});
			await this.turn(words, ...steps, { text: `Turn ${turn} is done.` });
		}
	}

	/** What the model replies to these words. */
	async turn(words: string, ...replies: readonly ModelReply[]): Promise<void> {
		this.#replies.push(...replies);
		const last = replies.at(-1)?.text ?? '';
		const isBefore = this.#opened === undefined && this.#turns < this.#turnsBefore;
		if (this.#terminal === undefined || isBefore) {
			await this.#stage.run(this.#stage.client.turn(words, this.#turns > 0));
		} else {
			const terminal = await this.#atTerminal(this.#terminal);
			const count = this.#replies.length;
			await terminal.enter(words, () => this.#replies.length < count);
			for (let left = this.#replies.length; left > 0; left = this.#replies.length) {
				await until(() => this.#replies.length < left);
			}
			// The screen may be drawn anew within a word.
			await this.stores(JSON.stringify(last));
		}
		this.#turns += 1;
		this.#lastReply = last;
	}

	/** By the client's own command, in a process of its own unless it is at a terminal. */
	async compact(args: readonly string[]): Promise<void> {
		if (this.#terminal === undefined) {
			await this.#stage.run(args);
			return;
		}
		const terminal = await this.#atTerminal(this.#terminal);
		const { summaries } = this;
		const { done = '' } = this.#terminal;
		const isTaken = (): boolean =>
			this.summaries > summaries || (done !== '' && terminal.hasShown(done));
		await terminal.enter(args.join(' '), isTaken);
		await terminal.shows(done);
	}

	/** Until the session's file, or the log of its database, has this. */
	async stores(words: string): Promise<void> {
		const session = await this.#stage.session();
		const texts = (): Promise<readonly string[]> =>
			Promise.all(
				[session, `${session}-wal`].map((file) => readFile(file, 'utf8').catch(() => '')),
			);
		await until(async () => (await texts()).some((stored) => stored.includes(words)));
	}

	/** What an assistant of this folder finds of these words in the session. */
	async found(query: string): Promise<string> {
		const places = await this.#stage.places();
		const call = { client: undefined, signal: new AbortController().signal };
		return (await new Answers(places).answer('search_conversation', { query }, call)).text;
	}

	/** In one process, which goes on with the session of the first. */
	async #atTerminal({ args, ready }: Pick<AtTerminal, 'args' | 'ready'>): Promise<Terminal> {
		if (this.#opened === undefined) {
			this.#opened = this.#stage.terminal(
				args(this.#turns === 0 ? '' : await this.#stage.session()),
			);
			await this.#opened.shows(ready);
			// It takes what is typed once the session is loaded.
			await this.#opened.shows(this.#lastReply);
		}
		return this.#opened;
	}

	#answer(request: ReceivedRequest): Behaviour {
		if (isForSummary(request)) {
			this.summaries += 1;
			const asked = text(request);
			const failure = this.failing.shift();
			if (failure !== undefined) {
				return failure;
			}
			return answer(
				asked.includes('<precis:conversation')
					? summaryReply(0, 'the walrus')
					: asked.includes('<template>')
						? templateReply
						: // No two summaries of a model are the same.
							`<summary>About the walrus. Part ${this.summaries}.</summary>`,
			);
		}
		if (!isOfAgent(request)) {
			return answer('A title');
		}
		if (text(request).length > this.#window) {
			const message = `prompt is too long: ${text(request).length} tokens > ${this.#window} maximum`;
			return {
				kind: 'raw',
				status: 400,
				body: { type: 'error', error: { type: 'invalid_request_error', message } },
			};
		}
		this.#calls += 1;
		const { text: words, call } = this.#replies.shift() ?? { text: 'There is no reply left.' };
		const size = Math.round(
			JSON.stringify(request.body['messages']).length / this.#charactersOfToken,
		);
		const usage = { input: size, output: 10 };
		if (call === undefined) {
			return answer(words, { usage });
		}
		const [name, input] = call;
		const toolCalls = [
			{ id: `call_${this.#calls}`, name, arguments: JSON.stringify(input), custom: false },
		];
		return answer(words, { usage, toolCalls });
	}
}

/** The messages of a request as text, without what the client puts around them. */
export function text({ body }: ReceivedRequest): string {
	return JSON.stringify(body['messages']);
}

/** It is asked for at the end, or of a request that is about nothing else. */
function isForSummary({ body }: ReceivedRequest): boolean {
	const messages = body['messages'] as readonly unknown[];
	return summaryRequest.test(JSON.stringify(messages.length <= 2 ? messages : messages.at(-1)));
}

interface Block {
	readonly type: string;
	readonly id?: string;
	readonly tool_use_id?: string;
}

interface Row {
	readonly role: string;
	readonly content: string | readonly Block[];
}

/** What a provider would refuse of a request. */
export function violationsOf(request: ReceivedRequest): readonly string[] {
	return request.api === 'anthropic'
		? anthropicViolations(request.body['messages'] as readonly Row[])
		: requestViolations(askedMessages(request));
}

/** Results stand right behind their calls, and the user has the last word. */
function anthropicViolations(rows: readonly Row[]): readonly string[] {
	const idsIn = (row: Row | undefined, key: 'id' | 'tool_use_id'): readonly string[] =>
		typeof row?.content === 'object' ? row.content.flatMap((block) => block[key] ?? []) : [];
	return [
		...rows.flatMap((row, index) => {
			const calls = row.role === 'assistant' ? idsIn(row, 'id').toSorted() : [];
			const answered = idsIn(rows[index + 1], 'tool_use_id').toSorted();
			return row.role === 'assistant' && calls.join() !== answered.join()
				? [`calls ${calls.join()} at ${index} have the results ${answered.join()}`]
				: [];
		}),
		...(rows.at(-1)?.role === 'user' ? [] : ['the last message is not the user’s']),
		...(rows[0]?.role === 'user' ? [] : ['the first message is not the user’s']),
	];
}
