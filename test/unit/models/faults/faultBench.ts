import assert from 'node:assert/strict';
import { defaultSettings } from '../../../../src/compaction/budgets.ts';
import type { CompactLogOutcome } from '../../../../src/conversations/compacting.ts';
import type { Conversation } from '../../../../src/conversations/conversation.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { callModel } from '../../../../src/models/callModel.ts';
import type { ApiMode, Route } from '../../../../src/models/client.ts';
import { ClientPool } from '../../../../src/models/clientPool.ts';
import type { Cooldowns } from '../../../../src/models/cooldown.ts';
import { type LadderModels, ladderSummariser } from '../../../../src/models/ladder.ts';
import type { ModelTarget } from '../../../../src/models/modelCalls.ts';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { Secret } from '../../../../src/models/secret.ts';
import { taskCalls } from '../../../../src/models/taskCalls.ts';
import { taskPolicies } from '../../../../src/models/tasks.ts';
import { streamedText } from '../../../../src/vscode/conversations/summaryDraft.ts';
import type { FakeProvider } from '../../../support/fakeProvider/fakeProvider.ts';
import { compactOnce, conversationInMemory } from '../../../support/conversationInMemory.ts';
import { FakeTimers } from '../../../support/fakeTimers.ts';
import { violations } from '../../../support/providerRules.ts';

/** A long conversation, the whole ladder, and a provider that misbehaves. */

const key = 'zq81-local-key-zq81';

/** Rules and requests of a session whose middle is worth a summary. */
export function longSession(turns = 24): Message[] {
	const messages: Message[] = [{ role: 'system', content: 'You are a coding assistant.' }];
	for (let turn = 1; turn <= turns; turn += 1) {
		messages.push(
			{
				role: 'user',
				content: `Please write part ${turn} of the importer. Never touch the schema.`,
			},
			{
				role: 'assistant',
				content: `Part ${turn} reads the file in blocks. ${'It keeps what it has read. '.repeat(40)}`,
			},
		);
	}
	return messages;
}

/** Everything a compaction with models needs, over one provider. */
export class FaultBench {
	readonly timers = new FakeTimers();
	readonly pool = new ClientPool(createOpenAiClient);
	/** The turn that compactions run in. */
	turn = new AbortController();
	/** Failures a person had to be told of. */
	readonly told: string[] = [];
	readonly provider: FakeProvider;
	api: ApiMode;
	cooldowns: Cooldowns = {};
	/** Text of the model that was passed on while it was written. */
	streamed = '';

	constructor(provider: FakeProvider, api: ApiMode) {
		this.provider = provider;
		this.api = api;
	}

	conversation(messages = longSession()): Conversation {
		return conversationInMemory(messages);
	}

	/** Compacts with a small model, a large one behind it, and the built-in summariser last. */
	async compact(
		conversation: Conversation,
		job = new AbortController(),
		models: LadderModels = { summary: target('small'), main: target('large') },
	): Promise<CompactLogOutcome> {
		const calls = taskCalls(
			{ ...this.services, routeOf: ({ id }) => Promise.resolve(this.#route(id)) },
			taskPolicies.compaction,
			{ turn: this.turn.signal },
		);
		const summariser = ladderSummariser({
			models,
			calls: {
				call: (model, request, signal) =>
					calls.call(
						model,
						request,
						signal,
						streamedText((text) => {
							this.streamed = text;
						}),
					),
			},
			clock: { monotonic: () => this.timers.now, epoch: () => this.timers.now },
			learntWindows: new Map(),
			// Waits between tries take no time here.
			wait: () => Promise.resolve(),
			cooldowns: {
				get: () => this.cooldowns,
				set: (cooldowns) => {
					this.cooldowns = cooldowns;
				},
			},
		});
		const settings = { ...defaultSettings, window: 32_000, tailTokens: 800 };
		const outcome = await compactOnce(
			conversation,
			{ trigger: 'manual', settings, summariser },
			job.signal,
		);
		if (outcome.kind === 'compacted') {
			for (const { tellPerson, error } of outcome.record.attempts) {
				this.told.push(...(tellPerson === true ? [error ?? ''] : []));
			}
		}
		return outcome;
	}

	/** An unrelated call over the same route and pool. */
	async title(): Promise<unknown> {
		const { content } = await callModel(this.services, {
			route: this.#route('small'),
			request: { messages: [{ role: 'user', content: 'A title, please.' }], maxOutputTokens: 20 },
			policy: taskPolicies.reply,
			interrupts: {},
		});
		return content;
	}

	/** Until a model has begun to write. The time-out of the test is the guard. */
	async writing(): Promise<void> {
		while (this.streamed === '') {
			await new Promise((resolve) => setImmediate(resolve));
		}
	}

	/** Nothing is left of any call. */
	async assertQuiet(): Promise<void> {
		await this.provider.quiet();
		assert.equal(this.timers.pending, 0, 'no timer is left');
		assert.doesNotMatch(JSON.stringify([this.told, this.cooldowns]), /zq81/, 'no key is shown');
	}

	dispose(): void {
		this.pool.dispose();
	}

	private get services() {
		return { pool: this.pool, timers: this.timers };
	}

	#route(model: string): Route {
		return {
			provider: 'fake',
			api: this.api,
			baseUrl: this.provider.baseUrl,
			credential: new Secret(key),
			model,
			streaming: true,
		};
	}
}

function target(id: string): ModelTarget {
	return { id, window: 32_000, route: 'fake' };
}

/** The conversation lost nothing, and its context suits every provider. */
export function assertNothingLost(conversation: Conversation, messages: readonly Message[]): void {
	assert.deepEqual(
		conversation.log.map((entry) => entry.message),
		messages,
	);
	assert.deepEqual(violations(conversation.context.messages), []);
	const text = JSON.stringify(conversation.context.messages);
	assert.match(text, /Never touch the schema/);
	assert.doesNotMatch(text, /summary unavailable/i);
}
