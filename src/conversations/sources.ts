/**
 * Conversations that somebody else leads: a client says what belongs to them and answers in them. They
 * are told apart by where they come from, which is stored with them and shown to people.
 */

/** Of the chat of VS Code with `@precis`. */
export const chatSource = 'VS Code chat';

/** Came through one of the models Precis offers. */
export const providerSource = 'Precis model';

/** Belongs to another extension. */
export const apiSource = 'Extension';
