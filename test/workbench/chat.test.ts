import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../src/messages/message.ts';
import { answer, hang } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { until } from '../support/until.ts';
import { extensionHosts } from '../vscode/extensionHosts.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { ChatView } from './chatView.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** `@precis` as a person has it in the Chat view. */

describe('@precis in the chat of a real VS Code', function () {
	// Each step goes on where the one before has left the chat.
	this.bail(true);
	const sample = new SampleWorkbench({
		installed: [path.join(repositoryRoot, 'test', 'workbench', 'chatVendor')],
		settings: {
			'precis.mirroredModels.enabled': false,
			'precis.tasks.compaction.model': 'acme/small',
			'precis.chat.tools': ['precis-test_add', 'precis_recall_messages'],
		},
	});

	const chat = new ChatView(() => sample.page);

	/** What the chat's conversation has on disk. */
	function said(): readonly string[] {
		return sample.stored((store) => {
			const [{ id } = assert.fail()] = store.list();
			return store.log(id).map(({ message }) => textOf(message.content));
		});
	}

	/** Until VS Code has written this of the chat: a reload brings back no more than that. */
	function written(text: string): Promise<void> {
		const { dataDirectory } = sample.workbench.server;
		return until(async () => {
			const files = glob('data/User/workspaceStorage/*/chatSessions/*', { cwd: dataDirectory });
			for await (const file of files) {
				if ((await readFile(path.join(dataDirectory, file), 'utf8')).includes(text)) {
					return true;
				}
			}
			return false;
		});
	}

	const photograph = (name: string): Promise<void> =>
		sample.photograph(`chat-${name}`, () => Promise.resolve());

	it('answers with what a tool gave', async () => {
		await chat.open();
		await chat.send('add 2 and 3');
		assert.match(await chat.answered('It is'), /It is 5\./);
		await photograph('answered');
	});

	it('compacts, and opens the panel at a button', async () => {
		for (const point of ['point 1', 'point 2', 'point 3', 'point 4', 'point 5', 'point 6']) {
			await chat.send(point);
			await chat.answered(`Noted: ${point}`);
		}
		sample.provider.next(answer(summaryReply(0, 'the end')));
		await chat.send('/compact the story');
		const text = await chat.answered('Compacted:');
		assert.match(text, /acme\/small wrote the summary/);
		await photograph('compacted');
		await chat.locator.getByText('Show Summary').last().click();
		const frame = await sample.panel('main.panel .receipt');
		await frame.getByText('About the end').first().waitFor();
		await photograph('panel');
		await chat.open();
	});

	it('knows the conversation after a reload', async () => {
		await written('Compacted:');
		await chat.reload();
		await photograph('reloaded');
		await chat.send('/status');
		assert.match(await chat.answered('Compactions: 1'), /of 12,000 tokens/);
		await chat.send('what do you know after the reload?');
		assert.match(await chat.answered('the reload? Handoff: true'), /point 6/);
	});

	it('has a message that waited for a compaction when its extension host was killed', async function () {
		if (!existsSync('/proc')) {
			console.log('Extension hosts are looked for in /proc, which is not there: skipped.');
			this.skip();
		}
		const summaries = sample.provider.requests.length;
		sample.provider.next(hang('mid-reply', answer(summaryReply(0, 'what the crash ended'))));
		await chat.send('/compact the crash');
		await until(() => sample.provider.requests.length > summaries);
		await chat.stop();
		await chat.send('while it crashes');
		await until(() => said().at(-1)?.includes('while it crashes') === true);
		const [host] = await extensionHosts(sample.workbench.server.pid);
		assert.ok(host !== undefined);
		process.kill(host, 'SIGKILL');
		sample.provider.release();
		assert.equal(said().filter((text) => text.startsWith('while it crashes')).length, 1);
		await chat.reload();
		await chat.send('what do you know after the crash?');
		await chat.answered('the crash? Handoff: true');
		// VS Code may have lost the last turns of its own chat: then the answer is given in a fork, and the message
		// stands in the conversation that was left.
		const everything = sample.stored((store) =>
			store.list().flatMap(({ id }) => store.log(id).map(({ message }) => textOf(message.content))),
		);
		assert.ok(everything.some((text) => text.startsWith('while it crashes')));
	});

	it('forgets what was said after a checkpoint that is restored', async () => {
		await chat.send('point 7, short');
		await chat.answered('Noted: point 7, short');
		await chat.send('point 8, short');
		await chat.answered('Noted: point 8, short');
		const request = chat.locator.locator('.interactive-request', { hasText: 'point 7' }).last();
		await request.getByText('Restore Checkpoint').click({ force: true });
		await request.waitFor({ state: 'detached' });
		await chat.send('what do you know after the checkpoint?');
		const text = await chat.answered('the checkpoint? Handoff: true');
		assert.match(text, /point 6/);
		assert.doesNotMatch(text, /point [78]/);
		await photograph('restored');
	});
});
