import type { Claimed } from './scene.ts';

/** Statements about what people said in saved sessions, which are not part of the project. */
export interface SessionClaims {
	/** File in the folder of transcripts. */
	readonly file: string;
	readonly real: readonly Claimed[];
	readonly invented: readonly Claimed[];
}

export const sessionClaims: readonly SessionClaims[] = [
	{
		file: 'claude-code/gitsync-799f8a9225-parallel-tools.jsonl',
		real: [
			['Goal', 'Discuss and resolve git-sync issue 46 (atomic support).'],
			'Issue stays open; drop the implementation and comment on the current state.',
			['Goal', 'Implement git-sync issue #47.'],
			'Rename `--force` to `--force-with-lease`, add a plain `--force`.',
			'Commits must be meaningful.',
			'The changelog is updated at release time.',
			['Pending User Asks', 'Kurze Beschreibung für den Pull Request.'],
			'GitHub pull refs that cannot be created are skipped with a warning.',
		],
		invented: [
			'All commits must be signed with GPG.',
			'Upload coverage to https://codecov.example.',
			['Goal', 'Rewrite git-sync in Rust.'],
		],
	},
	{
		file: 'claude-code/ohmyposh-54bffa0c17-1537msgs-compact-images.jsonl',
		real: [
			'Do not rebuild the website on each run.',
			'Format order in the studio editor: JSON, YAML, TOML.',
			'No padding around the SVG.',
			'Group the branch into a few larger commits by topic; agree on groups before starting.',
			['Goal', 'Rename the button "Open Studio" to "Add to Studio".'],
			'Homepage renders the built-in default theme, not jandedobbeleer.',
			'Docs commit stays separate; compare harness is dropped.',
			'Ne pas reconstruire le site à chaque exécution.',
			'Remove the PNG from the home page and render an SVG of the default theme.',
		],
		invented: [
			'Use Tailwind for all studio pages.',
			['Goal', 'Move the documentation to Hugo.'],
			'Push to production after each commit.',
		],
	},
	{
		file: 'pi/pimono-before-compaction.jsonl',
		real: [
			'Only e2e tests for AgentSession.',
			'Keep the old code for reference; use main-new and cli-new if needed.',
			['Goal', 'Refactor main.ts and tui-renderer.ts; reduce duplication between run modes.'],
			'Plan goes to coding-agent/docs/refactor.md, with work packages and checkboxes.',
			'The plan must allow a new session to pick up where the last one stopped.',
			'Event listeners survive unsubscribe and compact.',
			'Do not read the whole session file.',
			'Alten Code als Referenz behalten.',
		],
		invented: [
			'Unit tests are required for each function.',
			'Replace the TUI with https://blessed.example.',
			['Goal', 'Publish the agent as a Docker image.'],
		],
	},
	{
		file: 'gemini-cli/geminicli-trajectory-contents.json',
		real: [
			'Agent teams must not persist; ask at every start.',
			'Remove the "Providers: …" line: duplicate.',
			'Provider markers also in the roster and above the team description.',
		],
		invented: ['Persist teams in ~/.gemini/teams.json.', 'Add a fifth provider called Mistral.'],
	},
	{
		file: 'cline/cline-sdk-session-messages.json',
		real: [
			['Goal', 'Make the filter icon smaller.'],
			'Spacing of the Sessions button must match New Session and Search.',
			['Pending User Asks', 'Remove the spacing of "Show more" in the sidebar.'],
			'Filtersymbol verkleinern.',
		],
		invented: ['Use Material icons.', 'Never edit webview-ui/package.json.'],
	},
	{
		file: 'hermes/54laowang-20260504_222136.jsonl',
		real: [
			'README must be translated into Chinese.',
			['Goal', '总结本地与官方仓库的差异'],
			['Goal', 'Full self-check: differences between the local and the official repository.'],
			'采用方案1',
		],
		invented: ['上传备份到 https://bak.example', 'Delete the memories directory.'],
	},
];
