/**
 * The window of the bundled sample, tokens. The 62,828 tokens that its assistant recorded nearly fill it, so that a
 * first compaction demonstrates the effect.
 */
export const sampleWindow = 68_300;
