import { inflateRawSync } from 'node:zlib';

/** Signature of the record that ends an archive (APPNOTE 4.3.16); those here have no comment after it. */
const endSignature = 0x06054b50;
const endBytes = 22;
const entryBytes = 46;
const localHeaderBytes = 30;

/** The files of a zip archive by their paths, unpacked. Only for archives that `vsce` made. */
export function unzipped(archive: Buffer): ReadonlyMap<string, Buffer> {
	const end = archive.length - endBytes;
	if (archive.readUInt32LE(end) !== endSignature) {
		throw new Error('This is no zip archive, or one with a comment.');
	}
	const files = new Map<string, Buffer>();
	let entry = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
		const name = entry + entryBytes;
		const nameEnd = name + archive.readUInt16LE(entry + 28);
		files.set(archive.toString('utf8', name, nameEnd), content(archive, entry));
		entry = nameEnd + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
	}
	return files;
}

/** @param entry Where the file's entry in the central directory begins (APPNOTE 4.3.12). */
function content(archive: Buffer, entry: number): Buffer {
	const local = archive.readUInt32LE(entry + 42);
	const start =
		local + localHeaderBytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
	const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
	const isStored = archive.readUInt16LE(entry + 10) === 0;
	return isStored ? packed : inflateRawSync(packed);
}
