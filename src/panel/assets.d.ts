/** The build extracts the paths of an icon's file, so that no markup has to be parsed. */
declare module '*.svg' {
	/** The `d` of each path, for a box of 16 by 16. */
	export const paths: readonly string[];
}

/** Style sheets are bundled separately; the import has no value. */
declare module '*.css';
