import assert from 'node:assert/strict';
import type {
	ConversationView,
	HistoryEntry,
	MeterView,
	ReceiptView,
	SectionView,
	StatusView,
} from '../../src/protocol/conversationView.ts';
import type { PreviewView } from '../../src/protocol/previewView.ts';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { redact } from '../../src/redaction/redact.ts';
import { sectionTitles, type SectionTitle } from '../../src/summary/sections.ts';
import { at } from '../support/logs.ts';

/** States of the panel, as the host would send them. */

const meter: MeterView = {
	window: 200_000,
	isWindowReported: true,
	fixed: 0,
	other: 0,
	head: 6_180,
	summary: 0,
	tail: 130_084,
	pending: false,
};

const opened: ConversationView = {
	id: 'conversation-1',
	title: 'Move session handling to short-lived tokens',
	source: 'Claude Code',
	file: '/home/ada/projects/harbour/session.jsonl',
	messages: 169,
	logTokens: 136_264,
	compactions: 0,
	meter,
	status: {
		kept: false,
		viewed: true,
		automatic: true,
		answering: false,
		paused: false,
		stopped: false,
		canUndo: false,
		canRedo: false,
		history: [],
	},
	problems: [],
};

const receipt: ReceiptView = {
	trigger: 'manual',
	focus: redact('the token refresh in src/auth'),
	tokensBefore: 136_264,
	tokensAfter: 22_523,
	messagesBefore: 169,
	messagesAfter: 8,
	summariser: { kind: 'built-in' },
	attempts: [{ rung: 'built-in', outcome: 'ok', ms: 1_200 }],
	durationMs: 1_240,
	range: [4, 162],
	kept: 10,
	summarised: 159,
	digested: 3,
};

const texts: Partial<Record<SectionTitle, readonly string[]>> = {
	'Active Task': [
		'"Now make the refresh token rotate on every use, and log a person out everywhere when an old one is used again."',
	],
	Goal: ['Replace cookie sessions by short-lived access tokens without logging anybody out.'],
	'Constraints & Preferences': [
		'No new runtime dependency; `node:crypto` is enough.',
		'Tests first, one commit per step, messages in the imperative.',
	],
	'Completed Actions': [
		'1. READ `src/auth/session.ts` — cookie parsing and renewal live in one function [tool: read]',
		'2. EDIT `src/auth/token.ts:12` — created; signs and verifies with HMAC-SHA256 [tool: edit]',
		'3. RUN `npm test -- auth` — exit 0, 212 passed [tool: bash]',
		'4. EDIT src/auth/middleware.ts — accepts both formats during the migration [tool: edit]',
		'5. RUN `npm run lint` — exit 1, 3 problems in src/auth/token.ts [tool: bash]',
		'6. EDIT `src/auth/token.ts` — named the magic numbers [tool: edit]',
		'7. SEARCH `verifyToken(` — 12 matches in 5 files [tool: grep]',
		'8. EDIT `src/routes/login.ts` — issues both tokens [tool: edit]',
		'9. RUN `npm test` — exit 1, 2 failed: *refresh after expiry*, *clock skew* [tool: bash]',
		'10. EDIT `test/auth/refresh.test.ts` — a fake clock instead of waiting [tool: edit]',
	],
	'Active State': ['On branch `tokens`, 2 commits ahead; 214 of 214 tests pass.'],
	'Key Decisions': [
		'**Opaque refresh tokens**, stored hashed: a leaked database must not log anybody in. See [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700).',
		'Access tokens live for ten minutes; longer made revocation pointless.',
	],
	'Pending User Asks': ['Rotate the refresh token on every use.', 'Revoke the family on reuse.'],
	'Relevant Files': [
		'`src/auth/token.ts` — created, 96 lines',
		'`src/auth/session.ts` — changed, cookie renewal removed',
		'`test/auth/refresh.test.ts` — created',
	],
	'Remaining Work': [
		'Rotate in `refresh()`:\n\n```ts\nconst next = await store.rotate(family, previous);\nif (next === undefined) await store.revoke(family);\n```',
		'Remove the old cookie after two releases.',
	],
	'Critical Context': [
		'The clock of the CI machines is up to 40 s ahead; verify with a leeway of 60 s.',
	],
};

