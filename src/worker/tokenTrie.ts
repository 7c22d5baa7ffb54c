import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const isEntry = 1;
const hasChildren = 2;

/**
 * The entries of a tokenizer's dictionary, by their bytes. A node's first child is the node behind it, and
 * siblings are in the order of their bytes. Node 0 is the root.
 */
export class TokenTrie {
	readonly #bytes: Uint8Array;
	readonly #flags: Uint8Array;
	/** The next sibling; 0 for the last one. */
	readonly #siblings: Uint32Array;
	/** The root's child for each byte; 0 where no longer entry begins with it. */
	readonly #first = new Uint32Array(256);

	private constructor(packed: Uint8Array) {
		// There is at least one byte for each node.
		this.#bytes = new Uint8Array(packed.length);
		this.#flags = new Uint8Array(packed.length);
		this.#siblings = new Uint32Array(packed.length);
		this.#build(packed);
		for (let node = 1; node > 0; node = this.#siblings[node] ?? 0) {
			this.#first[this.#bytes[node] ?? 0] = node;
		}
	}

	/** @param entries What `packedEntries` made. */
	static async unpack(entries: string): Promise<TokenTrie> {
		return new TokenTrie(await promisify(brotliDecompress)(Buffer.from(entries, 'base64')));
	}

	#build(packed: Uint8Array): void {
		const [separators = 0] = packed;
		const levels = new Int8Array(256).fill(-1);
		packed.subarray(1, separators + 1).forEach((byte, count) => {
			levels[byte] = count;
		});
		/** The nodes from the root to the last one, and the last child of each. */
		const path = [0];
		const youngest = [0];
		let depth = 0;
		let node = 0;
		for (const byte of packed.subarray(separators + 1)) {
			const up = levels[byte] ?? -1;
			if (up >= 0) {
				this.#mark(node, isEntry);
				depth -= up;
				continue;
			}
			node += 1;
			this.#bytes[node] = byte;
			const older = youngest[depth] ?? 0;
			if (older === 0) {
				this.#mark(path[depth] ?? 0, hasChildren);
			} else {
				this.#siblings[older] = node;
			}
			youngest[depth] = node;
			depth += 1;
			path[depth] = node;
			youngest[depth] = 0;
		}
	}

	#mark(node: number, flag: number): void {
		this.#flags[node] = (this.#flags[node] ?? 0) | flag;
	}

	/** How many entries bytes are made of, when each is the longest one from where it begins. */
	count(bytes: Uint8Array): number {
		let entries = 0;
		for (let start = 0; start < bytes.length; start = this.#end(bytes, start)) {
			entries += 1;
		}
		return entries;
	}

	/** Behind the longest entry from here. */
	#end(bytes: Uint8Array, start: number): number {
		let end = start + 1;
		let node = this.#first[bytes[start] ?? 0] ?? 0;
		for (let next = end; node > 0 && next < bytes.length; next += 1) {
			node = this.#child(node, bytes[next] ?? 0);
			if (((this.#flags[node] ?? 0) & isEntry) !== 0) {
				end = next + 1;
			}
		}
		return end;
	}

	#child(node: number, byte: number): number {
		if (((this.#flags[node] ?? 0) & hasChildren) === 0) {
			return 0;
		}
		let child = node + 1;
		while (child > 0 && (this.#bytes[child] ?? 0) < byte) {
			child = this.#siblings[child] ?? 0;
		}
		return this.#bytes[child] === byte ? child : 0;
	}
}
