import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import { ActiveConversation } from '../../src/vscode/conversations/activeConversation.ts';
import type { Compactions } from '../../src/vscode/conversations/compactions.ts';
import { showStatusBar } from '../../src/vscode/status/statusBar.ts';
import { quietServices } from '../support/quietWorker.ts';
import { compactedState } from '../panel/states.ts';

describe('The status bar', () => {
	const { conversation } = compactedState;
	assert.ok(conversation !== undefined);
	const view: ConversationView = conversation;
	let item: vscode.StatusBarItem;
	let active: ActiveConversation;
	let bar: vscode.Disposable;
	let isRunning: boolean;

	beforeEach(() => {
		const { createStatusBarItem } = vscode.window;
		const window = vscode.window as unknown as { createStatusBarItem: unknown };
		window.createStatusBarItem = (...all: Parameters<typeof createStatusBarItem>) =>
			(item = createStatusBarItem(...all));
		active = new ActiveConversation(quietServices);
		isRunning = false;
		const compactions: Pick<Compactions, 'running' | 'onDidChange'> = {
			running: () => (isRunning ? { progress: { phase: 'planning' }, startedAt: 0 } : undefined),
			onDidChange: () => new vscode.Disposable(() => undefined),
		};
		bar = showStatusBar(active, compactions as Compactions);
		window.createStatusBarItem = createStatusBarItem;
	});
	afterEach(() => {
		bar.dispose();
		active.dispose();
	});

	function show(changes: Partial<ConversationView['meter'] & ConversationView['status']>): void {
		active.show({
			...view,
			meter: { ...view.meter, ...changes },
			status: { ...view.status, ...changes },
		});
	}

	/** As it is read: without what keeps Markdown from taking it for its own. */
	const tooltip = (): string =>
		(item.tooltip as vscode.MarkdownString).value.replaceAll(/\\(?=\W)/g, '');
	const warns = (): boolean => item.backgroundColor !== undefined;

	it('says how much of the window is taken, with the numbers and what can be done', () => {
		show({ head: 6_000, summary: 4_000, tail: 126_000 });
		assert.equal(item.text, '$(fold) ≈ 68%');
		assert.equal(item.accessibilityInformation?.label, `Precis: ${view.title}: ≈ 68%`);
		assert.match(tooltip(), /136,000 of 200,000 tokens \(68\s?%\)/);
		assert.match(tooltip(), /command:precis\.compact\)/);
		assert.match(tooltip(), /command:precis\.copyHandoff\)/);
		assert.equal(warns(), false);
	});

	it('marks sizes before and after a compaction that nobody has reported', () => {
		const entry = view.status.history[0] ?? assert.fail();
		const news = { ...entry, createdAt: Date.now() };
		show({ history: [news] });
		assert.match(item.text, /Compacted ≈ \S+ → ≈ \S+$/);
		assert.match(tooltip(), /Before the last compaction: ≈ \d/);
		show({ history: [{ ...news, isReported: true }] });
		assert.match(item.text, /Compacted \d\S* → ≈ \S+$/);
	});

	it('tells how many look-ups there were, where there were any', () => {
		active.show({ ...view, lookUps: 8_137 });
		assert.match(tooltip(), /8,137/);
		active.show(view);
		assert.doesNotMatch(tooltip(), /8,137/);
	});

	it('does not advise a session target in a remote window, where the other one cannot change', () => {
		show({});
		assert.doesNotMatch(tooltip(), /session target/);
	});

	it('trusts the commands it links to and no others', () => {
		show({});
		const { isTrusted } = item.tooltip as vscode.MarkdownString;
		const { enabledCommands = [] } = typeof isTrusted === 'object' ? isTrusted : {};
		const linked = [...tooltip().matchAll(/\(command:([\w.]+)\)/g)].map(([, name]) => name);
		assert.ok(linked.length > 0 && linked.every((name) => enabledCommands.includes(name ?? '')));
		assert.ok(!enabledCommands.includes('precis.deleteAllData'));
	});

	it('has a title as text, whatever it says', () => {
		active.show({ ...view, title: '[x](command:precis.compact)' });
		const { value } = item.tooltip as vscode.MarkdownString;
		assert.ok(!value.includes('[x]('), value);
	});

	it('says that it compacts, and how to end that', () => {
		isRunning = true;
		show({ stopped: true, tail: 199_000 });
		assert.equal(item.text, '$(sync~spin) compacting…');
		assert.match(tooltip(), /command:precis\.cancelCompaction\)/);
		assert.doesNotMatch(tooltip(), /command:precis\.compact\)/);
		assert.equal(warns(), false);
	});

	it('warns where the window is nearly full, and where automatic compaction has stopped', () => {
		show({ head: 0, summary: 0, tail: 190_000, viewed: true });
		assert.equal(warns(), false);
		show({ head: 0, summary: 0, tail: 190_000, viewed: false });
		assert.equal(warns(), true);
		assert.match(tooltip(), /nearly full/);
		const thresholds = { soft: 100_000, hard: 160_000 };
		show({ head: 0, summary: 0, tail: 120_000, stopped: true, thresholds });
		assert.equal(warns(), true);
		assert.match(tooltip(), /Automatic compaction is on hold/);
		show({ head: 0, summary: 0, tail: 120_000, paused: true, thresholds });
		assert.equal(warns(), false);
	});
});
