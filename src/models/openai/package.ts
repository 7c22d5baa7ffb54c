/**
 * All that is taken from the `openai` package. Loaded with `import()` only, and a file of its own in
 * every bundle: it is large, and most sessions never call a model through it.
 */
export { APIConnectionError, APIError, APIUserAbortError, OpenAI } from 'openai';
export { Stream } from 'openai/streaming';
