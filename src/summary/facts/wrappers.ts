/** What stands before a command and only says where it comes from, or where it runs. */

/** Programs that find another one, in an environment of their own, and run it here. */
const finder =
	/^(?:(?:mise|rtx) (?:exec|x) (?:(?!-- )\S{1,80} ){0,8}?-- |asdf exec |nix develop (?:(?!-c |--command )\S{1,200} ){0,8}?(?:-c|--command) |direnv exec \S{1,200} |(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) exec) (?:(?:-y|--yes|--no-install|--no|-s|--silent|--) ){0,4}|(?:uv|poetry|pipenv|pdm|rye|hatch) run (?:(?:--frozen|--locked|--no-sync|--quiet|-q|--isolated|--all-extras|--active|--|(?:--(?:extra|group|package|python|with|with-editable|with-requirements)[ =]|-p )\S{1,200}) ){0,8}|bundle exec |xvfb-run (?:-\S{1,80} ){0,4})(?=\S)/;

/** A program that we do not know in front of git and what git does; not one that takes words for words. */
const aroundGit =
	/^(?!(?:echo|printf|man|help|type|which|whereis|alias|grep|rg|ls|cat|cd|rm|mv|cp|mkdir|touch) )[a-z][\w-]{0,30} (?=git (?:add|am|apply|branch|checkout|cherry-pick|clean|clone|commit|diff|fetch|log|merge|mv|pull|push|rebase|reset|restore|revert|rm|show|stash|status|switch|tag|worktree)(?: |$))/;

/** Options of a container behind which their value stands. */
const valued = String.raw`(?:-[dit]{0,3}[aehlmpuvw]|--(?:add-host|cap-add|cpus|device|entrypoint|env|env-file|gpus|hostname|index|label|memory|mount|name|net|network|platform|publish|pull|shm-size|tmpfs|user|volume|workdir)) `;

/** Programs that run another one in a container. */
const container = new RegExp(
	String.raw`^(?:docker|podman)(?:-compose| compose)? (?:(?:-f|--file|-p|--project-name|--env-file) \S{1,200} ){0,4}(?:exec|run) (?:${valued}\S{1,200} |(?!${valued})-\S{1,200} ){0,16}[^-\s]\S{0,200} (?=\S)`,
);

/** A command without a program that only finds it: it does the same. */
export function withoutFinder(command: string): string {
	return command.replace(finder, '');
}

/** The words of a command without those of a program that only finds it. */
export function wordsBehindFinder(words: readonly string[]): readonly string[] {
	const command = words.join(' ');
	const found = (finder.exec(command) ?? aroundGit.exec(command))?.[0];
	return found === undefined ? words : words.slice(found.trim().split(' ').length);
}

/** Options of git itself, without a value, that change neither what it does nor where; `-c` and `-C` have one. */
const ofGit = /^(?:--no-pager|-P|--paginate|-p)$/;

/** The words of a command without git's own options, but for where it is to work. */
export function withoutGitOptions(words: readonly string[]): readonly string[] {
	if (words[0] !== 'git') {
		return words;
	}
	const kept = words.slice(0, 1);
	let at = 1;
	while (/^-[Cc]$/.test(words[at] ?? '') || ofGit.test(words[at] ?? '')) {
		const length = ofGit.test(words[at] ?? '') ? 1 : 2;
		kept.push(...(words[at] === '-C' ? words.slice(at, at + length) : []));
		at += length;
	}
	return [...kept, ...words.slice(at)];
}

/** A command as it reads in the container that it runs in, which has files of its own. */
export function inContainer(command: string): string {
	return command.replace(container, '');
}
