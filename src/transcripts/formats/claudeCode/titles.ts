import type { ClaudeRecord } from './records.ts';

/** The titles a session's file holds; of each kind the last one counts. */
export class ClaudeTitles {
	#custom = '';
	#generated = '';
	readonly #summaries: { readonly title: string; readonly leaf: unknown }[] = [];

	/** Notes the title of a line that holds one. */
	take(record: ClaudeRecord): void {
		const { customTitle, aiTitle, summary, leafUuid } = record;
		if (record.type === 'custom-title' && typeof customTitle === 'string') {
			this.#custom = customTitle.trim();
		} else if (record.type === 'ai-title' && typeof aiTitle === 'string') {
			this.#generated = aiTitle.trim();
		} else if (record.type === 'summary' && typeof summary === 'string') {
			this.#summaries.push({ title: summary.trim(), leaf: leafUuid });
		}
	}

	/**
	 * The person's own title, else the assistant's, else that of a `summary` line which names a line
	 * of this file as its end: such lines often stand in files of other sessions. Empty without any.
	 * @param isLine Whether a line of the conversation has this uuid.
	 */
	best(isLine: (uuid: string) => boolean): string {
		const own = this.#summaries.findLast(({ leaf }) => typeof leaf === 'string' && isLine(leaf));
		return this.#custom || this.#generated || (own?.title ?? '');
	}
}
