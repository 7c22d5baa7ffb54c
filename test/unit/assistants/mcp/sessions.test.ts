import assert from 'node:assert/strict';
import { handleOf } from '../../../../src/assistants/mcp/sessions.ts';

describe('the handle of a session', () => {
	it('is told by its file, and by the folder where all files of a store have one name', () => {
		for (const [store, file, handle] of [
			['codex', '/h/.codex/sessions/2026/rollout-2026-05-01T10-00-00-a1.jsonl.zst', 'codex:a1'],
			['kimi', '/h/.kimi-code/sessions/wd/s1/agents/main/wire.jsonl', 'kimi:s1'],
			['cursor-cli', '/h/.cursor/chats/5e1f/b7c2/store.db', 'cursor-cli:b7c2'],
			['kiro', '/h/.kiro/sessions/5e1f/sess_1/messages.jsonl', 'kiro:sess_1'],
			['kiro', '/h/.kiro/sessions/cli/0d9c.jsonl', 'kiro:0d9c'],
			['openhands', '/h/.openhands/conversations/3f0a/base_state.json', 'openhands:3f0a'],
			['openhands', '/h/.openhands/sessions/8e2b/events/0.json', 'openhands:8e2b'],
		] as const) {
			assert.equal(handleOf(store, file), handle);
		}
	});
});