/** All thirteen sections with the given items. */
function sectionsOf(
	items: Partial<Record<SectionTitle, readonly string[]>>,
): readonly SectionView[] {
	return sectionTitles.map((title) => {
		const list = (items[title] ?? []).map((text, index) => ({ text, sources: [index + 1] }));
		const characters = list.reduce((sum, item) => sum + item.text.length, 0);
		return { title, items: list, tokens: Math.ceil(characters / 4) };
	});
}

const compacted: ConversationView = {
	...opened,
	compactions: 1,
	status: {
		...opened.status,
		kept: true,
		canUndo: true,
		history: [
			{
				id: 1,
				number: 1,
				createdAt: 1_760_000_000_000,
				kind: 'compaction',
				tokensBefore: 136_264,
				tokensAfter: 22_523,
			},
		],
		active: 1,
	},
	meter: {
		...meter,
		summary: 3_410,
		tail: 12_933,
		before: 136_264,
		saved: 113_741,
		savedSince: { requests: 14, tokens: 1_592_374, dollars: 0.478 },
	},
	receipt,
	sections: sectionsOf(texts),
};

/** Nobody has chosen a model, and there is none. */
export const noModel = { writer: {}, modelNames: {} } as const;

/** Nothing is open. */
const emptyState: PanelState = { ...noModel };

/** A state in which something about its conversation is otherwise. */
export function changed(
	state: PanelState,
	about: Partial<ConversationView>,
	status: Partial<StatusView> = {},
): PanelState {
	const { conversation = assert.fail() } = state;
	return {
		...state,
		conversation: {
			...conversation,
			...about,
			status: { ...(about.status ?? conversation.status), ...status },
		},
	};
}

/** Opened, above the hard threshold. */
export const openedState: PanelState = { ...noModel, conversation: opened };

/** Its file can be followed. */
export function followingState(following: boolean): PanelState {
	return { ...noModel, conversation: { ...opened, following } };
}

/** Opened, far below the soft threshold. */
const smallState: PanelState = {
	...noModel,
	conversation: { ...opened, meter: { ...meter, tail: 9_000 } },
};

/** Compacted once. */
export const compactedState: PanelState = { ...noModel, conversation: compacted };

/** Everything a conversation can stand in at once: answering, queued, paused, resting, not kept. */
export const standingState: PanelState = {
	...noModel,
	conversation: {
		...compacted,
		status: {
			...compacted.status,
			kept: false,
			viewed: false,
			automatic: false,
			answering: true,
			queued: 'And then rename the helper in src/auth/legacy.ts, please.',
			paused: true,
			restsUntil: 42_523,
			proposal: 'changed',
			canRedo: true,
		},
	},
};

/** Being compacted again. */
export const runningState: PanelState = {
	...compactedState,
	running: { phase: 'summarising', elapsedMs: 3_200, focus: 'failing tests' },
};

/** A model is writing; it has come to the fourth section. */
export const writingState: PanelState = {
	...compactedState,
	running: {
		phase: 'summarising',
		model: 'openrouter/acme-large-instruct',
		piece: { number: 2, of: 5 },
		elapsedMs: 21_400,
		draft: (compacted.sections ?? []).slice(0, 4),
	},
};

/** The model failed and the built-in summariser stepped in. */
export const steppedInState: PanelState = {
	...noModel,
	conversation: {
		...compacted,
		receipt: {
			...receipt,
			attempts: [
				{
					rung: 'summary-model',
					model: 'openrouter/acme-large-instruct',
					outcome: 'failed',
					error:
						'openrouter/acme-large-instruct did not begin to reply within 60 s. Try again, or allow more time in the settings.',
					ms: 60_000,
				},
				{ rung: 'built-in', outcome: 'ok', ms: 240 },
			],
			usage: { requests: 2, inputTokens: 131_482, outputTokens: 3_911, cost: 0.0412 },
		},
	},
};

/** An automatic compaction did not ask the model, because the person has not said yet whether it may. */
export const undecidedState: PanelState = {
	...noModel,
	conversation: {
		...compacted,
		receipt: {
			...receipt,
			trigger: 'automatic',
			attempts: [
				{
					rung: 'summary-model',
					model: 'openrouter/acme-large-instruct',
					outcome: 'skipped',
					error:
						'You have not decided yet whether openrouter/acme-large-instruct may write automatic summaries.',
					ms: 0,
				},
				{ rung: 'built-in', outcome: 'ok', ms: 240 },
			],
		},
	},
};

