import { crc32 } from 'node:zlib';

/** A picture of an animation. */
export interface Frame {
	/** A PNG; all have the same size and the same kind of pixels. */
	readonly png: Buffer;
	/** How long it is shown, milliseconds. */
	readonly shownMs: number;
}

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
	readonly type: string;
	readonly data: Buffer;
}

/**
 * Puts pictures one behind the other into an animated PNG that runs for ever. Programs that know nothing of
 * animations show the first. https://www.w3.org/TR/png-3/#apng-frame-based-animation
 * @throws When the pictures differ in size or kind of pixels, or there is none.
 */
export function animatedPicture(frames: readonly Frame[]): Buffer {
	const [header, ...others] = frames.map(({ png }) => headerOf(png));
	if (header === undefined || others.some((other) => !other.equals(header))) {
		throw new Error('The pictures of an animation have the same size and kind of pixels.');
	}
	let sequence = 0;
	const animated = frames.flatMap(({ png, shownMs }, index): Chunk[] => {
		const control = frameControl(sequence++, header, shownMs);
		const pixels = chunksOf(png).filter(({ type }) => type === 'IDAT');
		return [
			control,
			...pixels.map(({ data }) =>
				index === 0
					? { type: 'IDAT', data }
					: { type: 'fdAT', data: Buffer.concat([number(sequence++), data]) },
			),
		];
	});
	const chunks = [
		{ type: 'IHDR', data: header },
		{ type: 'acTL', data: Buffer.concat([number(frames.length), number(0)]) },
		...animated,
		{ type: 'IEND', data: Buffer.alloc(0) },
	];
	return Buffer.concat([signature, ...chunks.map(written)]);
}

function headerOf(png: Buffer): Buffer {
	const header = chunksOf(png).find(({ type }) => type === 'IHDR');
	if (header === undefined) {
		throw new Error('A picture of an animation is no PNG.');
	}
	return header.data;
}

function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = signature.length; at < png.length; ) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
		at += length + 12;
	}
	return chunks;
}

/** The whole picture, shown so long, and then replaced by the next. */
function frameControl(sequence: number, header: Buffer, shownMs: number): Chunk {
	const delay = Buffer.alloc(6);
	delay.writeUInt16BE(shownMs, 0);
	delay.writeUInt16BE(1_000, 2);
	const offsets = [number(0), number(0)];
	return {
		type: 'fcTL',
		data: Buffer.concat([number(sequence), header.subarray(0, 8), ...offsets, delay]),
	};
}

function number(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

function written({ type, data }: Chunk): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([number(data.length), named, number(crc32(named))]);
}
