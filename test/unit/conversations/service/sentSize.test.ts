import assert from 'node:assert/strict';
import { countMessage, estimatedTokens, imageTokens } from '../../../../src/messages/tokens.ts';
import { assistant, image, prose, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, type ServiceRig } from '../../../support/serviceRig.ts';

const never = new AbortController().signal;
const window = 100_000;

/** A message that shows images. */
const shows = (images: number) =>
	user([{ type: 'text', text: 'Look.' }, ...Array.from({ length: images }, () => image)]);

async function withWindow(tokens = 0): Promise<ServiceRig> {
	return rigWith(tokens, { settings: { window } });
}

describe('images of a model whose provider counts more for them', () => {
	const real = 9_000;

	/** A turn with images, whose request the provider counts. */
	async function turn(rig: ServiceRig, images: number): Promise<void> {
		const { clientTurns, conversation } = rig.actor;
		clientTurns.append([shows(images)]);
		await clientTurns.nextContext(never);
		const counter = { ...estimatedTokens, image: real };
		const { messages } = conversation.context;
		clientTurns.promptTokens(
			messages.reduce((sum, message) => sum + countMessage(message, counter), 0),
		);
		clientTurns.requestEnded(false);
		clientTurns.append([assistant('Seen.')]);
		await settled();
	}

	it('are flat until a report, and then counted as it says, in every conversation of the model', async () => {
		const rig = await withWindow();
		const sizeOf = (images: number): number => {
			const { id } = rig.service.create({ title: 'Another', source: 'test' });
			const [node] = rig.service.of(id).clientTurns.append([shows(images)]);
			return node?.tokens ?? 0;
		};
		const flat = sizeOf(2);
		assert.ok(flat < 2 * imageTokens + 20);
		await turn(rig, 2);
		const learned = sizeOf(2);
		assert.ok(learned > 2 * real * 0.95 && learned < 2 * real * 1.05, String(learned));
	});

	it('stay flat where text explains what the provider counts', async () => {
		const rig = await withWindow(20_000);
		const { clientTurns, conversation } = rig.actor;
		clientTurns.append([shows(1)]);
		await clientTurns.nextContext(never);
		clientTurns.promptTokens(Math.round(conversation.context.tokens * 1.4));
		assert.equal(rig.images.tokens, imageTokens);
	});

	it('are compacted before they overflow the window, however many a turn shows', async () => {
		const rig = await withWindow();
		for (let turns = 0; turns < 12; turns += 1) {
			await turn(rig, 1);
			for (const summary of rig.summaries.slice(-1)) {
				await summary.write();
			}
			assert.ok(rig.tokens < window, String(rig.tokens));
		}
		assert.ok(rig.store.records(rig.id).length > 0);
	});
});

describe('reasoning that a client sends back', () => {
	it('counts as it is sent, and no longer once it is not', async () => {
		const rig = await withWindow();
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Why?'), assistant('Hm.'), user('And?')]);
		const text = rig.tokens;
		const unread = [0, 30_000, 0];
		await clientTurns.nextContext(never, unread);
		assert.equal(rig.tokens, text + 30_000);
		clientTurns.promptTokens(32_000);
		clientTurns.requestEnded(false);
		await clientTurns.nextContext(never, unread);
		assert.equal(rig.tokens, 32_000);
		await clientTurns.nextContext(never);
		assert.equal(rig.tokens, 2_000);
	});

	it('is compacted at the threshold, and the tail is chosen by it', async () => {
		const rig = await withWindow(20_000);
		const { clientTurns, conversation } = rig.actor;
		const { length } = conversation.log;
		const unread = Array.from({ length }, (_, index) => 4_000 * (index % 2));
		const sum = unread.reduce((total, tokens) => total + tokens, 0);
		assert.ok(sum > window * 0.7, String(sum));
		clientTurns.append([user('Go on.')]);
		const next = clientTurns.nextContext(never, unread);
		await settled();
		await rig.lastSummary.write();
		const { tokens } = await next;
		assert.ok(tokens < window / 2, String(tokens));
	});

	it('does not make a provider’s count incredible that leaves it out', async () => {
		const rig = await withWindow();
		const { clientTurns } = rig.actor;
		clientTurns.append([user(prose(4_000)), assistant('Hm.'), user('And?')]);
		const text = rig.tokens;
		await clientTurns.nextContext(never, [0, 40_000, 0]);
		clientTurns.promptTokens(text);
		assert.equal(rig.tokens, text);
	});
});
