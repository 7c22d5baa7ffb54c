import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { textOf } from '../../src/messages/message.ts';
import { answer, hang, slowDrip, type Behaviour } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { extensionHosts } from '../vscode/extensionHosts.ts';
import { notification } from '../vscode/notification.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { ChatView } from './chatView.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/**
 * A conversation as a person has it in the chat: continued, compacted in the background, undone, compared,
 * killed in the middle and found again.
 */

describe('A conversation that goes on, in a real VS Code', function () {
	// A dozen turns of the chat fill the window.
	this.timeout(300_000);
	const sample = new SampleWorkbench({
		installed: [path.join(repositoryRoot, 'test', 'workbench', 'chatVendor')],
		settings: {
			'precis.mirroredModels.enabled': false,
			'precis.tasks.compaction.model': 'acme/small',
		},
	});
	const chat = new ChatView(() => sample.page);
	let turns = 0;
	/** What a request for a summary meets. */
	let summary: Behaviour = slowDrip(summaryReply(0), 60);

	before(async () => {
		sample.provider.always(() => summary);
		await chat.open();
	});

	/** Sends a message and waits for its answer; a few of them fill the window. */
	async function turn(): Promise<void> {
		turns += 1;
		await chat.send(`point ${turns}, please`);
		await chat.answered(`Noted: point ${turns}, please`);
	}

	/** Until a summary about this is the active one: what streams looks the same before. */
	async function written(topic: string): Promise<void> {
		const frame = await sample.panel('main.panel .receipt');
		await frame.getByText(`About ${topic}`).first().waitFor();
		await frame.locator('.progress').waitFor({ state: 'hidden' });
	}

	/** The one conversation there is: what was said, how often it was compacted, what is active. */
	function onDisk(): {
		readonly said: readonly string[];
		readonly records: number;
		readonly active: number | undefined;
	} {
		return sample.stored((store) => {
			const [conversation] = store.list();
			assert.ok(conversation !== undefined);
			const { id, active } = conversation;
			return {
				said: store.log(id).map(({ message }) => textOf(message.content)),
				records: store.records(id).length,
				active,
			};
		});
	}

	it('is compacted without a paid model until the person allows it', async () => {
		do {
			await turn();
		} while (onDisk().records === 0);
		await chat.locator.getByText('Show Summary').last().click();
		const frame = await sample.panel('main.panel .receipt');
		const reason = frame.getByText('You have not decided yet whether acme/small may').first();
		await reason.waitFor();
		const question = await notification(sample.page, /May acme\/small write automatic summaries/);
		await sample.photograph('asked-once');
		assert.deepEqual(sample.provider.requests, []);

		summary = answer(summaryReply(0, 'the first steps'));
		await frame.getByRole('button', { name: 'Retry with Model' }).click();
		await written('the first steps');
		assert.equal(await reason.count(), 0);
		await question.getByRole('button', { name: 'Use acme/small' }).click();
		await question.waitFor({ state: 'hidden' });
	});

	it('is compacted in the background while it goes on', async () => {
		summary = hang('mid-reply', answer(summaryReply(0, 'the export')));
		const before = onDisk();
		const requests = sample.provider.requests.length;
		while (sample.provider.requests.length === requests) {
			await turn();
		}
		const frame = await sample.panel('main.panel .progress');
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await sample.photograph('in-background');
		await turn();
		assert.equal(onDisk().records, before.records, 'nobody has waited for the summary');
		await sample.provider.hanging();
		sample.provider.release();
		await written('the export');
		await frame.locator('.receipt-line', { hasText: 'Automatic' }).waitFor();
		assert.equal(onDisk().records, before.records + 1);
		await sample.photograph('after-background');
	});

	it('goes back and forth between its contexts', async () => {
		const before = onDisk();
		const frame = await sample.panel('main.panel');
		const line = frame.locator('.receipt-line');
		const newest = await line.getByText('→').first().innerText();
		await frame.getByRole('button', { name: 'Undo Compaction' }).click();
		await frame.getByText('Automatic compaction is on hold until').waitFor();
		await sample.photograph('undone');
		assert.notEqual(onDisk().active, before.active);
		await frame.getByRole('button', { name: 'Redo', exact: true }).click();
		await line.getByText(newest).waitFor();
		assert.equal(onDisk().active, before.active);
		assert.deepEqual(onDisk().said, before.said);
	});

	it('shows what two summaries differ in', async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('button', { name: 'Compare with Previous Summary' }).click();
		await sample.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
		await sample.photograph('compared');
	});

	it('is found again as it was after its extension host was killed in the middle', async function () {
		if (!existsSync('/proc')) {
			console.log('Extension hosts are looked for in /proc, which is not there: skipped.');
			this.skip();
		}
		summary = hang('mid-reply', answer(summaryReply(0, 'the end')));
		const requests = sample.provider.requests.length;
		while (sample.provider.requests.length === requests) {
			await turn();
		}
		const before = onDisk();
		const [host] = await extensionHosts(sample.workbench.server.pid);
		assert.ok(host !== undefined);
		process.kill(host, 'SIGKILL');
		sample.provider.release();
		summary = answer(summaryReply(0, 'the new start'));
		assert.deepEqual(onDisk(), before);
		await chat.reload();
		await sample.panel('main.panel .receipt');
		await sample.photograph('found-again');
		assert.deepEqual(onDisk().said, before.said);
		// What was interrupted was automatic, and is still needed: it starts again by itself.
		await written('the new start');
		assert.equal(onDisk().records, before.records + 1);
		await turn();
		assert.equal(onDisk().said.length, before.said.length + 2);
	});

	it('stays one conversation in two windows', async () => {
		const second = await sample.page.context().newPage();
		await second.goto(sample.page.url());
		await webviewFrame(second, 'main.panel .receipt', 60_000);
		const before = onDisk();

		summary = hang('mid-reply', answer(summaryReply(0, 'both windows')));
		const first = await sample.panel('main.panel');
		await first.getByRole('textbox').fill('windows');
		await first.getByRole('textbox').press('Enter');
		await first.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await runCommand(second, 'Precis: Compact Conversation');
		await sample.notified(/Another window is compacting this conversation/, second);
		await sample.provider.hanging();
		sample.provider.release();
		await written('both windows');
		assert.equal(onDisk().records, before.records + 1);

		await second.close();
	});
});
