export interface IconShapeProperties {
	/** For its class. */
	readonly name: string;
	readonly paths: readonly string[];
}

/** A codicon in the colour of the text around it. Decoration: what it means is said in words. */
export function IconShape({ name, paths }: IconShapeProperties) {
	return (
		<svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
			{paths.map((path) => (
				<path key={path} d={path} />
			))}
		</svg>
	);
}
