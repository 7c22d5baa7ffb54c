import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A running process of Linux. */
interface ProcessInfo {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
}

/**
 * The extension hosts of a server, by their process ids.
 * @throws Where there is no `/proc`.
 */
export async function extensionHosts(server: number): Promise<readonly number[]> {
	const processes = await allProcesses();
	const isBelow = (pid: number): boolean => {
		const parent = processes.find((one) => one.pid === pid)?.parent ?? 0;
		return parent === server || (parent > 1 && isBelow(parent));
	};
	return processes
		.filter(({ pid, command }) => command.includes('--type=extensionHost') && isBelow(pid))
		.map(({ pid }) => pid);
}

async function allProcesses(): Promise<readonly ProcessInfo[]> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(names.map(processInfo));
	return found.filter((info) => info !== undefined);
}

async function processInfo(name: string): Promise<ProcessInfo | undefined> {
	try {
		const [status, command] = await Promise.all([
			readFile(path.join('/proc', name, 'status'), 'utf8'),
			readFile(path.join('/proc', name, 'cmdline'), 'utf8'),
		]);
		const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '0';
		return { pid: Number(name), parent: Number(parent), command: command.replaceAll('\0', ' ') };
	} catch {
		// It has ended meanwhile.
		return undefined;
	}
}
