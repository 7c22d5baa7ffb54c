import { redact, type Redacted } from '../../redaction/redact.ts';

/** What a compaction is asked to preserve. */
export interface Topic {
	readonly focus?: Redacted;
}

/** What a person typed or selected: it is shown, kept and sent without its secrets. */
export function topicOf(focus: string | undefined): Topic {
	return focus === undefined ? {} : { focus: redact(focus) };
}
