/** What the context menu of an item of the summary offers. */
export type ItemAction = 'showSource' | 'copy' | 'pin' | 'unpin' | 'edit' | 'remove';
