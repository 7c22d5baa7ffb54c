import * as v from 'valibot';
import { isExternalLink } from './externalLink.ts';

/** Requests for external actions from any of our pages: open a file or the browser, write to the clipboard. */
export const externalActions = [
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
