/** The language of a page. */
export interface PageLanguage {
	/** For numbers. */
	readonly locale: string;
	/** VS Code's translations by the English text; texts without one are shown in English. */
	readonly texts: Record<string, string>;
}
