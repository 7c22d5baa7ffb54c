import { abortable } from '../../models/waiting.ts';
import type { Claim } from '../store/store.ts';
import type { LiveConversation } from './live.ts';

/** How often it is looked whether another window is done answering, milliseconds. */
const pollMs = 500;

/**
 * Answers while no other window answers in the same conversation.
 * @throws {StoreError} and the signal's reason, beside what the work throws.
 */
export async function holdingTurn<Result>(
	live: LiveConversation,
	signal: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result> {
	const claim = await claimTurn(live, signal);
	try {
		return await work();
	} finally {
		try {
			claim.release();
		} catch (error) {
			live.parts.unexpected(error);
		}
	}
}

async function claimTurn(live: LiveConversation, signal: AbortSignal): Promise<Claim> {
	for (;;) {
		const claim = live.parts.store.claim(live.id, 'turn');
		if (claim !== undefined) {
			return claim;
		}
		live.notice({ kind: 'answering-elsewhere' });
		await abortable(() => live.parts.wait(pollMs, signal), signal);
	}
}
