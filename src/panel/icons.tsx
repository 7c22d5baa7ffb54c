import * as paths from './iconPaths.ts';

const icons = { ...paths };

/** Our names of the codicons. */
export type IconName = keyof typeof icons;

/** A codicon in the colour of the surrounding text. Decorative: a text has the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
	return (
		<svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
			{icons[name].map((path) => (
				<path key={path} d={path} />
			))}
		</svg>
	);
}
