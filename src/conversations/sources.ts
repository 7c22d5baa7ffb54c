/**
 * Conversations that a client leads: it determines their messages and answers in them. Their source is stored with them
 * and shown to users.
 */

/** VS Code's chat with `@precis`. */
export const chatSource = 'VS Code chat';

/** Received through one of the models that Precis provides. */
export const providerSource = 'Precis model';

/** Belongs to another extension. */
export const apiSource = 'Extension';
