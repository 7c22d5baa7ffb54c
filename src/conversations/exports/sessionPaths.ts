import { join } from 'node:path';
import type { ExportFormat } from './exportText.ts';
import type { ExportedSession } from './session.ts';

/** Where assistants look for sessions to resume. */
export interface ResumableFile {
	/** The file's path. */
	readonly path: string;
	/** The command that resumes the session in its folder. */
	readonly command: string;
}

/** The properties of the machine that determine where sessions are stored. */
export interface Machine {
	/** The user's home folder. */
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where to put a session; undefined: no assistant looks for files of this format. */
export function sessionPlace(
	format: ExportFormat,
	{ id, cwd, now }: Pick<ExportedSession, 'id' | 'cwd' | 'now'>,
	{ home, env }: Machine,
): ResumableFile | undefined {
	switch (format) {
		case 'openai':
			return undefined;
		case 'claude-code': {
			const root = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
			const folder = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
			return {
				path: join(root, 'projects', folder, `${id}.jsonl`),
				command: `claude --resume ${id}`,
			};
		}
		case 'codex': {
			const root = env['CODEX_HOME'] || join(home, '.codex');
			const [day, time] = localTime(now);
			return {
				path: join(root, 'sessions', ...day, `rollout-${day.join('-')}T${time}-${id}.jsonl`),
				command: `codex resume ${id}`,
			};
		}
	}
}

/** Year, month and day, and hours, minutes and seconds, in local time. */
function localTime(at: number): readonly [day: readonly string[], time: string] {
	const date = new Date(at);
	const two = (number: number): string => String(number).padStart(2, '0');
	return [
		[String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())],
		[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-'),
	];
}
