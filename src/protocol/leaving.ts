import * as v from 'valibot';
import { isExternalLink } from './externalLink.ts';

/** What leads out of a page of ours, wherever it stands: to a file, to the browser, to the clipboard. */
export const leavingRequests = [
	v.strictObject({
		type: v.literal('openFile'),
		path: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
	}),
	v.strictObject({
		type: v.literal('openExternal'),
		url: v.pipe(v.string(), v.maxLength(8_192), v.check(isExternalLink)),
	}),
	v.strictObject({
		type: v.literal('copyText'),
		text: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000_000)),
	}),
] as const;
