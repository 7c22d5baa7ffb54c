import type { FromSession } from '../../protocol/fromSession.ts';
import type { ToSession } from '../../protocol/toSession.ts';
import { vsCode } from '../vsCode.ts';
import type { RowCache } from './rowCache.ts';

/** What the session editor shows now. */
export interface SessionState
	extends Omit<Extract<ToSession, { readonly type: 'outline' }>, 'type'> {
	/** Heights to reckon with before rows are drawn, pixels. */
	readonly heights: Float64Array;
	readonly cache: RowCache;
	/** What was found last. */
	readonly found?: { readonly text: string; readonly entries: Uint32Array };
	/** A message to bring to the screen. */
	readonly reveal?: { readonly number: number };
	/** What was on the screen before: the number of a message, and the pixels of it above the edge. */
	readonly place?: ScrollPosition;
}

/** What is on the screen. */
export interface ScrollPosition {
	readonly number: number;
	readonly offset: number;
}

/** Asks something of the host. */
export function post(message: FromSession): void {
	vsCode.postMessage(message);
}
