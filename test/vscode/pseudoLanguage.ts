import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Stands for any translation: a language that Precis does not bring. */
export const pseudoLanguage = 'it';

/** What a text of the pseudo language stands between. */
export const pseudoMarks = ['‹', '›'] as const;

/** How much longer a translation can be than the English text. */
const growth = 0.3;

/**
 * Copies an extension as it is developed, with every text translated into the pseudo language.
 * @param extension Its folder, built.
 * @param target A folder that is not there yet.
 */
export async function translatePseudo(extension: string, target: string): Promise<void> {
	await mkdir(path.join(target, 'l10n'), { recursive: true });
	for (const name of ['package.json', 'package.nls.json', 'dist', 'media']) {
		await cp(path.join(extension, name), path.join(target, name), { recursive: true });
	}
	await translateTexts(
		path.join(extension, 'package.nls.json'),
		path.join(target, `package.nls.${pseudoLanguage}.json`),
	);
	await translateTexts(
		path.join(extension, 'l10n', 'bundle.l10n.json'),
		path.join(target, 'l10n', `bundle.l10n.${pseudoLanguage}.json`),
	);
}

async function translateTexts(source: string, target: string): Promise<void> {
	const texts = JSON.parse(await readFile(source, 'utf8')) as Readonly<Record<string, string>>;
	const translated = Object.entries(texts).map(([key, text]) => [key, pseudo(text)]);
	await writeFile(target, JSON.stringify(Object.fromEntries(translated)));
}

function pseudo(text: string): string {
	const [open, close] = pseudoMarks;
	return `${open}${text}${'~'.repeat(Math.ceil(text.length * growth))}${close}`;
}
