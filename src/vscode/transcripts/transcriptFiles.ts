/**
 * How files end that can be opened, without the dot: lines and documents of JSON, packed or not, and databases of
 * OpenCode, Kilo Code and Cursor.
 */
export const transcriptExtensions: readonly string[] =
	'jsonl zst json db sqlite sqlite3 vscdb'.split(' ');
