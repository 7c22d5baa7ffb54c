import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogEntry } from '../../src/messages/message.ts';
import { personText } from '../../src/messages/origins.ts';
import { pairTools } from '../../src/messages/toolPairs.ts';
import { type ToolUse, toolUses } from '../../src/messages/toolUse.ts';
import { ledgerOf } from '../../src/summary/ledger.ts';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { type ClientRun, orSkip, runClient } from './clientRun.ts';
import { commandLineClients } from './commandLineClients.ts';
import { changedFile, outcomes, type TrueOutcome } from './scriptedSession.ts';

/** Each client as it is installed from the registry, offline but for that, against a scripted model. */

for (const client of commandLineClients) {
	describe(`${client.label} ${client.package[1]}`, function () {
		this.timeout(600_000);
		let run: ClientRun | undefined;

		before(async function () {
			run = await orSkip(this, runClient(client));
		});
		after(() => run?.dispose());

		it('stores what was said and done as Precis reads it', async () => {
			assert.ok(run !== undefined);
			await isTrue(run.session, run.said, client.quotes);
		});

		it('sends what was said and done as Precis reads it', async () => {
			assert.ok(run !== undefined);
			const { api, body } = run.request;
			if (api === 'chat' || api === 'anthropic') {
				const file = path.join(path.dirname(run.session), 'precis-request.json');
				await writeFile(file, JSON.stringify(body));
				await isTrue(file, run.said, client.quotes, client.hidesExit);
			} else {
				// Nobody saves such requests: there is nothing that reads them.
				const texts = textsIn(body);
				assert.deepEqual(
					texts.filter((text) => run?.said.includes(text)),
					run.said,
				);
			}
		});
	});
}

/** Holds a file to what was scripted. */
async function isTrue(
	file: string,
	said: readonly string[],
	quotes = false,
	hidesExit = false,
): Promise<void> {
	const [conversation, ...others] = (await openTranscript(await fileSource(file))).conversations;
	assert.deepEqual(others, []);
	await conversation?.load?.();
	const log = [...(conversation?.messages ?? [])].map(
		(message): LogEntry => ({ message, tokens: 1 }),
	);
	const person = log.map(({ message }) => personText(message)).filter((text) => text !== '');
	// A reader may take a client's quotation marks off, and a request has them still.
	const bare = quotes ? person.map((text) => text.replace(/^"([^]*)"$/, '$1')) : person;
	assert.deepEqual(bare, said);
	const pairs = pairTools(log);
	const uses = toolUses(log, pairs, 0, log.length);
	assert.deepEqual(
		uses.map((use, index) => asTold(use, outcomes[index], hidesExit)),
		outcomes,
	);
	const changed = ledgerOf(log, pairs).files.filter(({ state }) => state !== 'read');
	assert.deepEqual(
		changed.map(({ path, state }) => [path.endsWith(changedFile), state]),
		[[true, 'changed']],
	);
}

/** A call as Precis reads it: what the client does not tell, and Precis does not know, is no mistake. */
function asTold(
	{ target, outcome }: ToolUse,
	truth: TrueOutcome | undefined,
	hidesExit: boolean,
): object {
	const isHidden = hidesExit && outcome.status === 'unknown' && truth?.exitCode !== undefined;
	const exitCode = outcome.exitCode ?? truth?.exitCode;
	return {
		target: truth !== undefined && target.includes(truth.target) ? truth.target : target,
		status: isHidden ? truth.status : outcome.status,
		...(truth?.exitCode === undefined ? {} : { exitCode }),
	};
}

/** Every text of a document, in order. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
