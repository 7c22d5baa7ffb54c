import { imageTokens } from '../../messages/tokens.ts';

/** A request and its size. */
export interface SizedRequest {
	readonly images: number;
	/** Our own count of all of it, tokens. */
	readonly own: number;
	/** The provider's count, tokens. */
	readonly reported: number;
}

/** No provider counts more than this many tokens for one of ours in text, tools and reasoning. */
const maxPerToken = 1.5;

/** Tokens of an image for one model: flat until its provider's reports show that it counts more. */
export class ImageTokens {
	#learned: number | undefined;

	get tokens(): number {
		return this.#learned ?? imageTokens;
	}

	/** What reports have shown; undefined: nothing so far. */
	get learned(): number | undefined {
		return this.#learned;
	}

	/** Takes what was learned before a reload, unless a report has been newer. */
	remember(tokens: number): void {
		this.#learned ??= tokens;
	}

	/**
	 * Learns from a report: what text cannot explain is the images'.
	 * @param before The previous request of the same context, whose content is not new.
	 */
	learn(request: SizedRequest, before: SizedRequest = { images: 0, own: 0, reported: 0 }): void {
		const images = request.images - before.images;
		const others = request.own - before.own - images * imageTokens;
		const reported = request.reported - before.reported - Math.max(0, others) * maxPerToken;
		if (images > 0 && reported > images * imageTokens) {
			this.#learned = Math.round(reported / images);
		}
	}
}
