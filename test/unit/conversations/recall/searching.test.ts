import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import {
	recallSearch,
	type FoundMessages,
} from '../../../../src/conversations/recall/searching.ts';
import { assistant, at, numberedLines, user } from '../../../support/logs.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

function rigWith(...messages: readonly Message[]): ServiceRig {
	const rig = new ServiceRig();
	rig.actor.clientTurns.append(messages);
	return rig;
}

function search({ store, id, service }: ServiceRig, text: string, from = 0): FoundMessages {
	return recallSearch(store, id, service.of(id).conversation.log, text, { from });
}

const numbersOf = ({ hits }: FoundMessages): number[] => hits.map(({ number }) => number);

describe('recall by search', () => {
	it('shows the passage where most of the telling words stand together', () => {
		const rig = rigWith(
			user('Why?'),
			assistant(
				`${numberedLines(90, 'a retry')}\nThe retry limit is 5 because the gateway drops the sixth.\n${numberedLines(90, 'a limit')}`,
			),
		);
		const { hits } = search(rig, 'retry limit gateway');
		assert.deepEqual(at(hits, 0).number, 2);
		assert.match(at(at(hits, 0).passages, 0), /limit is 5 because the gateway drops/);
	});

	it('leaves out, and names, what whoever asks still has', () => {
		const rig = rigWith(
			user('Which port?'),
			assistant('The gateway listens on port 4821.'),
			user('And which protocol does the gateway speak?'),
		);
		const { store, id, service } = rig;
		const { log } = service.of(id).conversation;
		const found = recallSearch(store, id, log, 'gateway', { isInContext: (number) => number > 2 });
		assert.deepEqual([numbersOf(found), found.inContext], [[2], [3]]);
		const none = recallSearch(store, id, log, 'protocol', { isInContext: (number) => number > 2 });
		assert.deepEqual([numbersOf(none), none.inContext], [[], [3]]);
	});

	it('ranks a message that has the rare word above those that have the common one', () => {
		const rig = rigWith(
			...Array.from({ length: 12 }, (_, index) => user(`The parser, part ${index}, parser`)),
			user('The parser is called zebra'),
		);
		assert.equal(at(numbersOf(search(rig, 'parser zebra')), 0), 13);
	});

	it('ranks originals above a summary that repeats them', () => {
		const rig = rigWith(
			user('Round in total() to 2 decimals, and in no other place of the cart.'),
			assistant('Done.'),
			user('[Handoff from an earlier context window]\n\n## Goal\nRound, round, round in total().'),
			user('On.'),
		);
		assert.deepEqual(numbersOf(search(rig, 'round total')), [1, 3]);
	});

	it('finds the summary alone where originals have only a part of what is asked', () => {
		const rig = rigWith(
			user('[Handoff from an earlier context window]\n\n## Goal\nThe parser reads zebra stripes.'),
			...Array.from({ length: 8 }, (_, index) => user(`The parser, part ${index}`)),
		);
		assert.equal(at(numbersOf(search(rig, 'parser zebra stripes')), 0), 1);
	});

	it('shows the later one first among equals, and what is repeated once', () => {
		const rig = rigWith(
			user('Check'),
			assistant('The limit is five at present.'),
			user('Again'),
			assistant('The limit is seven now, I see.'),
			user('Once more'),
			assistant('The limit is seven now, I see.'),
		);
		assert.deepEqual(numbersOf(search(rig, 'limit')), [6, 2]);
	});

	it('shows no secret, and no piece of one', () => {
		const padding = 'word '.repeat(85);
		const rig = rigWith(
			user(`deploy with GITHUB_TOKEN=${secret} please`),
			user(`${padding}deploy ${secret} ${padding}`),
			user(`deploy ${'x '.repeat(210)}${secret} after`),
		);
		for (const query of ['deploy', 'please', 'word', secret, secret.slice(4, 16), 'after']) {
			const text = JSON.stringify(search(rig, query));
			for (let start = 4; start + 8 <= secret.length; start += 1) {
				assert.ok(!text.includes(secret.slice(start, start + 8)), text);
			}
		}
	});

	it('confirms no secret that is guessed, whole or in part', () => {
		const rig = rigWith(user(`deploy with GITHUB_TOKEN=${secret} please`));
		assert.equal(search(rig, 'deploy').hits.length, 1);
		for (const guess of [secret, secret.slice(0, 16), secret.slice(4, 16)]) {
			assert.deepEqual(search(rig, guess).hits, [], guess);
		}
	});

	it('pages below 8 KiB, five at a time, until there is no more', () => {
		const rig = rigWith(
			...Array.from({ length: 70 }, (_, index) =>
				user(`parser ${index} ${`${index}é`.repeat(300)}`),
			),
		);
		const found = new Set<number>();
		let from: number | undefined = 0;
		while (from !== undefined) {
			const page: FoundMessages = search(rig, 'parser', from);
			assert.ok(Buffer.byteLength(JSON.stringify(page)) < 8 * 1024);
			assert.ok(page.hits.length > 0 && page.hits.length <= 5);
			numbersOf(page).forEach((number) => found.add(number));
			from = page.next;
		}
		assert.equal(found.size, 70);
	});

	it('finds messages of this conversation only, by number', () => {
		const rig = rigWith(user('The parser fails'), assistant('No.'), user('The parser works'));
		const other = rig.service.create({ title: 'Other', source: 'test' });
		rig.service.of(other.id).clientTurns.append([user('Another parser')]);
		const found = search(rig, 'parser');
		assert.deepEqual(new Set(numbersOf(found)), new Set([1, 3]));
	});
});
