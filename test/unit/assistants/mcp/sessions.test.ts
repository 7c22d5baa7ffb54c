import assert from 'node:assert/strict';
import { handleOf } from '../../../../src/assistants/mcp/sessions.ts';

describe('the handle of a session', () => {
	it('is told by its file, and by the folder where all files of a store have one name', () => {
		for (const [store, file, handle] of [
			['codex', '/h/.codex/sessions/2026/rollout-2026-05-01T10-00-00-a1.jsonl.zst', 'codex:a1'],
			['copilot-cli', '/h/.copilot/session-state/b7c2/events.jsonl', 'copilot-cli:b7c2'],
		] as const) {
			assert.equal(handleOf(store, file), handle);
		}
	});
});
