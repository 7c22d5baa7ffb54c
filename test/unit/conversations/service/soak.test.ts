import assert from 'node:assert/strict';
import type { ItemChange } from '../../../../src/compaction/changes.ts';
import type { ConversationService } from '../../../../src/conversations/service/service.ts';
import type { Submission, TurnEnd } from '../../../../src/conversations/service/queue.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { assistant, call, result, user } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { randomFrom } from '../../../support/random.ts';
import { settled } from '../../../support/scriptedClients.ts';
import type { TurnCall } from '../../../support/serviceCalls.ts';
import { pass, ServiceRig } from '../../../support/serviceRig.ts';

interface Sent {
	readonly text: string;
	readonly submission: Submission;
	number: number | undefined;
	readonly ends: TurnEnd[];
}

/** Everything that can happen to a conversation, at random and again and again. */
class Soak {
	readonly rig = new ServiceRig();
	readonly sent: Sent[] = [];
	/** Which service each end belongs to: every one numbers its messages from 1. */
	readonly endings: string[] = [];
	reloads = 0;
	readonly #random: () => number;
	readonly #leaving: AbortController[] = [];
	#service: ConversationService;
	#open: TurnCall[] = [];
	#known = { length: 0, hash: '' };
	#failing = 0;

	constructor(seed: number) {
		this.#random = randomFrom(seed);
		this.#service = this.rig.service;
		this.rig.faults.fails = (method) =>
			this.#failing > 0 &&
			['append', 'commit', 'claim', 'saveState', 'propose', 'activate'].includes(method) &&
			this.#random() < this.#failing;
	}

	async play(turns: number): Promise<void> {
		while (this.sent.length < turns) {
			this.#failing = this.#random() < 0.1 ? 0.5 : 0;
			this.#act();
			if (this.#random() < 0.7) {
				await settled();
			}
			this.#failing = 0;
			this.#assertAppendOnly();
			if (this.sent.length % 20 === 0) {
				this.assertValid();
			}
		}
		await this.#finish();
	}

