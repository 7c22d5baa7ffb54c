/**
 * Preloaded into the VS Code server, which runs in a process group of its own: when the process that
 * started it is killed without a chance to clean up, the server ends too (and with it its extension
 * hosts) instead of staying behind.
 */
const parent = process.ppid;

setInterval(() => {
	if (process.ppid !== parent || !isRunning(parent)) {
		process.exit(1);
	}
}, 1000).unref();

// The server hands its own Node options to the extension hosts; they are to run without this file.
const position = process.execArgv.indexOf('--import');
if (position >= 0) {
	process.execArgv.splice(position, 2);
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
