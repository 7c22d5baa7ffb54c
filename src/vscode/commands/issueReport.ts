import { parseModelId } from '../models/modelId.ts';
import type { LoggedProblem } from '../status/recentProblems.ts';
import { reportedText, type KnownTexts } from '../status/reportedText.ts';

/** A setting that the person changed. */
export interface ChangedSetting {
	/** With `precis.`. */
	readonly name: string;
	readonly value: unknown;
}

/** What a report of an issue is made from. */
export interface IssueFacts {
	/** Names and versions, as `Precis` and `0.2.0`, in the order they are shown. */
	readonly versions: readonly (readonly [name: string, version: string])[];
	readonly settings: readonly ChangedSetting[];
	/** Names of features that the editor cannot offer. */
	readonly missing: readonly string[];
	/** What is stored; undefined where that could not be found out. */
	readonly stored: { readonly conversations: number; readonly bytes: number } | undefined;
	/** Oldest first, as the log has them. */
	readonly problems: readonly LoggedProblem[];
	/** Texts of ours that a problem may begin with. */
	readonly texts: KnownTexts;
}

/** Settings whose text is a word of ours or a model's name, and not what a person writes. */
const shownTexts: Readonly<Record<string, (text: string) => boolean>> = {
	'precis.mirroredModels.keepConversations': (text) => ['ask', 'always', 'never'].includes(text),
	'precis.models.main': isModel,
	'precis.tasks.compaction.model': isModel,
};

/**
 * The report as Markdown, in English for whoever reads issues. It holds no conversation: values that a
 * person wrote freely, addresses and folders are told by their length, and of a problem only what is ours.
 */
export function issueReport(facts: IssueFacts): string {
	const { versions, settings, missing, stored, problems, texts } = facts;
	return [
		'## What happened?',
		'',
		'<!-- What did you do, what did you expect, and what did you see? -->',
		'',
		'## Environment',
		'',
		...versions.map(([name, version]) => `- ${name}: ${version}`),
		...(missing.length === 0 ? [] : [`- Not available in this editor: ${missing.join(', ')}`]),
		`- Stored: ${storedText(stored)}`,
		'',
		'## Settings that differ from their defaults',
		'',
		...(settings.length === 0 ? ['None.'] : settings.map(settingText)),
		'',
		'## Last warnings and errors',
		'',
		...(problems.length === 0
			? ['None.']
			: ['```text', ...problems.map((problem) => problemText(problem, texts)), '```']),
		'',
	].join('\n');
}

function storedText(stored: IssueFacts['stored']): string {
	return stored === undefined
		? 'unknown'
		: `conversations: ${stored.conversations}, ${(stored.bytes / 1e6).toFixed(1)} MB`;
}

function settingText({ name, value }: ChangedSetting): string {
	return `- \`${name}\`: ${valueText(name, value)}`;
}

function valueText(name: string, value: unknown): string {
	switch (typeof value) {
		case 'number':
		case 'boolean':
			return String(value);
		case 'string':
			return shownTexts[name]?.(value) === true ? value : `characters: ${value.length}`;
		case 'object':
			return value === null ? 'null' : `entries: ${Object.keys(value).length}`;
		default:
			return typeof value;
	}
}

function isModel(text: string): boolean {
	return parseModelId(text) !== undefined;
}

function problemText({ at, level, text }: LoggedProblem, texts: KnownTexts): string {
	return `${new Date(at).toISOString()} ${level} ${reportedText(text, texts)}`;
}
