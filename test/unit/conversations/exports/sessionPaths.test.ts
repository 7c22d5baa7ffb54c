import assert from 'node:assert/strict';
import path from 'node:path';
import { sessionPlace } from '../../../../src/conversations/exports/sessionPaths.ts';

describe('where assistants look for their sessions', () => {
	const session = {
		id: 'aefcb05b-206d-434a-94bf-d11991a74a0a',
		cwd: '/home/ada/my projects/harbour.js',
		now: new Date(2026, 0, 2, 3, 4, 5).getTime(),
	};
	const placeOf = (format: Parameters<typeof sessionPlace>[0], env: Record<string, string> = {}) =>
		sessionPlace(format, session, { home: path.sep === '/' ? '/home/ada' : 'C:\\ada', env });

	it('is a folder for each working folder (Claude Code)', () => {
		const place = placeOf('claude-code');
		assert.match(
			place?.path.replaceAll('\\', '/') ?? '',
			/ada\/\.claude\/projects\/-home-ada-my-projects-harbour-js\/aefcb05b-206d-434a-94bf-d11991a74a0a\.jsonl$/,
		);
		assert.equal(place?.command, 'claude --resume aefcb05b-206d-434a-94bf-d11991a74a0a');
	});

	it('is a folder for each day of this place (Codex)', () => {
		const place = placeOf('codex');
		assert.match(
			place?.path.replaceAll('\\', '/') ?? '',
			/ada\/\.codex\/sessions\/2026\/01\/02\/rollout-2026-01-02T03-04-05-aefcb05b-206d-434a-94bf-d11991a74a0a\.jsonl$/,
		);
		assert.equal(place?.command, 'codex resume aefcb05b-206d-434a-94bf-d11991a74a0a');
	});

	it('is elsewhere where the person has said so', () => {
		const env = { CLAUDE_CONFIG_DIR: '/opt/claude', CODEX_HOME: '/opt/codex' };
		const inside = (format: 'claude-code' | 'codex', root: string): boolean =>
			placeOf(format, env)?.path.startsWith(path.join(root, path.sep)) ?? false;
		assert.ok(inside('claude-code', '/opt/claude'));
		assert.ok(inside('codex', '/opt/codex'));
	});
});
