/*
 * TO BE REPLACED by the service over src/conversations. Until then it answers with canned data, so
 * that everything in front of it can be built and looked at.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationView, SectionView } from '../protocol/conversationView.ts';
import type { EngineSettings } from '../protocol/worker.ts';
import { sectionTitles, type SectionTitle } from '../summary/sections.ts';
import type { WorkerService } from './serve.ts';

interface Opened {
	readonly path: string;
	readonly lines: number;
	readonly tokens: number;
	readonly compactions: number;
	readonly focus?: string;
}

const canned: Partial<Record<SectionTitle, readonly string[]>> = {
	'Active Task': ['"Now make the refresh token rotate on every use."'],
	Goal: ['Move session handling from cookies to short-lived tokens.'],
	'Completed Actions': [
		'1. EDIT `src/auth/session.ts` — reads both formats [tool: edit]',
		'2. RUN `npm test` — exit 0, 212 passed [tool: bash]',
	],
	'Pending User Asks': ['Rotate the refresh token on every use.'],
	'Relevant Files': ['`src/auth/session.ts` — changed', '`src/auth/token.ts` — created'],
	'Remaining Work': ['Rotate in `refresh()` and revoke the family on reuse.'],
};

function sections(): readonly SectionView[] {
	return sectionTitles.map((title) => {
		const items = (canned[title] ?? []).map((text, index) => ({ text, sources: [index + 1] }));
		return { title, items, tokens: items.reduce((sum, item) => sum + item.text.length / 4, 0) };
	});
}

function viewOf(id: string, opened: Opened, settings: EngineSettings): ConversationView {
	const ruled = Math.min(Math.max(0.5 * settings.window, 64_000), 0.85 * settings.window);
	const wanted = settings.threshold ?? ruled;
	const hardThreshold = Math.round(wanted <= 1 ? wanted * settings.window : wanted);
	const compacted = opened.compactions > 0;
	const head = Math.round(opened.tokens * 0.03);
	const tail = compacted ? Math.round(opened.tokens * 0.12) : opened.tokens - head;
	const summary = compacted ? Math.round(opened.tokens * 0.04) : 0;
	const tokensAfter = head + summary + tail;
	return {
		id,
		title: basename(opened.path),
		source: 'Canned data',
		file: opened.path,
		messages: opened.lines,
		logTokens: opened.tokens,
		compactions: opened.compactions,
		meter: {
			window: settings.window,
			softThreshold: Math.round(hardThreshold * settings.softRatio),
			hardThreshold,
			head,
			summary,
			tail,
			...(compacted ? { before: opened.tokens } : {}),
		},
		problems: [],
		...(compacted
			? {
					receipt: {
						trigger: 'manual',
						...(opened.focus === undefined ? {} : { focus: opened.focus }),
						tokensBefore: opened.tokens,
						tokensAfter,
						messagesBefore: opened.lines,
						messagesAfter: 8,
						summariser: { kind: 'built-in' },
						durationMs: 900,
						range: [4, Math.max(4, opened.lines - 6)],
						kept: 7,
						summarised: Math.max(0, opened.lines - 7),
						digested: 2,
					} as const,
					sections: sections(),
				}
			: {}),
	};
}

/** The service the worker thread offers. */
export function createService(): WorkerService {
	const all = new Map<string, Opened>();
	function find(id: string): Opened {
		const opened = all.get(id);
		if (opened === undefined) {
			throw Object.assign(new Error(`No conversation ${id} is open.`), {
				code: 'unknown-conversation',
			});
		}
		return opened;
	}
	return {
		async open({ path }, { signal, progress }) {
			progress('reading');
			const text = await readFile(path, { encoding: 'utf8', signal });
			const lines = text.split('\n').filter((line) => line.trim() !== '').length;
			if (lines === 0) {
				throw Object.assign(new Error(`${basename(path)} is empty.`), { code: 'empty' });
			}
			if (!all.has(path)) {
				all.set(path, { path, lines, tokens: Math.ceil(text.length / 4), compactions: 0 });
			}
			const conversation = { id: path, title: basename(path), messages: lines };
			return { source: 'Canned data', conversations: [conversation], problems: [] };
		},
		async view({ id, settings }) {
			return viewOf(id, find(id), settings);
		},
		async compact({ id, settings, focus }, { signal, progress }) {
			const opened = find(id);
			if (opened.lines < 8) {
				return { outcome: 'refused', reason: 'There is nothing between the start and the end.' };
			}
			for (const phase of ['planning', 'summarising'] as const) {
				progress(phase);
				await sleep(400, undefined, { signal });
			}
			const { path, lines, tokens, compactions } = opened;
			const next: Opened = {
				path,
				lines,
				tokens,
				compactions: compactions + 1,
				...(focus === undefined ? {} : { focus }),
			};
			all.set(id, next);
			return { outcome: 'compacted', view: viewOf(id, next, settings) };
		},
		async handoff({ id }) {
			return find(id).compactions === 0 ? undefined : '[Handoff from an earlier context window]';
		},
		async close({ id }) {
			all.delete(id);
			return undefined;
		},
	};
}
