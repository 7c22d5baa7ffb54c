import assert from 'node:assert/strict';
import { planNow, previewOf } from '../../../../src/conversations/service/preview.ts';
import type { ItemChange } from '../../../../src/compaction/changes.ts';
import type { ConversationService } from '../../../../src/conversations/service/service.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { assistant, call, result } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { randomFrom } from '../../../support/random.ts';
import { settled } from '../../../support/scriptedClients.ts';
import type { ClientTurn } from '../../../support/serviceCalls.ts';
import { pass, ServiceRig } from '../../../support/serviceRig.ts';

/** Everything that can happen to a conversation, at random and again and again. */
class Soak {
	readonly rig = new ServiceRig();
	/** Messages that were acknowledged. */
	readonly said: string[] = [];
	/** Messages that could not be stored. */
	readonly refused: string[] = [];
	readonly #random: () => number;
	readonly #leaving: AbortController[] = [];
	#service: ConversationService;
	#latest: ClientTurn | undefined;
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
		while (this.said.length < turns) {
			this.#failing = this.#random() < 0.1 ? 0.5 : 0;
			this.#act();
			if (this.#random() < 0.7) {
				await settled();
			}
			this.#failing = 0;
			this.#assertAppendOnly();
			if (this.said.length % 20 === 0) {
				this.assertValid();
			}
		}
		await this.#finish();
	}

	/** Lets whatever still runs come to its end. */
	async #finish(): Promise<void> {
		for (let rounds = 0; rounds < 5_000; rounds += 1) {
			const { clientTurns, compactor } = this.#service.of(this.rig.id);
			if (clientTurns.queued === undefined && compactor.progress === undefined) {
				break;
			}
			await pass(this.rig);
			await this.rig.summaries.at(-1)?.write();
			this.#attempt(() => this.#over()?.answer('Finished.'));
		}
		await this.#service.dispose();
		await settled();
	}

	#act(): void {
		const actions: readonly (readonly [number, string, () => unknown])[] = [
			[20, 'submit', () => this.#submit()],
			[25, 'answer', () => this.#answer()],
			[6, 'tools', () => this.#tools()],
			[5, 'end', () => this.#over()?.end()],
			[2, 'overflow', () => this.#latest?.tooLong()],
			[
				4,
				'report',
				() =>
					this.#service
						.loaded(this.rig.id)
						?.clientTurns.promptTokens(Math.floor(this.#random() * 9_000)),
			],
			[12, 'write', () => void this.rig.summaries.at(-1)?.write()],
			[3, 'long', () => void this.rig.summaries.at(-1)?.write('word '.repeat(9_000))],
			[4, 'no summary', () => void this.rig.summaries.at(-1)?.fail()],
			[5, 'compact', () => this.#compact()],
			[2, 'rebuild', () => void this.#service.of(this.rig.id).compact({ source: 'originals' })],
			[3, 'leave', () => this.#leaving.splice(0).forEach((controller) => controller.abort())],
			[3, 'cancel job', () => this.#service.loaded(this.rig.id)?.compactor.cancel('job')],
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

	/** What fails fails as what it is. */
	#attempt(act: () => unknown): void {
		const fails = (error: unknown): void => {
			const isStopped = error instanceof Error && /Interrupted|AbortError/.test(error.name);
			if (!(error instanceof StoreError) && !isStopped) {
				throw error;
			}
		};
		try {
			const ended: unknown = act();
			if (ended instanceof Promise) {
				ended.catch(fails);
			}
		} catch (error) {
			fails(error);
		}
	}

	#submit(): void {
		const text = `Message ${this.said.length + this.refused.length}`;
		try {
			this.#latest = this.rig.submit(text, this.#service);
			this.said.push(text);
		} catch (error) {
			this.refused.push(text);
			throw error;
		}
	}

	#answer(): Promise<void> | undefined {
		return this.#over()?.answer('word '.repeat(1 + Math.floor(this.#random() * 500)));
	}

	/** The turn that runs, which is about to end. */
	#over(): ClientTurn | undefined {
		const turn = this.#latest;
		this.#latest = undefined;
		return turn;
	}

	async #tools(): Promise<void> {
		const id = `call-${this.said.length}-${this.#random()}`;
		this.#latest?.append(assistant('', call(id)));
		if (this.#random() < 0.8) {
			this.#latest?.append(result(id, 'line of output\n'.repeat(Math.floor(this.#random() * 100))));
		}
		const context = await this.#latest?.ask();
		assert.deepEqual(violations(context?.messages ?? []), []);
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
		const live = this.#service.of(this.rig.id);
		const planned = planNow(live, undefined);
		if (planned.kind === 'plan') {
			previewOf(live, planned.plan);
			void live.compact();
		}
	}

	/** VS Code reloads the window. */
	#reload(): void {
		void this.#service.dispose();
		this.#service = this.rig.newService();
		this.#latest = undefined;
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

/** The log has every acknowledged message once and in order, and no other. */
function assertAccounted({ rig, said, refused }: Soak): void {
	const lines = rig.said.filter((line) => line.startsWith('user: '));
	assert.deepEqual(
		lines,
		said.map((text) => `user: ${text}`),
	);
	assert.ok(refused.length > 0);
}

describe('four hundred turns with everything that can go wrong', () => {
	for (const seed of [1, 2, 4]) {
		it(`lose, repeat and reorder nothing (seed ${seed})`, async () => {
			const unhandled: unknown[] = [];
			const hear = (reason: unknown): unknown => unhandled.push(reason);
			process.on('unhandledRejection', hear);
			try {
				const soak = new Soak(seed);
				await soak.play(400);
				assertAccounted(soak);
				soak.rig.assertSound(soak.rig.newService());
				const jobs = new Set(soak.rig.of('job-ended').map(({ result }) => result.kind));
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
