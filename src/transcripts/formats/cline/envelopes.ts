import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** Tags in which Cline and its forks pass on the user's words. */
export const clineWords = 'task feedback user_message user_input';

/** Texts with which Cline and its forks introduce such a tag. */
export const introductions =
	'\\[TASK RESUMPTION\\][^]*?(?=<user_message>)|(?:New (?:instructions|message)\\b|The user has provided feedback on the results\\.|The user provided the following feedback:|You seem to be having trouble proceeding\\.)[^<]*(?=<(?:feedback|user_message)>)';

/** The text with which they introduce a tool's result. */
const result = "\\[[a-z][\\w-]{1,60}(?: for '[^'\\n]{0,300}')?\\] Result:\\s{0,9}";

/** Texts of Cline and its forks in the user's name. */
export const clineEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'tags',
		origin: 'client',
		names: 'environment_details explicit_instructions workspace_diagnostics',
	},
	{ kind: 'tags', origin: 'file', names: 'file_content folder_content url_content' },
	{ kind: 'tags', origin: 'person', names: `${clineWords} answer`, leads: true },
	{
		// The second begins the row that Cline adds after results in each request over VS Code's model API.
		kind: 'opening',
		origin: 'client',
		opening:
			/^(?:\[ERROR\] You did not use a tool|Above is the result of calling one or more tools\.)/,
	},
	{
		kind: 'opening',
		origin: 'client',
		opening: new RegExp(`^(?:${result})?(?:${introductions})`),
		end: 'opening',
	},
	{ kind: 'opening', origin: 'client', opening: new RegExp(`^${result}`) },
];
