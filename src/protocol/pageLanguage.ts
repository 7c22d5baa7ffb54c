/** The language a page speaks. */
export interface PageLanguage {
	/** For numbers. */
	readonly locale: string;
	/** By the English text, what VS Code has of it in the person's language; English is as it was written. */
	readonly texts: Record<string, string>;
}