	/** Answers whatever still waits. */
	async #finish(): Promise<void> {
		for (let rounds = 0; rounds < 5_000; rounds += 1) {
			const { queued, turn, job } = this.#service.of(this.rig.id).status;
			if (queued.length === 0 && turn === undefined && job === undefined) {
				break;
			}
			await pass(this.rig);
			await this.rig.summaries.at(-1)?.write();
			this.#attempt(() => this.#turn()?.report.append(assistant('Finished.')));
			await this.#turn()?.complete();
		}
		await this.#service.dispose();
		await settled();
	}

	#act(): void {
		const actions: readonly (readonly [number, string, () => void])[] = [
			[20, 'submit', () => this.#submit()],
			[25, 'answer', () => this.#answer()],
			[6, 'tools', () => this.#tools()],
			[3, 'fail', () => void this.#turn()?.fail()],
			[2, 'throw', () => void this.#turn()?.reject(new Error('x'))],
			[2, 'overflow', () => void this.#turn()?.fail({ kind: 'context-too-long' })],
			[
				4,
				'report',
				() =>
					this.#service
						.living(this.rig.id)
						?.clientTurns.promptTokens(Math.floor(this.#random() * 9_000)),
			],
			[12, 'write', () => void this.rig.summaries.at(-1)?.write()],
			[3, 'long', () => void this.rig.summaries.at(-1)?.write('word '.repeat(9_000))],
			[4, 'no summary', () => void this.rig.summaries.at(-1)?.fail()],
			[5, 'compact', () => this.#compact()],
			[2, 'rebuild', () => void this.#service.of(this.rig.id).compact({ source: 'originals' })],
			[3, 'leave', () => this.#leaving.splice(0).forEach((controller) => controller.abort())],
			[3, 'cancel job', () => this.#service.living(this.rig.id)?.compactor.cancel('job')],
			[3, 'stop', () => this.sent.at(-1)?.submission.cancel()],
			[4, 'cancel', () => this.#pick(this.sent)?.submission.cancel()],
			[2, 'undo', () => this.#service.of(this.rig.id).undo()],
			[2, 'redo', () => this.#service.of(this.rig.id).redo()],
			[1, 'undo compaction', () => this.#service.of(this.rig.id).undoCompaction()],
			[1, 'restore', () => this.#restore()],
			[3, 'change', () => this.#change()],
			[2, 'proposal', () => this.#service.of(this.rig.id).compactor.applyProposal()],
			[2, 'preview', () => this.#preview()],
			[1, 'pause', () => this.#service.of(this.rig.id).pause(this.#random() < 0.3)],
			[2, 'deaf', () => (this.rig.deaf = !this.rig.deaf)],
			[2, 'wait', () => void pass(this.rig)],
			[1, 'close', () => void this.#service.close(this.rig.id)],
			[1, 'dispose', () => this.#reload()],
		];
		let dice = this.#random() * actions.reduce((sum, [weight]) => sum + weight, 0);
		const [, , act] = actions.find(([weight]) => (dice -= weight) < 0) ?? assert.fail();
		this.#attempt(act);
	}

	/** What is asked for at once fails at once; a turn that is over takes nothing more. */
	#attempt(act: () => unknown): void {
		try {
			act();
		} catch (error) {
			const expected = error instanceof StoreError || String(error).includes('This turn is over');
			if (!expected && !this.#isInterrupt(error)) {
				throw error;
			}
		}
	}

	#isInterrupt(error: unknown): boolean {
		return error instanceof Error && error.name === 'Interrupted';
	}

	#submit(): void {
		const text = `Message ${this.sent.length}`;
		const submission = this.#service.of(this.rig.id).submit(user(text));
		const { reloads } = this;
		void submission.ended.then(() => this.endings.push(`${reloads}:${submission.id}`));
		const sent: Sent = { text, submission, number: undefined, ends: [] };
		this.sent.push(sent);
		void submission.accepted.then((number) => (sent.number = number));
		void submission.ended.then((end) => sent.ends.push(end));
	}

	#turn(): TurnCall | undefined {
		this.#open = this.rig.turns.slice(-2).filter(({ signal }) => !signal.aborted);
		return this.#open.at(-1);
	}

	#answer(): void {
		const turn = this.#turn();
		turn?.report.append(assistant('word '.repeat(1 + Math.floor(this.#random() * 500))));
		void turn?.complete();
	}

	#tools(): void {
		const turn = this.#turn();
		const id = `call-${this.rig.turns.length}-${this.#random()}`;
		turn?.report.append(assistant('', call(id)));
		if (this.#random() < 0.8) {
			turn?.report.append(result(id, 'line of output\n'.repeat(Math.floor(this.#random() * 100))));
		}
		// Ends with the turn, whatever ends that.
		turn?.report.nextContext().then(
			({ messages }) => assert.deepEqual(violations(messages), []),
			() => undefined,
		);
	}

	#compact(): void {
		const controller = new AbortController();
		this.#leaving.push(controller);
		const focus = this.#random() < 0.3 ? { focus: redact('tests') } : {};
		void this.#service.of(this.rig.id).compact(focus, controller.signal);
	}

	#restore(): void {
		this.#service.of(this.rig.id).restore(this.#pick(this.rig.store.records(this.rig.id))?.id);
	}

	/** A person pins, edits or removes an item; where that leaves none, the next compaction brings more. */
	#change(): void {
		const { activeId, active } = this.#service.of(this.rig.id).read();
		const section = 'Completed Actions';
		const [item] = active?.summary[section] ?? [];
		const change = this.#pick<ItemChange>([
			{ kind: 'pin' },
			{ kind: 'unpin' },
			{ kind: 'edit', text: `Words ${this.#random()}` },
			{ kind: 'remove' },
		]);
		if (activeId !== undefined && item !== undefined && change !== undefined) {
			const place = { record: activeId, section, index: 0, text: item.text } as const;
			this.#service.of(this.rig.id).changeItem(place, change);
		}
	}

	#preview(): void {
		const end = this.#service.of(this.rig.id).previews.show();
		if (end.kind === 'preview') {
			void this.#service.of(this.rig.id).previews.apply(end.preview.id);
		}
	}

	/** VS Code reloads the window. */
	#reload(): void {
		void this.#service.dispose();
		this.reloads += 1;
		this.#service = this.rig.newService();
	}

	#pick<T>(list: readonly T[]): T | undefined {
		return list[Math.floor((1 - this.#random() ** 2) * list.length)];
	}

	#assertAppendOnly(): void {
		const length = this.rig.store.find(this.rig.id)?.messages ?? 0;
		assert.ok(length >= this.#known.length);
		const at = (index: number): string =>
			this.rig.store.log(this.rig.id, { start: index, end: index + 1 })[0]?.hash ?? '';
		if (this.#known.length > 0) {
			assert.equal(at(this.#known.length - 1), this.#known.hash);
		}
		this.#known = { length, hash: length === 0 ? '' : at(length - 1) };
	}

	assertValid(): void {
		assert.deepEqual(violations(this.#service.of(this.rig.id).conversation.context.messages), []);
		assert.deepEqual(this.rig.unexpected, []);
	}
}

/** Every message ended once, and the log says the same as the ends. */
function assertAccounted({ rig, sent, endings }: Soak): void {
	const { said } = rig;
	const told = rig.of('turn-ended').length;
	assert.equal(new Set(endings).size, sent.length);
	assert.ok(told <= sent.length && told > sent.length * 0.95, `${told} ends were told`);
	const places: number[] = [];
	for (const { text, number, ends } of sent) {
		assert.equal(ends.length, 1, text);
		const [end] = ends;
		const place = said.indexOf(`user: ${text}`);
		assert.equal(said.lastIndexOf(`user: ${text}`), place, `${text} is there twice`);
		assert.equal(place >= 0, number !== undefined, text);
		if (number !== undefined) {
			assert.equal(number, place + 1);
			places.push(place);
		}
		if (end?.kind === 'answered') {
			assert.ok(place >= 0);
			const following = said.slice(place + 1);
			const next = following.findIndex((line) => line.startsWith('user: '));
			const reply = next < 0 ? following : following.slice(0, next);
			assert.equal(reply.length, end.messages, text);
		}
	}
	assert.deepEqual(
		places,
		[...places].sort((a, b) => a - b),
	);
}

describe('a thousand turns with everything that can go wrong', () => {
	for (const seed of [1, 2, 4]) {
		it(`lose, repeat and reorder nothing (seed ${seed})`, async function () {
			this.timeout(60_000);
			const unhandled: unknown[] = [];
			const hear = (reason: unknown): unknown => unhandled.push(reason);
			process.on('unhandledRejection', hear);
			try {
				const soak = new Soak(seed);
				await soak.play(1_000);
				assertAccounted(soak);
				soak.rig.assertSound(soak.rig.newService());
				const kinds = new Set(
					soak.sent.map(({ ends: [end] }) =>
						end?.kind === 'not-answered' ? end.cause.kind : end?.kind,
					),
				);
				for (const kind of [
					'answered',
					'withdrawn',
					'stopped',
					'shut-down',
					'model',
					'store',
					'closed',
				]) {
					assert.ok(kinds.has(kind as never), `none was ${kind}`);
				}
				const jobs = new Set(soak.rig.of('job-ended').map(({ end }) => end.kind));
				assert.deepEqual([...jobs].sort(), [
					'cancelled',
					'committed',
					'failed',
					'proposed',
					'refused',
				]);
				const records = soak.rig.store.records(soak.rig.id).map(({ record }) => record.kind);
				assert.ok(records.length > 20);
				assert.deepEqual([...new Set(records)].sort(), ['compaction', 'edit', 'pin', 'remove']);
				await settled();
				assert.deepEqual(unhandled, []);
			} finally {
				process.off('unhandledRejection', hear);
			}
		});
	}
});
