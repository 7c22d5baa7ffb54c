import assert from 'node:assert/strict';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { until } from '../support/until.ts';
import { CopilotWorkbench } from './copilotWorkbench.ts';
import { isForSummary, ScriptedModel } from './scriptedModel.ts';
import { projectFiles } from './scriptedProject.ts';
import { thirtyTurns } from './thirtyTurns.ts';

describe('The model behind Copilot Chat that writes its own summaries', () => {
	let copilot: CopilotWorkbench;

	before(async function () {
		const model = await ScriptedModel.start((request) =>
			answer(isForSummary(request) ? summaryReply() : 'A side reply'),
		);
		copilot = await CopilotWorkbench.open(projectFiles, model, 'the model that answers');
		if (!copilot.hasCopilotChat) {
			console.log('This VS Code brings no Copilot Chat: nothing of it is tested.');
			this.skip();
		}
	});
	after(() => copilot.dispose());
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await copilot.picture('warm-summary-failed');
		}
	});

	it('is asked for them behind what it was last sent, to the byte', async () => {
		const { model } = copilot;
		await copilot.begin('Scripted tight · Precis');
		const isAsked = (): boolean => model.requests.some(isForSummary);
		for (const { words, replies } of thirtyTurns((name) => copilot.file(name))) {
			if (isAsked()) {
				break;
			}
			await copilot.turn(words, replies);
		}
		await until(isAsked);
		const index = model.requests.findIndex(isForSummary);
		const summary = model.requests[index]?.body ?? assert.fail();
		const textOf = (body: Readonly<Record<string, unknown>>): string =>
			JSON.stringify(body['messages']);
		// Its last message may go on.
		const opened = (body: Readonly<Record<string, unknown>>): string =>
			textOf(body).replace(/"\}\]$/, '');
		const earlier = model.requests.slice(0, index).filter(({ body }) => 'tools' in body);
		// The turn may have gone on while the summary was asked for.
		const before = earlier
			.slice(-2)
			.map(({ body }) => body)
			.findLast((body) => textOf(summary).startsWith(opened(body)));
		assert.ok(before !== undefined, opened(earlier.at(-1)?.body ?? {}).slice(-300));
		for (const field of ['model', 'toolCharacters', 'options']) {
			assert.deepEqual(summary[field], before[field], field);
		}
		const tools = Number(summary['toolCharacters']);
		const share = (opened(before).length + tools) / (textOf(summary).length + tools);
		assert.ok(share > 0.8, String(share));
	});
});
