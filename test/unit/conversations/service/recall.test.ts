import assert from 'node:assert/strict';
import { recallSearch, recallTurn } from '../../../../src/conversations/service/recall.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	result,
	system,
	user,
} from '../../../support/logs.ts';
import type { ConversationStore } from '../../../../src/conversations/store/store.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

const log = logOf(
	system('You help.'),
	user('Read it'),
	assistant('Reading.', call('1', 'read_file', { path: 'a.ts' })),
	result('1', `token = "${secret}"\nexport const a = 1;`),
	assistant('It exports a.'),
	user('<system-reminder>Be brief.</system-reminder>'),
	user('Next'),
	assistant('Done.'),
);

describe('recall by number', () => {
	it('gives the whole turn of any of its messages', () => {
		for (const number of [2, 3, 4, 5, 6]) {
			const end = recallTurn(log, number);
			assert.ok(end.kind === 'recalled');
			assert.deepEqual([end.from, end.to, end.page, end.pages], [2, 6, 1, 1]);
			assert.match(end.text, /^#2 user:\nRead it\n\n#3 assistant:\nReading\.\n\[read_file/);
			assert.match(end.text, /#4 tool \(1\):\n/);
		}
	});

	it('shows no secret', () => {
		const end = recallTurn(log, 4);
		assert.ok(end.kind === 'recalled');
		assert.ok(!end.text.includes(secret));
		assert.match(end.text, /\[REDACTED\]/);
	});

	it('knows what there is not', () => {
		for (const number of [0, -1, 9, 1.5]) {
			assert.deepEqual(recallTurn(log, number), { kind: 'not-there', messages: 8 });
		}
		assert.equal(recallTurn(log, 2, 2).kind, 'not-there');
	});

	for (const [what, text] of [
		['lines', numberedLines(4_000, 'output')],
		['one long line', 'x'.repeat(40_000)],
		['characters of several bytes', '圧縮された会話🙂'.repeat(3_000)],
		['secrets at every place', `GITHUB_TOKEN=${secret}\n`.repeat(1_500)],
	] as const) {
		it(`pages ${what} below 8 KiB, and the pages are the whole`, () => {
			const long = logOf(
				user('Run it'),
				assistant('', call('1')),
				result('1', text),
				assistant('Ran.'),
			);
			const pages: string[] = [];
			for (let page = 1; ; page += 1) {
				const end = recallTurn(long, 3, page);
				if (end.kind !== 'recalled') {
					break;
				}
				assert.ok(Buffer.byteLength(end.text) < 8 * 1024);
				pages.push(end.text);
			}
			assert.ok(pages.length > 1);
			const whole = pages.join('');
			assert.ok(!whole.includes(secret) && !whole.includes('\ufffd'));
			assert.ok(whole.includes('Ran.'));
			if (!text.includes(secret)) {
				assert.ok(whole.includes(text));
			}
			assert.ok(pages.every((page) => !page.includes(secret.slice(4, 20))));
		});
	}

	it('opens the page on which the message begins', () => {
		const long = logOf(
			user('Run it'),
			assistant('', call('1'), call('2')),
			result('1', numberedLines(4_000)),
			result('2', 'the second'),
		);
		const end = recallTurn(long, 4);
		assert.ok(end.kind === 'recalled');
		assert.ok(end.page > 1);
		assert.match(end.text, /#4 tool \(2\):\nthe second/);
	});
});

describe('recall by search', () => {
	async function rigWith(...texts: readonly string[]): Promise<ServiceRig> {
		const rig = new ServiceRig();
		await rig.service.of(rig.id).append(texts.flatMap((text) => [user(text), assistant('Yes.')]));
		return rig;
	}

	it('finds messages of this conversation only, by number', async () => {
		const rig = await rigWith('The parser fails', 'Nothing', 'The parser works');
		const other = rig.service.create({ title: 'Other', source: 'test' });
		await rig.service.of(other.id).append([user('Another parser')]);
		const { hits } = recallSearch(rig.store, rig.id, 'parser');
		assert.deepEqual(new Set(hits.map(({ number }) => number)), new Set([1, 5]));
	});

	it('shows no secret, and no piece of one', async () => {
		const rig = await rigWith(
			`deploy with GITHUB_TOKEN=${secret} please`,
			`${'word '.repeat(60)}deploy ${secret.slice(0, 30)}${secret.slice(30)} ${'word '.repeat(60)}`,
		);
		for (const query of ['deploy', 'please', 'word', secret, secret.slice(4, 16)]) {
			const text = JSON.stringify(recallSearch(rig.store, rig.id, query));
			for (let start = 4; start + 8 <= secret.length; start += 1) {
				assert.ok(!text.replace(/[⟦⟧]/g, '').includes(secret.slice(start, start + 8)), text);
			}
		}
	});

	it('shows no excerpt that begins or ends within a secret', async () => {
		const rig = await rigWith(`deploy with GITHUB_TOKEN=${secret} please`);
		for (const excerpt of [`${secret.slice(9)} ⟦please⟧`, `⟦deploy⟧ with ${secret.slice(0, 12)}`]) {
			const store = {
				search: () => [{ conversation: rig.id, number: 1, excerpt }],
				log: () => rig.store.log(rig.id),
			} as unknown as ConversationStore;
			const { hits } = recallSearch(store, rig.id, 'please');
			assert.deepEqual(hits, [{ conversation: rig.id, number: 1, excerpt: '[REDACTED]' }]);
		}
	});

	it('pages below 8 KiB, until there is no more', async () => {
		const rig = await rigWith(
			...Array.from({ length: 70 }, (_, index) => `parser ${index} ${'é'.repeat(300)}`),
		);
		const found = new Set<number>();
		let from: number | undefined = 0;
		while (from !== undefined) {
			const page = recallSearch(rig.store, rig.id, 'parser', from);
			assert.ok(Buffer.byteLength(JSON.stringify(page)) < 8 * 1024);
			assert.ok(page.hits.length > 0);
			page.hits.forEach(({ number }) => found.add(number));
			from = page.next;
		}
		assert.equal(found.size, 70);
	});
});
