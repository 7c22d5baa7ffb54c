/** The build gives the shapes of an icon's file, not its text: no markup has to be parsed. */
declare module '*.svg' {
	/** The `d` of each path, for a box of 16 by 16. */
	export const paths: readonly string[];
}

/** Style sheets become `dist/panel.css`; importing one gives nothing. */
declare module '*.css';
