import type { Log, Message } from '../../messages/message.ts';
import { imageTokens } from '../../messages/tokens.ts';
import { pairTools, type ToolPairs } from '../../messages/toolPairs.ts';
import type { RequestOverhead } from '../overhead.ts';
import { largestRows, toolOf, type BreakdownMessage, type Share } from './messageRows.ts';
import { repeatedReads } from './repeatedReads.ts';
import { isSummarised, pruningSavings, type BreakdownInput } from './savings.ts';

/** Where the tokens of a conversation went. Every size is tokens of stored counts. */
export interface Breakdown {
	/** Of the whole log. */
	readonly tokens: number;
	/** What every request carries beside the log; absent: nothing is known of any. */
	readonly overhead?: RequestOverhead;
	/** What pruning would take off the context. */
	readonly saving: number;
	/** Largest first; their tokens add up to the log's. */
	readonly groups: readonly BreakdownGroup[];
	/** The largest messages, whatever they are. */
	readonly largest: readonly BreakdownMessage[];
	/** Files read more than once; largest first. */
	readonly repeatedReads: readonly RepeatedRead[];
}

/** Messages of one kind. An image counts as one, and not with the message it stands in. */
export interface BreakdownGroup {
	readonly kind: Message['role'] | 'image';
	/** Of results; absent where their calls are not in the log. */
	readonly tool?: string;
	readonly messages: number;
	readonly tokens: number;
	readonly saving: number;
	readonly largest: readonly BreakdownMessage[];
}

/** A file that was read again and again. */
export interface RepeatedRead {
	readonly path: string;
	readonly times: number;
	/** In all results but the newest. */
	readonly tokens: number;
	readonly saving: number;
	/** The largest of all results. */
	readonly largest: readonly BreakdownMessage[];
}

/** Repeated reads that are told, at most. */
const listedReads = 20;

/** Sorts a conversation's tokens by where they went. Pure: same input, same rows. */
export function breakdown(input: BreakdownInput): Breakdown {
	const { log, active, settings } = input;
	const pairs = pairTools(log);
	const savings = pruningSavings(input, pairs);
	const rowsOf = (shares: readonly Share[]): BreakdownMessage[] =>
		largestRows(log, pairs, shares, (index) => isSummarised(active, index));
	const shareOf = (index: number): Share => ({
		index,
		tokens: log[index]?.tokens ?? 0,
		saving: savings.get(index) ?? 0,
	});
	const all = log.map((_, index) => shareOf(index));
	return {
		...sumOf(all),
		...(settings.overhead === undefined ? {} : { overhead: settings.overhead }),
		groups: groupsOf(log, pairs, all)
			.map(({ shares, ...group }) => ({
				...group,
				messages: shares.length,
				...sumOf(shares),
				largest: rowsOf(shares),
			}))
			.sort((a, b) => b.tokens - a.tokens),
		largest: rowsOf(all),
		repeatedReads: repeatedReads(log, pairs)
			.map(({ path, results }) => {
				const shares = results.map(shareOf);
				const again = sumOf(shares.slice(0, -1));
				return { path, times: results.length, ...again, largest: rowsOf(shares) };
			})
			.sort((a, b) => b.tokens - a.tokens)
			.slice(0, listedReads),
	};
}

interface SharedGroup extends Pick<BreakdownGroup, 'kind' | 'tool'> {
	readonly shares: Share[];
}

function groupsOf(log: Log, pairs: ToolPairs, shares: readonly Share[]): SharedGroup[] {
	const groups = new Map<string, SharedGroup>();
	const add = (kind: SharedGroup['kind'], tool: string | undefined, share: Share): void => {
		const key = JSON.stringify([kind, tool]);
		const group = groups.get(key) ?? { kind, ...(tool === undefined ? {} : { tool }), shares: [] };
		group.shares.push(share);
		groups.set(key, group);
	};
	for (const [index, { message }] of log.entries()) {
		const share = shares[index];
		if (share === undefined) {
			continue;
		}
		const images = Math.min(share.tokens, imagesIn(message) * imageTokens);
		if (images > 0) {
			// Pruning leaves a message with an image as it is.
			add('image', undefined, { index, tokens: images, saving: 0 });
		}
		add(message.role, toolOf(log, pairs, index)?.name, { ...share, tokens: share.tokens - images });
	}
	return [...groups.values()];
}

function imagesIn({ content }: Message): number {
	return typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
}

function sumOf(shares: readonly Share[]): { readonly tokens: number; readonly saving: number } {
	return {
		tokens: shares.reduce((sum, share) => sum + share.tokens, 0),
		saving: shares.reduce((sum, share) => sum + share.saving, 0),
	};
}
