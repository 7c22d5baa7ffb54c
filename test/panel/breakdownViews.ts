import type { Breakdown, BreakdownMessage } from '../../src/protocol/breakdownView.ts';

/** Breakdowns as the worker would work them out. */

function message(
	number: number,
	tool: string | undefined,
	text: string,
	tokens: number,
	saving: number,
): BreakdownMessage {
	return tool === undefined
		? { number, role: 'assistant', text, tokens, saving }
		: { number, role: 'tool', tool, text, tokens, saving };
}

const outputs = [
	message(88, 'Bash', 'npm test -- --reporter spec --watch=false packages/session', 18_420, 18_371),
	message(121, 'Bash', 'git diff main -- src/auth', 9_210, 9_160),
	message(167, 'Bash', 'npm run build', 2_104, 0),
];

const readings = [
	message(42, 'Read', 'src/auth/session.ts', 4_310, 4_270),
	message(97, 'Read', 'src/auth/session.ts', 4_302, 4_262),
	message(150, 'Read', 'src/auth/session.ts', 4_290, 0),
];

const written = message(
	61,
	undefined,
	'I will write the whole module anew, so that rotation and revocation are in one place.',
	6_120,
	5_400,
);

/** Above the threshold, never compacted. */
export const openedBreakdown: Breakdown = {
	tokens: 136_264,
	saving: 78_214,
	groups: [
		{ kind: 'tool', tool: 'Bash', messages: 38, tokens: 61_300, saving: 49_112, largest: outputs },
		{ kind: 'tool', tool: 'Read', messages: 24, tokens: 33_780, saving: 23_702, largest: readings },
		{ kind: 'assistant', messages: 71, tokens: 26_044, saving: 5_400, largest: [written] },
		{
			kind: 'system',
			messages: 1,
			tokens: 5_212,
			saving: 0,
			largest: [{ number: 1, role: 'system', text: 'You are …', tokens: 5_212, saving: 0 }],
		},
		{
			kind: 'tool',
			tool: 'mcp__a_server_with_a_long_name__and_a_tool_with_an_even_longer_one',
			messages: 3,
			tokens: 4_028,
			saving: 0,
			largest: [],
		},
		{ kind: 'image', messages: 2, tokens: 3_200, saving: 0, largest: [] },
		{ kind: 'user', messages: 31, tokens: 2_700, saving: 0, largest: [] },
	],
	largest: [...outputs, written, ...readings].sort((a, b) => b.tokens - a.tokens),
	repeatedReads: [
		{ path: 'src/auth/session.ts', times: 3, tokens: 8_612, saving: 8_532, largest: readings },
		{
			path: '/home/ada/projects/harbour/packages/session/src/internal/rotation/refreshTokens.ts',
			times: 2,
			tokens: 1_204,
			saving: 0,
			largest: [],
		},
	],
};

/** A summary stands for most of it; nothing is left to prune. */
export const compactedBreakdown: Breakdown = {
	...openedBreakdown,
	saving: 0,
	groups: openedBreakdown.groups.map((group) => ({ ...group, saving: 0 })),
	largest: openedBreakdown.largest.map((row) =>
		row.number < 163 ? { ...row, saving: 0, isSummarised: true } : { ...row, saving: 0 },
	),
	repeatedReads: [],
};
