/**
 * The window that the bundled sample is opened with, tokens: the 62,828 that its assistant recorded nearly fill it, so
 * that a first compaction shows what compacting is for.
 */
export const sampleWindow = 68_300;
