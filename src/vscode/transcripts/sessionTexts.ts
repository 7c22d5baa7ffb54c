import { basename } from 'node:path';
import { stores } from '../../transcripts/discovery/stores.ts';
import { relativeTime, type RowLanguage } from '../panel/rowLanguage.ts';
import { plainLabel } from '../plainText.ts';
import type { MachineSession, SessionGroup } from './machineSessions.ts';

/** What a row of the list says. Label and description can be searched. */
export interface SessionTexts {
	readonly label: string;
	readonly description: string;
	readonly detail: string;
}

/** @param now Milliseconds since the epoch. */
export function sessionTexts(
	session: MachineSession,
	now: number,
	language: RowLanguage,
): SessionTexts {
	const { l10n } = language;
	const { path, size, modified, assistant, title = '' } = session;
	const project = plainLabel(projectName(session.project ?? ''));
	const age = relativeTime(modified, now, language);
	const tokens = tokensOf(session);
	const name = plainLabel(title);
	const facts = [assistant ?? '', name === '' ? '' : project, age];
	const about = tokens === undefined ? [] : [l10n.t('≈ {0} tokens', language.short(tokens))];
	return {
		label: name || project || plainLabel(basename(path)),
		description: facts.filter((fact) => fact !== '').join(' · '),
		detail: [language.bytes(size), ...about].join(' · '),
	};
}

/** The heading of a group of sessions. */
export function groupName(group: SessionGroup, { l10n }: RowLanguage): string {
	return {
		here: l10n.t('This Workspace'),
		day: l10n.t('Last 24 Hours'),
		week: l10n.t('Last 7 Days'),
		month: l10n.t('Last 30 Days'),
		older: l10n.t('Older'),
	}[group];
}

/** The last part of a path or an address, whichever system it is from. */
function projectName(project: string): string {
	const name = /(?<![^\\/])[^\\/]*$/.exec(project.replace(/(?<![\\/])[\\/]+$/, ''))?.[0] ?? '';
	return name.replace(/\.code-workspace$/, '');
}

/** About how many tokens its messages have, from its size; to one digit, since it is no surer than that. */
function tokensOf({ path, store, size }: MachineSession): number | undefined {
	const bytesPerToken = stores.find(({ id }) => id === store)?.bytesPerToken;
	const isPacked = path.endsWith('.zst');
	return bytesPerToken === undefined || isPacked
		? undefined
		: Number((size / bytesPerToken).toPrecision(1));
}
