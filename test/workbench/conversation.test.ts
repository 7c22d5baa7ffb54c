import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { textOf } from '../../src/messages/message.ts';
import { summaryEnd } from '../../src/summary/parse.ts';
import { answer, hang, slowDrip, type Behaviour } from '../support/fakeProvider/behaviours.ts';
import type { ReceivedRequest } from '../support/fakeProvider/received.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { prose } from '../support/logs.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { extensionHosts } from '../vscode/extensionHosts.ts';
import { notification } from '../vscode/notification.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/**
 * A conversation as a person has it: opened, continued, compacted in the background, undone, compared,
 * killed in the middle and found again.
 */

/** Thresholds: hard 34,000 tokens, soft 27,200. */
const window = 40_000;

/** Characters of one answer: about 3,000 tokens, so that a few turns fill the window. */
const answerLength = 15_000;

describe('A conversation that goes on, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench({
		settings: { 'precis.context.window': window, 'precis.models.main': 'acme/small' },
	});
	let answers = 0;
	/** What a request for a summary meets. */
	let summary: Behaviour = slowDrip(summaryReply(2_500), 60);

	/** Answers like a model: a summary where one is asked for, a long reply elsewhere. */
	function respond(request: ReceivedRequest): Behaviour {
		if (isForSummary(request)) {
			return summary;
		}
		answers += 1;
		// Without a count of the provider's, ours decides: the same before a reload and after it.
		return answer(`Answer ${answers}. ${prose(answerLength, answers)}`, { usage: null });
	}

	before(async () => {
		sample.provider.always(respond);
		// The session's editor opens last, and takes the focus from a question.
		await sample.panel('.session .row');
	});

	async function send(text: string, there = sample.page): Promise<void> {
		const input = there.locator('.quick-input-widget input.input');
		// The editor that shows the answer before takes the focus when it comes to the front, and ends a question.
		await until(async () => {
			await runCommand(there, 'Precis: Send Message…');
			const isFilled = await input.fill(text, { timeout: 2_000 }).then(
				() => true,
				() => false,
			);
			if (isFilled && (await input.isVisible())) {
				await there.keyboard.press('Enter');
				return true;
			}
			return false;
		});
		await input.waitFor({ state: 'hidden' });
	}

	/** Sends a message and waits for its answer to be shown. */
	async function turn(text: string): Promise<void> {
		const wanted = answers + 1;
		await send(text);
		await shown(`Answer ${wanted}.`);
	}

	/** Until the editor shows this. */
	async function shown(text: string, there = sample.page): Promise<void> {
		await webviewFrame(there, `.session .row:has-text("${text}")`, 60_000);
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

	it('is answered by the main model, and the turn is shown', async () => {
		assert.deepEqual(
			sample.stored((store) => store.list()),
			[],
			'only looked at so far',
		);
		await turn('Please go on with the export.');
		await sample.photograph('answered');
		const { said } = onDisk();
		assert.equal(said.at(-2), 'Please go on with the export.');
		assert.match(said.at(-1) ?? '', /^Answer 1\./);
	});

	it('is compacted without a paid model until the person allows it', async () => {
		while (onDisk().records === 0) {
			await turn('And now the next step, please.');
		}
		const frame = await sample.panel('main.panel .receipt');
		const reason = frame.getByText('You have not decided yet whether acme/small may').first();
		await reason.waitFor();
		const question = await notification(sample.page, /May acme\/small write automatic summaries/);
		await sample.photograph('asked-once');
		assert.deepEqual(sample.provider.requests.filter(isForSummary), []);

		summary = answer(summaryReply(2_500, 'the first steps'));
		await frame.getByRole('button', { name: 'Retry with Model' }).click();
		await written('the first steps');
		assert.equal(await reason.count(), 0);
		await question.getByRole('button', { name: 'Use acme/small' }).click();
		await question.waitFor({ state: 'hidden' });
	});

	it('is compacted in the background while it goes on', async () => {
		summary = hang('mid-reply', answer(summaryReply(2_500, 'the export')));
		const before = onDisk();
		const requests = sample.provider.requests.filter(isForSummary).length;
		while (sample.provider.requests.filter(isForSummary).length === requests) {
			await turn('And now the next step, please.');
		}
		const frame = await sample.panel('main.panel .progress');
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await sample.photograph('in-background');
		await turn('Go on meanwhile.');
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
		summary = hang('mid-reply', answer(summaryReply(2_500, 'the end')));
		const requests = sample.provider.requests.filter(isForSummary).length;
		while (sample.provider.requests.filter(isForSummary).length === requests) {
			await turn('One more step, please.');
		}
		const before = onDisk();
		const [host] = await extensionHosts(sample.workbench.server.pid);
		assert.ok(host !== undefined);
		process.kill(host, 'SIGKILL');
		sample.provider.release();
		summary = answer(summaryReply(2_500, 'the new start'));
		assert.deepEqual(onDisk(), before);
		await sample.page.reload();
		await sample.panel('main.panel .receipt');
		await sample.photograph('found-again');
		assert.deepEqual(onDisk().said, before.said);
		// What was interrupted was automatic, and is still needed: it starts again by itself.
		await written('the new start');
		assert.equal(onDisk().records, before.records + 1);
		await turn('And on it goes.');
		assert.equal(onDisk().said.length, before.said.length + 2);
	});

	it('stays one conversation in two windows', async () => {
		const second = await sample.page.context().newPage();
		await second.goto(sample.page.url());
		await webviewFrame(second, 'main.panel .receipt', 60_000);
		const before = onDisk();

		summary = hang('mid-reply', answer(summaryReply(2_500, 'both windows')));
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

		await Promise.all([send('From the first window'), send('From the second window', second)]);
		await shown('From the first window');
		await shown('From the second window', second);
		const { said } = onDisk();
		assert.equal(said.length, before.said.length + 4);
		assert.deepEqual(said.slice(0, before.said.length), before.said);
		const asked = said.slice(before.said.length).filter((text) => text.startsWith('From'));
		assert.deepEqual(asked.toSorted(), ['From the first window', 'From the second window']);
		await second.close();
	});
});

/** Whether a request asks for a summary: its first message says how one ends. */
function isForSummary({ body }: ReceivedRequest): boolean {
	const messages = body['messages'];
	return JSON.stringify(Array.isArray(messages) ? messages[0] : '').includes(summaryEnd);
}
