import type { MachineSession } from '../../../../src/vscode/transcripts/machineSessions.ts';

/** A session of 1.2 MB, of nobody known. */
export function sessionOf(path: string, about: Partial<MachineSession> = {}): MachineSession {
	return { path, size: 1_234_567, modified: 0, ...about };
}
