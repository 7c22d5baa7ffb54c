import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { noOverhead } from '../../../src/compaction/overhead.ts';
import type { RenderableRecord } from '../../../src/compaction/render.ts';
import { clientContext } from '../../../src/conversations/clientContext.ts';
import type { Message } from '../../../src/messages/message.ts';
import { countMessage, estimatedTokens } from '../../../src/messages/tokens.ts';
import { capturedClients, capturedRequests } from '../../support/capturedRequests.ts';
import { endsInOpenGroup, streamOf } from '../../support/contextStream.ts';
import { workerBench } from '../../support/workerRig.ts';

interface Passed {
	/** The client's own request. */
	readonly own: readonly Message[];
	readonly record: RenderableRecord | undefined;
	readonly sent: readonly Message[];
}

/** How many messages two requests begin with alike. */
function common(one: readonly Message[], other: readonly Message[]): number {
	const at = one.findIndex((message, index) => !isDeepStrictEqual(message, other[index]));
	return at < 0 ? one.length : at;
}

const tokensOf = (messages: readonly Message[]): number =>
	messages.reduce((sum, message) => sum + countMessage(message, estimatedTokens), 0);

describe('captured requests of a real client, sent through Precis', () => {
	const bench = workerBench();

	/** @param share Of the largest request that the window holds. */
	async function passed(client: string, share: number): Promise<readonly Passed[]> {
		const requests = capturedRequests(client).map(({ messages }) => messages);
		const largest = Math.max(...requests.map(tokensOf));
		const rig = bench.start();
		const all: Passed[] = [];
		for (const own of requests) {
			const system = own[0]?.role === 'system' ? own[0].content : '';
			const rest = system === '' ? own : own.slice(1);
			const instructions = system === '' ? 0 : tokensOf(own.slice(0, 1));
			const shape = {
				window: Math.max(4_000, Math.round(share * largest)),
				reservedReply: 0,
				overhead: { ...noOverhead, instructions },
				recall: false,
			};
			const { record, conversation } = await rig.methods.prepare({ messages: rest, shape });
			all.push({ own, record, sent: clientContext(system, rest, record) });
			if (conversation !== undefined) {
				await rig.methods.requestEnded({ id: conversation, callsTools: true });
			}
		}
		return all;
	}

	if (capturedClients.length === 0) {
		it('are nowhere on this machine', function () {
			this.skip();
		});
	}

	for (const client of capturedClients) {
		it(`${client}: begin as far as the client's own requests do, until something is compacted`, async () => {
			const all = await passed(client, 10);
			all.forEach(({ own, sent }, index) => {
				for (const earlier of all.slice(0, index)) {
					const shared = common(earlier.own, own);
					if (shared === earlier.own.length && !endsInOpenGroup(earlier.sent)) {
						assert.ok(streamOf(sent).startsWith(streamOf(earlier.sent)));
					}
				}
			});
		});

		it(`${client}: begin as the request before where it was only appended to, but for a new record`, async () => {
			const all = await passed(client, 0.6);
			all.forEach(({ own, record, sent }, index) => {
				for (const earlier of all.slice(0, index)) {
					const isAppended = common(earlier.own, own) === earlier.own.length;
					const isSameRecord = isDeepStrictEqual(earlier.record, record);
					if (isAppended && isSameRecord && !endsInOpenGroup(earlier.sent)) {
						assert.ok(streamOf(sent).startsWith(streamOf(earlier.sent)));
					}
				}
			});
		});
	}
});
