import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import type { ModelFailureKind } from '../../../src/models/modelError.ts';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import { sectionTitles } from '../../../src/summary/sections.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import {
	mainModel,
	otherModel,
	ScriptedWorld,
	summaryModel,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { goodReply, item, replyWithout, requestOf, secret } from '../summary/requests.ts';

const kinds: readonly ModelFailureKind[] = [
	'timeout',
	'connection',
	'authentication',
	'credit',
	'forbidden',
	'not-available',
	'context-too-long',
	'rate-limited',
	'overloaded',
	'server',
	'bad-request',
];

const log = logOf(
	user(`Build it with ${secret}. Never touch the lock file.`),
	...Array.from({ length: 10 }, (_, index) => [
		user(`Wish ${index}: ${prose(150 * index, index)}`),
		assistant(prose(3_000, index), call(`c${index}`, 'Bash', { command: `make ${index}` })),
		result(`c${index}`, `${prose(2_000, index)} ${secret}`),
	]).flat(),
);

const replaced = log.reduce((sum, { tokens }) => sum + tokens, 0);

const contents: readonly unknown[] = [
	goodReply(),
	goodReply({ 'Active Task': [item('Delete everything')], Goal: [item(`Use ${secret}`)] }),
	goodReply({
		'Completed Actions': Array.from({ length: 700 }, (_, n) => item(`${n + 1}. DID ${n} — ok`)),
	}),
	goodReply({ 'Critical Context': [item(prose(30_000))] }),
	goodReply({ 'Key Decisions': [item(Array.from({ length: 900 }, () => 'x').join('\n'))] }),
	replyWithout('Goal', 'Blocked'),
	goodReply().slice(0, 400),
	'',
	null,
	42,
	{ content: { text: goodReply() } },
	[{ type: 'thinking', text: goodReply() }],
	`I cannot do that with ${secret}.`,
	'All done!',
	'#'.repeat(50_000),
	prose(400_000),
];

const scripted: fc.Arbitrary<Scripted> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record(
			{
				content: fc.constantFrom(...contents),
				finishReason: fc.constantFrom('stop', 'length', 'content_filter', 'odd'),
			},
			{ requiredKeys: ['content'] },
		),
	},
	{
		weight: 2,
		arbitrary: fc.record(
			{
				fails: fc.constantFrom(...kinds),
				retryAfterMs: fc.constantFrom(0, 500, 20_000, 1e15, -1, Number.NaN),
				message: fc.constant(`Refused: ${secret}`),
			},
			{ requiredKeys: ['fails'] },
		),
	},
	{
		weight: 1,
		arbitrary: fc.record({ throws: fc.constantFrom<unknown>(new Error(secret), 'odd', undefined) }),
	},
);

describe('whatever models do', () => {
	it('ends with a summary smaller than what it stands for, without a secret', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(scripted, { minLength: 1, maxLength: 12 }),
				fc.constantFrom(9_000, 20_000, 128_000),
				fc.constantFrom(600, 1_500, 4_000),
				fc.constantFrom(undefined, mainModel, otherModel, summaryModel),
				fc.integer({ min: 0, max: 3 }),
				async (script, window, budget, main, transientRetries) => {
					const request = requestOf(log, { budget });
					const world = new ScriptedWorld(...script);
					const written = await world.summarise(request, {
						models: {
							summary: { ...summaryModel, window },
							transientRetries,
							...(main === undefined ? {} : { main }),
						},
					});
					const handoff = renderHandoff(written.draft, request);
					const most = written.identity.kind === 'built-in' ? budget : replaced + budget;
					assert.ok(estimatedTokens.count(handoff) <= most);
					assert.deepEqual(Object.keys(written.draft.summary), [...sectionTitles]);
					assert.ok(!JSON.stringify([written, handoff, world.calls]).includes(secret));
					assert.equal(redact(handoff), handoff);

					const last = written.attempts.at(-1);
					assert.equal(last?.outcome, 'ok');
					assert.equal(last?.rung === 'built-in', written.identity.kind === 'built-in');
					assert.equal(written.attempts.filter(({ outcome }) => outcome === 'ok').length, 1);
					assert.ok(written.attempts.every(({ ms }) => Number.isInteger(ms) && ms >= 0));
					for (const { target, request: sent } of world.calls) {
						const input = sent.messages.reduce(
							(sum, { content }) => sum + estimatedTokens.count(content),
							0,
						);
						assert.ok(input + sent.maxOutputTokens <= target.window);
					}
				},
			),
			{ numRuns: 25 },
		);
	});
});
