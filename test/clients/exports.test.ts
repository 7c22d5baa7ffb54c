import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sessionPlace } from '../../src/conversations/exports/sessionPaths.ts';
import { personText } from '../../src/messages/origins.ts';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { ClientStage, isOfAgent, orSkip } from './clientRun.ts';
import { commandLineClients } from './commandLineClients.ts';
import { codexSession, rules, said } from './codexSession.ts';

/** Each export to a client that resumes sessions, made by the command line and resumed by that client. */

const cli = path.resolve(import.meta.dirname, '..', '..', 'src', 'cli.ts');

const scenarios = [
	// The argument that has it continue the latest session, and what names one instead.
	{ label: 'Claude Code', format: 'claude-code', latest: '--continue', named: ['--resume'] },
	{ label: 'Codex', format: 'codex', latest: '--last', named: [] },
] as const;

for (const { label, format, latest, named } of scenarios) {
	const client = commandLineClients.find((each) => each.label === label);
	assert.ok(client !== undefined);

	describe(`${label} ${client.package[1]} with an export`, function () {
		this.timeout(300_000);
		let stage: ClientStage | undefined;
		/** What the model is sent when the session is resumed. */
		let request = '';
		let file = '';

		before(async function () {
			stage = await orSkip(this, ClientStage.set(client));
			const { place, provider } = stage;
			const source = path.join(place.home, 'rollout-before.jsonl');
			await writeFile(source, codexSession(place.folder));
			// Not in the session's folder, which the session tells itself.
			const { stdout, stderr } = await promisify(execFile)(
				process.execPath,
				[cli, 'compact', source, '--force', '--tail-tokens', '600', '--export', format],
				{ cwd: place.home },
			);
			const id = /"(?:sessionId|id)":"([\da-f-]{36})"/.exec(stdout)?.[1] ?? '';
			assert.ok(stderr.includes(id) && stderr.includes(` in ${place.folder}.`), stderr);
			const target = sessionPlace(
				format,
				{ id, cwd: place.folder, now: Date.now() },
				{ home: place.home, env: {} },
			);
			assert.ok(target !== undefined);
			file = target.path;
			await mkdir(path.dirname(file), { recursive: true });
			await writeFile(file, stdout);
			provider.always(() => answer('The pier is done.'));
			const resumed = client
				.turn(said.next, true)
				.flatMap((argument) => (argument === latest ? [...named, id] : [argument]));
			await stage.run(resumed);
			request = JSON.stringify(provider.requests.filter(isOfAgent).at(-1)?.body);
		});
		after(() => stage?.dispose());

		it('sends the model the handoff, what was kept, and what is said now', () => {
			for (const text of ['Handoff from an earlier context window', said.last, said.next]) {
				assert.ok(request.includes(text), `${text}\n${request.slice(-3_000)}`);
			}
		});

		it('sends what the person said first, and no rules of the client it comes from', () => {
			assert.ok(request.includes(said.first));
			assert.ok(!request.includes(rules));
		});

		it('goes on in the same session', async () => {
			const [conversation] = (await openTranscript(await fileSource(file))).conversations;
			const words = [...(conversation?.messages ?? [])].map(personText).filter(Boolean);
			assert.deepEqual([words[0], words.at(-1)], [said.first, said.next]);
		});

		if (format === 'codex') {
			it('sends calls as they were: of an MCP server, and of a tool that takes text', () => {
				assert.match(request, /"namespace":"mcp__harbour"/);
				assert.match(request, /"type":"custom_tool_call"/);
				assert.match(request, /"type":"custom_tool_call_output"/);
			});
		}
	});
}
