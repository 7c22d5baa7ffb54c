import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf, toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { toOpenAi } from '../../../src/models/openai/chatMessage.ts';
import { isFromPerson } from '../../../src/messages/userTurns.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { chatMessages } from '../../../src/transcripts/formats/messages.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { jsonl, memorySource } from './memorySource.ts';
import { messagesOf } from './reading.ts';

/** Where saved sessions of real life lie, on machines that have them. */
const folder = join(import.meta.dirname, '../../../../shared/transcripts');

/**
 * What each file came to when it was last compared with its raw lines: conversations, messages, those the
 * person wrote, calls, results, earlier compactions, problems.
 */
const table = `
claude-code/spotter-258c7280-compact.jsonl claude-code 1 345 4 186 186 1 0
claude-code/spotter-258c7280-subagent-a881341.jsonl claude-code 1 6 0 2 2 0 0
claude-code/spotter-258c7280-subagent-acompact-fffbd0.jsonl claude-code 1 4 0 0 0 0 0
claude-code/spotter-tool-heavy-small.jsonl claude-code 1 17 2 6 6 0 0
claude-code/ohmyposh-54bffa0c17-1537msgs-compact-images.jsonl claude-code 1 1232 27 591 591 0 0
claude-code/entirecli-659b3a4dd4-autonomous-2compactions.jsonl claude-code 1 343 3 171 171 2 0
claude-code/entirecli-995ebed6e4-malformed-line.jsonl claude-code 1 89 5 41 41 0 1
claude-code/entirecli-8f793bfeb9-small.jsonl claude-code 1 13 2 5 5 0 0
claude-code/gitsync-799f8a9225-parallel-tools.jsonl claude-code 1 399 19 229 228 0 1
claude-code/ccviewer-5c0375b4-japanese-sidechain.jsonl claude-code 3 45 1 21 21 0 0
claude-code/ccviewer-1af7fc5e-small.jsonl claude-code 1 21 1 12 12 0 0
claude-code/vscode-30530d66-init.jsonl claude-code 1 43 2 25 25 0 0
claude-code-sdk/claudecodeaction-sample-turns.json claude-code 1 7 0 3 3 0 0
claude-code-web/simonw-sample-session.json claude-code 1 32 5 12 12 1 0
codex/gitsync-cf2f1a3166-compaction-malformed.jsonl codex 1 1091 54 607 591 0 2
codex/skills-196f206d8a-small.jsonl codex 1 47 2 31 28 0 0
codex/skills-da544acf74-tiny.jsonl codex 1 9 1 2 2 0 0
codex/agentsessions-codex-small.jsonl codex 1 18 1 8 7 5 3
copilot-cli/agentv-8be769afd1.jsonl copilot 1 130 4 61 61 0 0
copilot-cli/azuredev-7BY7E-gpt56.jsonl copilot 1 146 2 108 108 0 0
gemini-cli/geminicli-trajectory-contents.json gemini-cli 1 105 6 45 46 0 1
gemini-cli/entirecli-cbfeaa512b-tiny.json gemini-cli 1 8 2 2 2 0 0
pi/pimono-before-compaction.jsonl pi 1 975 55 454 448 2 0
qwen/agentsessions-qwen.jsonl qwen-code 1 3 2 1 0 0 1
mini-swe-agent/django__django-16255.traj.json messages 1 36 18 0 0 0 0
mini-swe-agent/github-issue-bare-list.traj.json messages 1 22 11 0 0 0 0
openai-chat/openhands-sdk-llmlog-deepseek-nonfncall.json messages 1 8 4 0 0 0 0
copilot-chat/p47services-6requests.json vscode-chat 1 21 6 1 1 0 0
copilot-chat/dealenx-mcp-success.json vscode-chat 1 10 1 3 3 0 0
copilot-chat/redditcondenser-4requests.json vscode-chat 1 8 4 0 0 0 0
roo-code/roo-ac8aa7b4-french-condense-api.json cline 1 88 7 26 25 0 0
roo-code/roo-e73ea764-condense-api.json cline 1 34 3 11 10 0 0
cline/cline-sdk-session-messages.json cline 1 33 5 11 11 0 0
hermes/54laowang-20260504_232127-chinese-compacted.json hermes 1 63 3 27 27 0 0
hermes/54laowang-20260504_222136.jsonl hermes 1 120 6 53 53 0 0
codex/extagents-791b232a45.jsonl codex 1 111 2 71 71 0 0
claude-code/entiregraph-713a917b91-fable5-2026-07.jsonl claude-code 1 221 3 116 116 0 0
claude-code/contextevaluator-7e610ffc3f-compact-images.jsonl claude-code 1 262 7 133 133 1 0
opencode/nimbus-364f83fa16-pruned.json opencode 1 257 22 107 107 0 0
claude-code/skills-3006269783-parallel-opus47.jsonl claude-code 1 125 10 73 73 0 0
`;

