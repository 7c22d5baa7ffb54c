/** A line chart as SVG: readable on light and dark pages, without scripts and outside files. */

export interface Line {
	readonly name: string;
	/** Share, 0 to 1, by budget; undefined where it was not measured. */
	readonly values: readonly (number | undefined)[];
	/** Drawn strong and in colour. */
	readonly isOurs?: boolean;
	/** Drawn dashed: for comparison, not a method to use. */
	readonly isReference?: boolean;
}

const size = { width: 760, height: 420 };
const plot = { left: 56, right: 560, top: 48, bottom: 368 };

/** Pixels between two labels at least. */
const labelHeight = 15;

/** @param columns What the values belong to, from left to right at equal distances. */
export function lineChart(
	title: string,
	columns: readonly string[],
	lines: readonly Line[],
): string {
	const x = (column: number): number =>
		plot.left + (column * (plot.right - plot.left)) / Math.max(1, columns.length - 1);
	const y = (share: number): number => plot.bottom - share * (plot.bottom - plot.top);
	const grid = [0, 0.25, 0.5, 0.75, 1].map(
		(share) =>
			`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y(share)}" y2="${y(share)}"/><text x="${plot.left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
	);
	const axis = columns.map(
		(name, column) =>
			`<text x="${x(column).toFixed(1)}" y="${plot.bottom + 20}" text-anchor="middle">${name}</text>`,
	);
	const places = labelPlaces(lines.map((line) => y(lastOf(line))));
	const drawn = lines.map((line, index) => {
		const points = line.values.flatMap((value, column) =>
			value === undefined ? [] : [`${x(column).toFixed(1)},${y(value).toFixed(1)}`],
		);
		const kind = line.isOurs === true ? 'ours' : line.isReference === true ? 'reference' : 'plain';
		const label = `<text class="${kind}" x="${plot.right + 10}" y="${((places[index] ?? 0) + 4).toFixed(1)}">${line.name}</text>`;
		return `<polyline class="${kind}" points="${points.join(' ')}"/>${label}`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}">`,
		`<style>${style}</style>`,
		`<text class="title" x="${plot.left}" y="24">${title}</text>`,
		...grid,
		...axis,
		`<text x="${(plot.left + plot.right) / 2}" y="${size.height - 10}" text-anchor="middle">tokens of the whole summary</text>`,
		...drawn,
		'</svg>',
		'',
	].join('\n');
}

const style = [
	'text{font:12px system-ui,sans-serif;fill:#57606a}',
	'.title{font-size:14px;font-weight:600;fill:#24292f}',
	'.grid{stroke:#d0d7de;stroke-width:1}',
	'polyline{fill:none;stroke-width:1.5;stroke-linejoin:round}',
	'polyline.plain{stroke:#8c959f}',
	'polyline.reference{stroke:#8c959f;stroke-dasharray:4 4}',
	'polyline.ours{stroke:#0969da;stroke-width:3}',
	'text.ours{fill:#0969da;font-weight:600}',
	'@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}polyline.plain,polyline.reference{stroke:#6e7681}polyline.ours{stroke:#4493f8}text.ours{fill:#4493f8}}',
].join('');

function lastOf({ values }: Line): number {
	return values.findLast((value) => value !== undefined) ?? 0;
}

/** Heights of the labels, moved apart where lines end close to each other. */
function labelPlaces(wanted: readonly number[]): number[] {
	const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
	const places = [...wanted];
	let lowest = Number.NEGATIVE_INFINITY;
	for (const index of order) {
		lowest = Math.max(places[index] ?? 0, lowest + labelHeight);
		places[index] = lowest;
	}
	return places;
}
