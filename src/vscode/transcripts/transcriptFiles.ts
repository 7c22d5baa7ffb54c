/**
 * How files end that can be opened, without the dot: lines and documents of JSON, packed or not, trajectories of
 * SWE-agent, agents of Letta, Markdown of aider and SpecStory, databases of OpenCode, Cursor and Kiro.
 * The explorer's context menu goes by these too, but for Markdown by the whole name.
 */
export const transcriptExtensions: readonly string[] =
	'jsonl zst json traj md af db sqlite sqlite3 vscdb'.split(' ');