/** A model wrote the summary, and the audit had something to add. */
export const auditedState: PanelState = {
	...noModel,
	conversation: {
		...compacted,
		receipt: {
			...receipt,
			summariser: { kind: 'model', model: 'openrouter/acme-large-instruct' },
			attempts: [
				{
					rung: 'summary-model',
					model: 'openrouter/acme-large-instruct',
					outcome: 'ok',
					ms: 9_100,
				},
			],
			usage: { requests: 1, inputTokens: 61_482, outputTokens: 2_911, cost: 0.0212 },
			audit: { facts: 44, kept: 41, appended: 3, corrected: 1 },
		},
	},
};

const { savedSince: _savedSince, ...notSaved } = compacted.meter;

/** A file's session, compacted and not continued. */
export const notContinuedState: PanelState = {
	...noModel,
	conversation: {
		...compacted,
		meter: {
			...notSaved,
			isUntilContinued: true,
		},
	},
};

/** With lines that could not be read, more context than the window holds, and a refusal. */
const problemState: PanelState = {
	...noModel,
	notice: 'The summary would not have been smaller than what it replaces.',
	conversation: {
		...opened,
		title: 'C:\\Users\\ada\\a-very-long-name-without-any-place-to-break-it-into-two-lines.jsonl',
		meter: { ...meter, window: 120_000 },
		problems: [
			{ line: 17, message: 'The line is not valid JSON and was left out.' },
			{ line: 1_204, message: 'The line ends in the middle of a record: the file was cut off.' },
		],
	},
};

/** A section with many items, another with text that means harm. */
export function stateWith(items: Partial<Record<SectionTitle, readonly string[]>>): PanelState {
	return { ...noModel, conversation: { ...compacted, sections: sectionsOf(items) } };
}

/** An assistant's own compaction, one of Precis, and changes; times do not change with the day. */
const history: readonly HistoryEntry[] = [
	{
		id: 1,
		number: 1,
		createdAt: Date.now() - 26 * 3_600_000,
		kind: 'compaction',
		assistant: 'Claude Code',
		tokensBefore: 136_264,
		tokensAfter: 22_523,
	},
	{
		id: 2,
		number: 1,
		parent: 1,
		createdAt: Date.now() - 25 * 3_600_000,
		kind: 'pin',
		change: { section: 'Goal', after: 'Short-lived tokens everywhere.' },
		tokensBefore: 22_523,
		tokensAfter: 22_530,
	},
	{
		id: 3,
		number: 1,
		parent: 2,
		createdAt: Date.now() - 25 * 3_600_000,
		kind: 'edit',
		change: { section: 'Blocked', before: 'Nothing.', after: 'The staging key has expired.' },
		tokensBefore: 22_530,
		tokensAfter: 22_541,
	},
	{
		id: 4,
		number: 2,
		parent: 3,
		createdAt: Date.now() - 4 * 60_000,
		kind: 'compaction',
		focus: 'the token refresh in src/auth',
		tokensBefore: 84_120,
		tokensAfter: 21_007,
	},
	{
		id: 5,
		number: 2,
		parent: 4,
		createdAt: Date.now() - 60_000,
		kind: 'remove',
		change: { section: 'Relevant Files', before: 'src/auth/legacy.ts' },
		tokensBefore: 21_007,
		tokensAfter: 20_960,
	},
];

const withHistory: ConversationView = {
	...compacted,
	compactions: 5,
	status: { ...compacted.status, history, active: 5, canRedo: true },
	sections: (compacted.sections ?? []).map((section) => ({
		...section,
		items: section.items.map((item, index) => ({
			...item,
			sources: index % 2 === 0 ? [41, 42, 43, 44, 47] : [12],
			...(section.title === 'Constraints & Preferences'
				? { kept: index === 0 ? ('pinned' as const) : ('edited' as const) }
				: {}),
			...(section.title === 'Goal' ? { doubt: 'unsaid' as const } : {}),
		})),
	})),
};

/** Compacted twice, with items pinned, edited and removed. */
export const historyState: PanelState = {
	...noModel,
	conversation: withHistory,
	changeNotice: { kind: 'removed', text: 'Item removed.', before: 4 },
};

