import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationRow, StatusView } from '../../src/protocol/conversationView.ts';
import { commands } from '../../src/vscode/contributions.ts';
import { ConversationsTree, type TreeElement } from '../../src/vscode/panel/conversationsView.ts';
import { rowOf } from '../unit/vscode/panel/rows.ts';

describe('The tree of conversations', () => {
	const here = 'file:///here';
	let rows: readonly ConversationRow[];
	let history: Pick<StatusView, 'history' | 'active'>;
	let shown: string | undefined;
	let compacting: string | undefined;
	let failure: Error | undefined;
	const asked: string[] = [];
	/** Conversations whose rows were written. */
	const written: string[] = [];
	const logged: unknown[] = [];
	let tree: ConversationsTree;

	beforeEach(() => {
		rows = [];
		history = { history: [] };
		shown = undefined;
		compacting = undefined;
		failure = undefined;
		asked.length = 0;
		written.length = 0;
		logged.length = 0;
		const answer = (method: string): Promise<never> => {
			asked.push(method);
			return failure === undefined
				? Promise.resolve((method === 'list' ? rows : history) as never)
				: Promise.reject(failure);
		};
		tree = new ConversationsTree({
			worker: { call: answer },
			shown: () => shown,
			isCompacting(id) {
				written.push(id);
				return id === compacting;
			},
			workspace: () => here,
			log: { error: (error: unknown) => logged.push(error) },
		});
	});
	afterEach(() => tree.dispose());

	const labelOf = (element: TreeElement): string => {
		const { label } = tree.getTreeItem(element);
		return typeof label === 'string' ? label : (label?.label ?? '');
	};
	const labels = async (parent?: TreeElement): Promise<string[]> =>
		(await tree.getChildren(parent)).map(labelOf);
	async function only(): Promise<TreeElement> {
		const [first] = await tree.getChildren();
		assert.ok(first !== undefined);
		return first;
	}
	const many = (count: number, workspace = here): ConversationRow[] =>
		Array.from({ length: count }, (_, index) =>
			rowOf({ id: `${workspace}/${index}`, title: `Conversation ${index}`, workspace }),
		);
	const iconOf = (element: TreeElement): string | undefined =>
		(tree.getTreeItem(element).iconPath as vscode.ThemeIcon | undefined)?.id;

	it('is empty without conversations', async () => {
		assert.deepEqual(await tree.getChildren(), []);
	});

	it('has those of this workspace, and those of others below one row', async () => {
		rows = [...many(2), ...many(1, 'file:///there')];
		assert.deepEqual(await labels(), ['Conversation 0', 'Conversation 1', 'Other workspaces']);
		const others = (await tree.getChildren()).at(-1);
		assert.ok(others !== undefined);
		assert.equal(
			tree.getTreeItem(others).collapsibleState,
			vscode.TreeItemCollapsibleState.Collapsed,
		);
		const [other] = await tree.getChildren(others);
		assert.ok(other !== undefined);
		assert.match(String(tree.getTreeItem(other).description), /^there · .* · Claude Code · /);
	});

	it('opens the row of other workspaces where there is nothing else', async () => {
		rows = many(1, 'file:///there');
		assert.equal(
			tree.getTreeItem(await only()).collapsibleState,
			vscode.TreeItemCollapsibleState.Expanded,
		);
	});

	it('shows the first of many, and the one in the Summary wherever it stands', async () => {
		rows = many(250);
		shown = `${here}/240`;
		const first = await tree.getChildren();
		assert.deepEqual(first.slice(-2).map(labelOf), [
			'Conversation 240',
			'Search all conversations…',
		]);
		assert.equal(first.length, 202);
		assert.equal(written.length, 201);
		const more = first.at(-1);
		assert.ok(more !== undefined);
		assert.match(String(tree.getTreeItem(more).description), /\b49\b/);
		assert.equal(tree.getTreeItem(more).command?.command, commands.openConversation);
	});

	it('shows where a conversation came from, that it is the shown one, and that it is compacted', async () => {
		const icons: (string | undefined)[] = [];
		for (const row of [
			rowOf({ viewed: true }),
			rowOf(),
			rowOf({ source: 'VS Code chat' }),
			rowOf({ source: 'Precis model' }),
			rowOf({ source: 'Extension' }),
		]) {
			rows = [{ ...row, workspace: here }];
			icons.push(iconOf(await only()));
		}
		assert.deepEqual(icons, ['eye', 'book', 'comment-discussion', 'hubot', 'extensions']);
		assert.equal((await only()).item.resourceUri, undefined);
		shown = compacting = 'conversation-1';
		const { iconPath, resourceUri, accessibilityInformation } = (await only()).item;
		assert.equal((iconPath as vscode.ThemeIcon).id, 'sync~spin');
		assert.equal(resourceUri?.scheme, 'precis-shown');
		assert.match(accessibilityInformation?.label ?? '', /shown in Summary, is being compacted/);
	});

	it('offers what can be done with a row and nothing else', async () => {
		rows = [rowOf({ workspace: here })];
		assert.equal(tree.getTreeItem(await only()).contextValue, 'conversation idle');
		rows = [rowOf({ workspace: here, hasHandoff: true })];
		compacting = 'conversation-1';
		assert.equal(tree.getTreeItem(await only()).contextValue, 'conversation handoff compacting');
	});

	it('has a title as text, whatever it says', async () => {
		rows = [
			rowOf({ workspace: here, title: '[click](command:precis.deleteAllData) <b>$(zap)</b>' }),
		];
		const item = tree.getTreeItem(await only());
		const tooltip = item.tooltip as vscode.MarkdownString;
		assert.notEqual(tooltip.isTrusted, true);
		assert.notEqual(tooltip.supportHtml, true);
		assert.ok(!tooltip.value.includes('[click]('), tooltip.value);
	});

	it('reads the records of a row when it is opened: newest first, then the log', async () => {
		rows = [rowOf({ workspace: here, records: 2, hasHandoff: true })];
		const entry = { kind: 'compaction', trigger: 'manual', createdAt: Date.now() } as const;
		history = {
			history: [
				{ ...entry, id: 11, number: 1, tokensBefore: 136_264, tokensAfter: 22_523 },
				{ ...entry, id: 12, number: 2, focus: 'auth', tokensBefore: 98_120, tokensAfter: 19_004 },
			],
			active: 11,
		};
		const row = await only();
		assert.equal(tree.getTreeItem(row).collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
		assert.deepEqual(asked, ['list']);
		assert.deepEqual(await labels(row), [
			'2 · ≈ 98,120 → ≈ 19,004',
			'1 · ≈ 136,264 → ≈ 22,523',
			'Nothing compacted',
		]);
		assert.deepEqual(asked, ['list', 'history']);
		const records = await tree.getChildren(row);
		assert.deepEqual(records.map(iconOf), ['fold', 'check', 'list-unordered']);
		assert.deepEqual(
			records.map((record) => tree.getTreeItem(record).contextValue),
			['record handoff inactive', 'record handoff active', 'record inactive'],
		);
		const [newest] = records;
		assert.ok(newest !== undefined);
		assert.equal(tree.getTreeItem(newest).description, 'focus "auth" · just now');
	});

	it('cannot be opened where nothing was compacted', async () => {
		rows = [rowOf({ workspace: here })];
		const { None } = vscode.TreeItemCollapsibleState;
		assert.equal(tree.getTreeItem(await only()).collapsibleState, None);
	});

	it('keeps what it shows while the list cannot be read', async () => {
		rows = many(2);
		assert.equal((await tree.getChildren()).length, 2);
		failure = new Error('The worker is gone.');
		assert.equal((await tree.getChildren()).length, 2);
		assert.deepEqual(logged, [failure]);
	});
});
