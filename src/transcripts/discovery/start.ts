import { open } from 'node:fs/promises';

/**
 * The first bytes of a file, which may be growing meanwhile.
 * @throws What the system says, for example when the file is gone.
 */
export async function startOf(file: string, bytes: number): Promise<Uint8Array> {
	const handle = await open(file, 'r');
	try {
		const buffer = Buffer.allocUnsafe(bytes);
		const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}
