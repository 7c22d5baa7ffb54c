/**
 * The window that the bundled sample is opened with, tokens: it is nearly full, so that a first compaction shows
 * what compacting is for.
 */
export const sampleWindow = 53_300;
