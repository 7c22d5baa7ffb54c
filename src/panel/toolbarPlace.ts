/** Between the toolbar and what it makes room for, pixels. */
const gap = 4;

/** Pixels that two boxes share without one covering anything of the other. */
const shared = 2;

/** How far a toolbar above an item reaches into it, so that the pointer gets there, pixels. */
const reachInto = 3;

/** A box within an item, pixels from its top left corner. */
export interface Box {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** The size of a box. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/**
 * Where the toolbar of an item covers nothing that can be pressed: at the end of a line, the first that
 * does, else in front of what stands there. It covers words instead, which can be read again when the
 * pointer has gone. Where there is no such place in the item it stands above its end.
 * @param taken What can be pressed.
 */
export function toolbarPlace(
	item: Size,
	bar: Size,
	taken: readonly Box[],
): { readonly left: number; readonly top: number } {
	const tops = [0, ...taken.map(({ bottom }) => bottom)]
		.filter((top) => top === 0 || top + bar.height <= item.height)
		.sort((a, b) => a - b);
	const end = Math.max(0, item.width - bar.width - gap);
	for (const top of tops) {
		const lefts = [end, ...taken.map(({ left }) => left - gap - bar.width)]
			.filter((left) => left >= 0 && left <= end)
			.sort((a, b) => b - a);
		const left = lefts.find((each) => taken.every((box) => !meet(box, boxAt(each, top, bar))));
		if (left !== undefined) {
			return { left, top };
		}
	}
	return { left: end, top: reachInto - bar.height };
}

function boxAt(left: number, top: number, { width, height }: Size): Box {
	return { left, top, right: left + width, bottom: top + height };
}

function meet(a: Box, b: Box): boolean {
	return (
		Math.min(a.right, b.right) - Math.max(a.left, b.left) > shared &&
		Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > shared
	);
}
