import { builtIn } from './builtIn.ts';
import type { Method } from './method.ts';
import { dropMiddle, head, masking, tail, userMessages } from './truncation.ts';

/** Everything that is measured side by side, ours first. */
export const methods: readonly Method[] = [builtIn, masking, tail, dropMiddle, head, userMessages];