/** What a message says and calls, but for the lines between what several wrote. */
function told(message: Message): unknown {
	return [message.role, textOf(message.content).replace(/\n+/g, '\n'), toolCallsOf(message)];
}

/** Results that do not stand among those of the message that called, in the order of its calls. */
function strayResults(messages: readonly Message[]): number {
	let expected: readonly string[] = [];
	let strays = 0;
	for (const message of messages) {
		if (message.role === 'tool') {
			const at = expected.indexOf(message.toolCallId);
			strays += at === -1 ? 1 : 0;
			expected = expected.slice(at + 1);
		} else {
			expected = toolCallsOf(message).map(({ id }) => id);
		}
	}
	return strays;
}

/** Files with a result whose call is not there, which is one of their problems. */
const withStray: readonly string[] = [
	'codex/agentsessions-codex-small.jsonl',
	'gemini-cli/geminicli-trajectory-contents.json',
];

const describeThem = existsSync(folder) ? describe : describe.skip;

describeThem(`real files in ${folder}`, () => {
	for (const row of table.trim().split('\n')) {
		const [path = '', format, ...counts] = row.split(' ');
		it(`reads ${path}`, async () => {
			const transcript = await openTranscript(await fileSource(join(folder, path)));
			const messages = messagesOf(transcript);
			const calls = messages.flatMap((message) => toolCallsOf(message));
			const { conversations, problems } = transcript;
			assert.equal(transcript.format, format);
			assert.deepEqual(
				[
					conversations.length,
					messages.length,
					messages.filter(isFromPerson).length,
					calls.length,
					messages.filter(({ role }) => role === 'tool').length,
					conversations.flatMap(({ earlier = [] }) => earlier).length,
					problems.length,
				],
				counts.map(Number),
			);
			assert.equal(strayResults(messages), withStray.includes(path) ? 1 : 0);
			const isNameless = messages.every(({ role }) => role !== 'user');
			assert.equal(conversations[0]?.title === '', isNameless);
			const saved = messages.map((message) => toOpenAi(message));
			const again = messagesOf(await chatMessages.read(memorySource(jsonl(...saved))));
			assert.deepEqual(again.map(told), messages.map(told));
		});
	}

	it('knows in Codex’s sessions what the person typed, as its user interface was told', async () => {
		for (const name of ['gitsync-cf2f1a3166-compaction-malformed', 'extagents-791b232a45']) {
			const path = join(folder, 'codex', `${name}.jsonl`);
			const raw = readFileSync(path, 'utf8').match(/"type":"user_message"/g) ?? [];
			const messages = messagesOf(await openTranscript(await fileSource(path)));
			assert.equal(messages.filter(isFromPerson).length, raw.length);
		}
	});

	it('shows where a message that only the queue holds was seen', async () => {
		const path = 'claude-code/entirecli-659b3a4dd4-autonomous-2compactions.jsonl';
		const messages = messagesOf(await openTranscript(await fileSource(join(folder, path))));
		const index = messages.findIndex(
			({ content }) => content === 'is the SessionRef field correct for gemini?',
		);
		assert.equal(messages[index - 1]?.role, 'tool');
		assert.deepEqual(
			messages[index + 1]?.content,
			'Let me check what field Gemini uses for transcript path.',
		);
	});
});
