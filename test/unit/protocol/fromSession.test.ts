import assert from 'node:assert/strict';
import { parseFromSession } from '../../../src/protocol/fromSession.ts';

describe('messages of the session editor', () => {
	it('are understood as the page sends them', () => {
		for (const message of [
			{ type: 'ready', side: 'context' },
			{ type: 'rows', revision: 1, start: 0, end: 40, whole: false },
			{ type: 'find', text: 'token' },
			{ type: 'openExternal', url: 'https://example.com/' },
			{ type: 'openAsText' },
		]) {
			assert.deepEqual(parseFromSession(message), message);
		}
	});

	it('are ignored where they are anything else', () => {
		for (const message of [
			undefined,
			{ type: 'ready' },
			{ type: 'ready', side: 'elsewhere' },
			{ type: 'rows', revision: 1, start: 40, end: 40, whole: false },
			{ type: 'rows', revision: 1, start: 0, end: 1_000_000, whole: true },
			{ type: 'rows', revision: 1, start: -1, end: 4, whole: false },
			{ type: 'find', text: '' },
			{ type: 'find', text: 'x'.repeat(10_000) },
			{ type: 'openExternal', url: 'command:workbench.action.quit' },
			{ type: 'openAsText', path: '/etc/passwd' },
		]) {
			assert.equal(parseFromSession(message), undefined, JSON.stringify(message));
		}
	});
});
