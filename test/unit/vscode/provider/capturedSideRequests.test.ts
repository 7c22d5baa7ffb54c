import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { textOf, type Message } from '../../../../src/messages/message.ts';
import { isSideRequest } from '../../../../src/vscode/provider/sideRequests.ts';
import { capturedRequests, capturedRuns } from '../../../support/capturedRequests.ts';
import { repositoryRoot } from '../../../vscode/paths.ts';

const captures = path.join(repositoryRoot, '..', 'shared', 'clients', 'copilot-chat', 'key');

interface Captured {
	readonly messages: readonly {
		readonly role: 'system' | 'user' | 'assistant';
		readonly parts: readonly { readonly value?: string }[];
	}[];
	readonly tools: unknown;
}

/** Whether a request that Copilot Chat really sent is taken for one on the side. */
function isOnTheSide(name: string): boolean {
	const text = readFileSync(path.join(captures, `${name}.json`), 'utf8');
	const { messages, tools } = JSON.parse(text) as Captured;
	const all = messages.map(({ role, parts }) => ({
		role,
		content: parts.map(({ value = '' }) => value).join(''),
	}));
	const system = all.filter(({ role }) => role === 'system').map(({ content }) => content);
	const rest: readonly Message[] = all.filter(({ role }) => role !== 'system');
	const offersTools = Array.isArray(tools) ? tools.length > 0 : Number(tools) > 0;
	return isSideRequest(system.join('\n'), rest, offersTools);
}

describe('requests that Copilot Chat really sent', () => {
	before(function () {
		if (!existsSync(captures)) {
			console.log('No captured requests: nothing is tested with them.');
			this.skip();
		}
	});

	it('are on the side for titles, progress and its own summary', () => {
		for (const name of ['5-side-title', '6-side-progress', '7-side-own-summary']) {
			assert.ok(isOnTheSide(name), name);
		}
	});

	it('are turns of the conversation otherwise, also after its own summary', () => {
		for (const name of [
			'1-direct-first-request',
			'2-direct-after-tool',
			'8-after-own-summary',
			'9-after-own-summary-mid-turn',
			'17-ask-mode',
		]) {
			assert.ok(!isOnTheSide(name), name);
		}
	});
});

/** Compaction prompts, titles, suggestions and memories among the captures, by run and number. */
const onTheSide: Readonly<Record<string, readonly string[]>> = {
	claude: ['046'],
	'claude-auto2': ['055', '057', '059'],
	'claude-pre-ctx': ['048'],
	cline: ['013'],
	'cline-hooks': ['182'],
	'codex-compact': ['080'],
	'codex-pre-block': ['082'],
	'codex-pre-json': ['084'],
	'copilot-compact': ['170'],
	'gemini-auto': ['152', '153'],
	kilo: ['113'],
	'kilo-compact': ['121'],
	opencode: ['087'],
	'opencode-compact': ['101'],
	'opencode-prompt': ['105'],
	'qwen-compact': ['135', '137'],
	'qwen-tui': ['177', '179', '180'],
};

describe('requests that command-line assistants really sent', () => {
	if (capturedRuns.length === 0) {
		it('are nowhere on this machine', function () {
			console.log('No captured requests: nothing is tested with them.');
			this.skip();
		});
	}

	for (const run of capturedRuns) {
		it(`are on the side for what the client asks for itself, and turns otherwise: ${run}`, () => {
			const aside = capturedRequests(run).filter(({ messages, offersTools }) => {
				const all = messages.filter(({ role }) => role !== 'system');
				const system = messages.filter(({ role }) => role === 'system');
				const prompt = system.map(({ content }) => textOf(content)).join('\n');
				return isSideRequest(prompt, all, offersTools);
			});
			assert.deepEqual(
				aside.map(({ name }) => name.slice(0, 3)),
				onTheSide[run] ?? [],
			);
		});
	}
});