/** An earlier record is looked at. */
export const viewedState: PanelState = {
	...noModel,
	conversation: withHistory,
	viewed: {
		entry: at(history, 0),
		receipt: {
			...(({ usage: _usage, focus: _focus, ...rest }) => rest)(receipt),
			trigger: 'automatic',
			attempts: [],
			summariser: { kind: 'assistant', assistant: 'Claude Code' },
			tokensBefore: 167_094,
			isReported: true,
			tokensAfter: 33_960,
			isAfterReported: true,
			durationMs: 0,
		},
		handoffTokens: 3_120,
		sections: sectionsOf({ ...texts, 'Pending User Asks': [], Blocked: ['An earlier thing.'] }),
		appendix: {},
	},
};

/** Never compacted; its stale tool results became digests. */
export const prunedState: PanelState = {
	...noModel,
	conversation: {
		...opened,
		status: {
			...opened.status,
			viewed: false,
			canUndo: true,
			history: [
				{
					id: 1,
					number: 1,
					createdAt: Date.now() - 120_000,
					kind: 'prune',
					pruned: 12,
					tokensBefore: 18_240,
					tokensAfter: 12_031,
				},
			],
			active: 1,
		},
	},
};

/** Undone to the log as it is. */
export const undoneState: PanelState = {
	...noModel,
	conversation: (({ receipt: _receipt, sections: _sections, ...rest }) => ({
		...rest,
		status: {
			...(({ active: _active, ...status }) => status)(withHistory.status),
			canUndo: false,
			restsUntil: 156_264,
		},
		meter,
	}))(withHistory),
};

const preview: PreviewView = {
	focus: 'the token refresh in src/auth',
	head: { start: 0, end: 3 },
	summarised: { start: 3, end: 162 },
	tail: { start: 162, end: 169 },
	digested: 3,
	before: 136_264,
	after: 24_180,
	summary: 6_000,
	summariser: {
		kind: 'model',
		model: 'openrouter/acme-large-instruct',
		requests: 3,
		tokens: { input: 131_482, output: 9_200 },
		cost: 0.0412,
	},
};

/** What a model would be sent. */
export const previewState: PanelState = {
	...noModel,
	conversation: opened,
	preview,
};

/** What the built-in summariser would do. */
export const builtInPreview: PreviewView = {
	...(({ focus: _focus, ...rest }) => rest)(preview),
	digested: 0,
	summariser: { kind: 'built-in' },
};

/** The same, with the summary: another goal than now. */
export const builtInPreviewState: PanelState = {
	...noModel,
	conversation: compacted,
	preview: {
		...builtInPreview,
		written: {
			handoffTokens: 5_620,
			after: 23_801,
			sections: (compacted.sections ?? []).map((section) =>
				section.title === 'Goal'
					? {
							...section,
							items: [{ text: 'Move every session to short-lived tokens.', sources: [170] }],
						}
					: section,
			),
		},
	},
};

/** Just compacted: how large the context is will be known with the next reply. */
export const pendingState: PanelState = {
	...noModel,
	conversation: { ...compacted, meter: { ...meter, pending: true } },
};

/** Pins take more than a sensible share of the window. */
const overBudgetState: PanelState = {
	...noModel,
	conversation: withHistory,
	changeNotice: {
		kind: 'over-budget',
		text: 'Pinned and edited items take 12,400 tokens. Above 10,000 tokens, little room is left for the rest of the summary.',
		before: 4,
	},
};

/** A client asks a model whose prices are known. */
export const pricedState: PanelState = {
	...compactedState,
	conversation: {
		...compacted,
		meter: {
			...compacted.meter,
			tail: 61_240,
			next: {
				isWarm: true,
				dropped: 47_280,
				reread: 20_000,
				requests: 38,
				saving: 179_664,
				cost: 23_000,
				perMillion: 3,
			},
		},
	},
};

/** Every state that is looked at. */
export const allStates = {
	empty: emptyState,
	opened: openedState,
	small: smallState,
	following: followingState(true),
	compacted: compactedState,
	pending: pendingState,
	pruned: prunedState,
	running: runningState,
	writing: writingState,
	status: standingState,
	'stepped-in': steppedInState,
	undecided: undecidedState,
	audited: auditedState,
	problems: problemState,
	history: historyState,
	viewed: viewedState,
	undone: undoneState,
	preview: previewState,
	'preview-built-in': builtInPreviewState,
	'over-budget': overBudgetState,
	priced: pricedState,
} satisfies Record<string, PanelState>;

export type StateName = keyof typeof allStates;
