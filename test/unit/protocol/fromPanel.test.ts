import assert from 'node:assert/strict';
import { isExternalLink } from '../../../src/protocol/externalLink.ts';
import { isMeant, maxFocusLength, parseFromPanel } from '../../../src/protocol/fromPanel.ts';

const place = { record: 3, section: 'Goal', index: 0, text: 'as it was' };

describe('messages from the panel', () => {
	it('are taken when they are ours', () => {
		const messages = [
			{ type: 'ready' },
			{
				type: 'remember',
				value: { conversation: 'a', toggles: { Goal: true }, focus: '', top: 0 },
			},
			{ type: 'compact' },
			{ type: 'compact', focus: 'the token refresh' },
			{ type: 'cancel' },
			{ type: 'copyHandoff' },
			{ type: 'openTranscript' },
			{ type: 'importSessions' },
			{ type: 'openSample' },
			{ type: 'openFile', path: 'src/a.ts:12' },
			{ type: 'openProblem', line: 17 },
			{ type: 'openExternal', url: 'https://example.com/a?b#c' },
			{ type: 'copyText', text: 'npm test' },
			{ type: 'preview' },
			{ type: 'preview', focus: 'auth' },
			{ type: 'changeItem', place, change: { kind: 'pin' } },
			{ type: 'changeItem', place, change: { kind: 'edit', text: 'as it is' } },
			{ type: 'viewRecord', record: 3 },
			{ type: 'restore' },
			{ type: 'restore', record: 3 },
			{ type: 'compare', record: 3 },
			{ type: 'openTurn', number: 41 },
		];
		for (const message of messages) {
			const sent = { request: message, conversation: 'id' };
			assert.deepEqual(parseFromPanel(sent), sent);
			assert.deepEqual(parseFromPanel({ request: message }), { request: message });
		}
	});

	it('are ignored when they are not', () => {
		const messages: unknown[] = [
			undefined,
			null,
			'ready',
			[],
			{},
			{ type: 'delete' },
			{ type: 'ready', extra: 1 },
			{ type: 'remember', value: { conversation: 'a', toggles: {}, focus: 7 } },
			{ type: 'compact', focus: '' },
			{ type: 'compact', focus: '   ' },
			{ type: 'compact', focus: 'x'.repeat(maxFocusLength + 1) },
			{ type: 'compact', focus: 7 },
			{ type: 'openFile' },
			{ type: 'openFile', path: '' },
			{ type: 'openProblem', line: 0 },
			{ type: 'openProblem', line: 1.5 },
			{ type: 'openProblem', line: '1' },
			{ type: 'openExternal', url: 'command:workbench.action.terminal.new' },
			{ type: 'openExternal', url: 'vscode://evil.extension' },
			{ type: 'openExternal', url: 'javascript:alert(1)' },
			{ type: 'openExternal', url: 'file:///etc/passwd' },
			{ type: 'openExternal', url: 'data:text/html,hello' },
			{ type: 'copyText', text: '' },
			{ type: 'changeItem', place, change: { kind: 'edit', text: '  ' } },
			{ type: 'changeItem', place, change: { kind: 'burn' } },
			{ type: 'changeItem', place: { ...place, section: 'No Such' }, change: { kind: 'pin' } },
			{ type: 'changeItem', place: { ...place, index: -1 }, change: { kind: 'pin' } },
			{ type: 'viewRecord', record: 0 },
			{ type: 'restore', record: '3' },
			{ type: 'openTurn', number: 1.5 },
		];
		for (const message of messages) {
			assert.equal(parseFromPanel({ request: message }), undefined, JSON.stringify(message));
		}
		for (const sent of [{ type: 'undo' }, { request: { type: 'undo' }, conversation: '' }]) {
			assert.equal(parseFromPanel(sent), undefined, JSON.stringify(sent));
		}
	});
});

describe('external links', () => {
	it('are web and mail addresses only', () => {
		for (const url of ['https://a.b/c', 'HTTP://localhost:3000', 'mailto:ada@example.com']) {
			assert.equal(isExternalLink(url), true, url);
		}
		for (const url of [
			'',
			'https:',
			'//a.b',
			' https://a.b',
			'https://a b',
			'command:x',
			'src/a.ts',
		]) {
			assert.equal(isExternalLink(url), false, url);
		}
	});

	it('are meant for the conversation that was on screen', () => {
		const request = { type: 'undo' } as const;
		assert.ok(isMeant({ request, conversation: 'a' }, 'a'));
		assert.ok(!isMeant({ request, conversation: 'a' }, 'b'));
		assert.ok(!isMeant({ request, conversation: 'a' }, undefined));
		assert.ok(!isMeant({ request }, 'b'), 'nothing was on screen');
		assert.ok(!isMeant({ request }, undefined), 'nothing is');
		assert.ok(isMeant({ request: { type: 'openSample' }, conversation: 'a' }, 'b'));
	});
});
