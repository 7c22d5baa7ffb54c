import assert from 'node:assert/strict';
import '../../../support/vscodeModule.ts';

const { commands } = await import('../../../support/languageModelParts.ts');
const { openChat } = await import('../../../../src/vscode/participant/chatView.ts');

const open = 'workbench.action.chat.open';
const newChat = 'workbench.action.chat.newChat';
const newLocalChat = 'workbench.action.chat.newLocalChat';

describe('the chat that Precis opens', () => {
	afterEach(() => {
		commands.known.length = 0;
		commands.executed.length = 0;
	});

	it('is a local one where only a local one has @precis', async () => {
		commands.known.push(open, newChat, newLocalChat);
		assert.ok(await openChat('@precis ', 'local'));
		assert.deepEqual(commands.executed, [newLocalChat, open]);
	});

	it('is the present one in a VS Code whose chats are all local', async () => {
		commands.known.push(open, newChat);
		assert.ok(await openChat('@precis ', 'local'));
		assert.deepEqual(commands.executed, [open]);
	});

	it('is a new one with whatever target the person uses, where any will do', async () => {
		commands.known.push(open, newChat, newLocalChat);
		assert.ok(await openChat('Go on.', 'new'));
		assert.deepEqual(commands.executed, [newChat, open]);
	});

	it('is missed in an editor without one', async () => {
		assert.equal(await openChat('@precis ', 'local'), false);
		assert.deepEqual(commands.executed, []);
	});
});
