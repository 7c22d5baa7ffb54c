import assert from 'node:assert/strict';
import { hookCall, HookInputError } from '../../../../src/assistants/hook/call.ts';

describe('the call of a hook', () => {
	it('has fields in either spelling', () => {
		const snake = {
			session_id: 's1',
			transcript_path: '/t.jsonl',
			hook_event_name: 'SessionStart',
		};
		assert.deepEqual(hookCall(JSON.stringify({ ...snake, source: 'compact' }), undefined), {
			event: 'session-start',
			source: 'compact',
			session: 's1',
			transcript: '/t.jsonl',
		});
		const camel = { sessionId: 's1', transcriptPath: '/t.jsonl', trigger: 'manual' };
		assert.deepEqual(hookCall(JSON.stringify(camel), 'preCompact'), {
			event: 'before-compaction',
			session: 's1',
			transcript: '/t.jsonl',
		});
	});

	it('takes null for a field that is not there', () => {
		const written = JSON.stringify({
			hook_event_name: 'PreCompact',
			session_id: null,
			source: null,
		});
		assert.deepEqual(hookCall(written, undefined), { event: 'before-compaction' });
	});

	it('leaves out names that could lead to another file', () => {
		for (const session_id of ['../../etc/passwd', '..', 'a/b', 'a\\b', '']) {
			const written = JSON.stringify({ hook_event_name: 'SessionStart', session_id });
			assert.deepEqual(hookCall(written, undefined), { event: 'session-start' }, session_id);
		}
		const relative = JSON.stringify({
			hook_event_name: 'SessionStart',
			transcript_path: 'a.jsonl',
		});
		assert.deepEqual(hookCall(relative, undefined), { event: 'session-start' });
	});

	it('is refused where it is none', () => {
		for (const written of ['', '{', '[]', 'null', '{"hook_event_name":"Stop"}', '{"source":1}']) {
			assert.throws(() => hookCall(written, undefined), HookInputError, written);
		}
	});
});
