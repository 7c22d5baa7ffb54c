/**
 * How fast sessions of other assistants are found: 5,000 files in a made-up home folder, on a disk that
 * has just been written. Run with `node bench/discovery.ts`.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoreEnvironment } from '../src/transcripts/discovery/environment.ts';
import { findSessions } from '../src/transcripts/discovery/findSessions.ts';
import { previewSession } from '../src/transcripts/discovery/sessionPreview.ts';
import { stores } from '../src/transcripts/discovery/stores.ts';
import { median, ms, row } from './measure.ts';

/** Of the whole search. */
const targetMs = 2_000;
const rounds = 5;
const files = { claudeCode: 2_500, codex: 2_000, copilotChat: 500 } as const;
/** Bytes of one session: what is read of it does not depend on its size. */
const sessionBytes = 40_000;

function lines(cwd: string, type: string): string {
	const message = { role: 'user', content: 'Sort the invoices by date, then by customer.' };
	const line = { type, sessionId: 's', uuid: 'u', parentUuid: null, cwd, message };
	return `${JSON.stringify(line)}\n${JSON.stringify({ ...line, text: 'x'.repeat(sessionBytes) })}\n`;
}

async function generate(home: string): Promise<void> {
	const whole: (readonly [file: string, content: string])[] = [];
	for (let index = 0; index < files.claudeCode; index += 1) {
		const project = `-home-kim-p${index % 40}`;
		const file = `.claude/projects/${project}/${index}.jsonl`;
		whole.push([file, lines(`/home/kim/p${index % 40}`, 'user')]);
	}
	for (let index = 0; index < files.codex; index += 1) {
		const day = String((index % 28) + 1).padStart(2, '0');
		const file = `.codex/sessions/2026/05/${day}/rollout-${index}.jsonl`;
		whole.push([file, lines(`/home/kim/p${index % 40}`, 'session_meta')]);
	}
	for (let index = 0; index < files.copilotChat; index += 1) {
		const storage = `.config/Code/User/workspaceStorage/w${index % 40}`;
		whole.push([`${storage}/chatSessions/${index}.jsonl`, lines('', 'chat')]);
		whole.push([`${storage}/workspace.json`, `{"folder":"file:///home/kim/p${index % 40}"}`]);
	}
	for (const [file, content] of whole) {
		await mkdir(path.dirname(path.join(home, file)), { recursive: true });
		await writeFile(path.join(home, file), content);
	}
}

const home = await mkdtemp(path.join(tmpdir(), 'precis-discovery-'));
try {
	await generate(home);
	const environment: StoreEnvironment = {
		home,
		platform: 'linux',
		pathRules: 'posix',
		variables: {},
		userFolder: path.join(home, '.config', 'Code', 'User'),
		workspaceFolders: ['/home/kim/p1'],
	};
	const { signal } = new AbortController();
	const search = () => Promise.all(stores.map((store) => findSessions(store, environment, signal)));
	const started = performance.now();
	const found = (await search()).flatMap(({ sessions }) => sessions);
	const first = performance.now() - started;
	const time = await median(rounds, search);
	const projects = found.filter(({ project }) => project !== undefined).length;
	row(`${found.length} sessions, ${projects} with their project: first search`, ms(first));
	row(`The same again, median of ${rounds}`, ms(time), `below ${ms(targetMs)}`);
	const titled = found.slice(0, 500);
	const titles = await median(3, async () => {
		for (const session of titled) {
			await previewSession(session.path, signal);
		}
	});
	row(`Titles of ${titled.length} of them, afterwards`, ms(titles));
	process.exitCode = Math.max(first, time) < targetMs ? 0 : 1;
} finally {
	await rm(home, { recursive: true });
}
