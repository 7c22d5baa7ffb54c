import { redact } from '../redaction/redact.ts';

/**
 * A text for a notification, with no secrets and nothing in it to click: VS Code makes links of
 * `[text](address)`, commands among the addresses, and the words of a server or a file are not ours.
 */
export function plainNotice(text: string): string {
	return redact(text).replaceAll('](', '] (');
}
