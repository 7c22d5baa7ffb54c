import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * The most memory this process has had at any time, bytes. On Linux `maxRSS` begins with what the process
 * that started this one had, however little this one takes.
 */
export function peakMemory(): number {
	if (process.platform !== 'linux') {
		return process.resourceUsage().maxRSS * 1_024;
	}
	const status = readFileSync('/proc/self/status', 'utf8');
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
	if (kilobytes === undefined) {
		throw new Error('/proc/self/status does not tell VmHWM');
	}
	return Number(kilobytes) * 1_024;
}
