import type { LanguageCues } from './cues.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { korean } from './ko.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { chinese } from './zh.ts';

/** Every language whose cues are known. */
export const languages: readonly LanguageCues[] = [
	english,
	german,
	french,
	spanish,
	portuguese,
	italian,
	russian,
	chinese,
	japanese,
	korean,
];

/** A cue that is a pattern. */
export type CueName = Exclude<keyof LanguageCues, 'saysNothing'>;

/** The patterns for a cue, of all languages that have one. */
export function cuesFor(key: CueName): readonly RegExp[] {
	return languages.flatMap((language) => language[key] ?? []);
}

/** The same as one alternation: the source of a pattern, or of a part of one. */
export function anyOf(key: CueName): string {
	return cuesFor(key)
		.map(({ source }) => source)
		.join('|');
}
