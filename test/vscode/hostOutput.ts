import { format } from 'node:util';

/**
 * How messages begin in which VS Code talks about itself: its own connections, and what a test
 * machine does not have (the extension gallery, accounts, native modules that were not built).
 */
const noise = [
	/^\[(AgentHost|RemoteAgentHostProtocol|AccountPolicyGate|reconnection-grace-time|Service Worker)/,
	/^(Creating a socket|Resolv(ing|ed) connection token|Updating additional builtin extensions|Creation of workbench contribution)/,
	/open-vsx\.org|marketplace\.visualstudio\.com|vscode-cdn\.net|vscode-unpkg\.net/,
	/^Timed out waiting for authentication provider/,
	/^Error: Could not locate the bindings file/,
	/Cannot find module '[^']*(watchdog|spdlog|sqlite3)/,
];

/** Stack frames inside VS Code and Node say nothing about the extension. */
const foreignFrame = /^\s+at .*(\/code-server\/|node:internal|\/stable-[0-9a-f]{40}\/)/;

/**
 * The lines worth showing of one message that came out of a workbench under test.
 * @param args What was passed to the console, as the workbench forwards it.
 */
export function readableLines(args: readonly unknown[]): string[] {
	const lines = format(...args).split('\n');
	return noise.some((pattern) => pattern.test(lines[0] ?? ''))
		? []
		: lines.filter((line) => line.trim() !== '' && !foreignFrame.test(line));
}
