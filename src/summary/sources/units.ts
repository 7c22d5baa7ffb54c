import { conceptsOf, folded, writtenConcept } from './concepts.ts';
import { isUnspaced } from './words.ts';

/** What a statement and a sentence can have in common, whatever the wording and the language. */

/** What kind of evidence a unit is. */
export type UnitKind = 'concept' | 'number' | 'name' | 'word' | 'code' | 'letters';

/** A thing said. */
export interface Unit {
	/** Its spellings; any of them is the same. */
	readonly keys: readonly string[];
	readonly kind: UnitKind;
}

/** Words that join others, and those that every rule has, in the languages of the concepts. */
const joining = new Set(
	folded(
		`the and for with not never always only must may should shall can could use uses used using but that this these those there here which what who whom when where how from into than then also any some such other very just more most less least please make sure sure. need needs want wants have has had are was were will would been being does did done its their his her our your you they them out per via over under about between within without each do don doesn isn aren won let like instead rather prefer preferred avoid required mandatory forbidden allowed banned disallowed necessary
		der die das und oder nicht kein keine keinen keiner nie niemals immer nur muss mussen soll sollen darf durfen ist sind war wird werden bitte mit ohne fur auf aus bei von vom zum zur den dem des ein eine einen einem einer als auch wie wir ich mir mich man noch schon aber wenn dass statt verwenden benutzen verboten erlaubt bis uns unser sich
		les des une est sont pas jamais toujours seulement doit doivent avec sans pour dans sur par que qui quoi mais plus moins tres vous nous ils elle leur cette ces aux s'il plait utiliser utilise interdit obligatoire faut quoi soit etre
		los las una uno unos que con sin por para del como mas pero muy este esta estos estas ser son hay debe deben nunca siempre solo usar uses prohibido obligatorio cuando antes nada
		gli che non mai sempre solo deve devono con senza per del della delle dei nel nella una uno anche come piu molto sono essere usare usa niente
		nao nunca sempre so deve devem com sem por para dos das uma como mais muito sao ser usar use nada direto
		что как для или при это все его она они был была были быть так тоже уже еще только нельзя никогда всегда нужно надо должен должна должно должны можно чтобы если без над под про через использовать используй запрещен запрещено никаких который`,
	)
		.split(/[\s'.]+/)
		.filter(Boolean),
);

/** Endings that inflect a word, of the languages that have words. */
const endings =
	/(?:ingly|ings?|edly|ed|ies|es|s|ly|en|er|em|e|n|y|a|o|i|os|as|ом|ами|ой|ого|ые|ый|ая|ов|ах|и|ы|а|у|е|ь|я|ю)$/u;

/** Letters by which words without a concept are compared. */
const stemLength = 6;

/** Number words up to twelve; `4` and "four" are the same. */
const numbers: ReadonlyMap<string, string> = new Map(
	[
		'one eins ein_ un_ uno una_ um_ один',
		'two zwei deux dos due dois два',
		'three drei trois tres tre три',
		'four vier quatre cuatro quattro quatro четыре',
		'five funf cinq cinco cinque пять',
		'six sechs six seis sei шесть',
		'seven sieben sept siete sette sete семь',
		'eight acht huit ocho otto oito восемь',
		'nine neun neuf nueve nove девять',
		'ten zehn dix diez dieci dez десять',
		'eleven elf onze once undici одиннадцать',
		'twelve zwolf douze doce dodici двенадцать',
	].flatMap((line, index) =>
		line.split(' ').map((word): [string, string] => [folded(word), `${index + 1}`]),
	),
);

/** A path, a file, a call, a word; letters of scripts without spaces come as one run. */
const token = /[\p{L}\p{N}_]+(?:[./\\]+[\p{L}\p{N}_]+)*(?:\(\))?/gu;

/** What only code looks like. */
const codeLike = /\p{Ll}\p{Lu}|_|\(\)$|[/\\]|\p{L}\.[a-z]{1,5}$/u;

/** The units of a text in order, each time it says one. Linear in its length. */
export function unitsOf(text: string): Unit[] {
	const units: Unit[] = [];
	// `5,000`, `5.000` and `5000` are one number, `2Gi` is two things, `4.3` is one.
	const plain = text
		.normalize('NFC')
		.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
		.replace(/(?<=\d)(?=\p{L})/gu, ' ');
	for (const match of plain.matchAll(token)) {
		const [run] = match;
		if (isUnspaced(run)) {
			addLetters(units, folded(run));
		} else if (codeLike.test(run)) {
			const parts = folded(run).match(/[\p{L}\p{N}_]+/gu) ?? [];
			units.push({
				keys: [
					`x ${parts.join(' ')}`,
					`w ${stem(parts.at(-1) ?? '')}`,
					...(parts.length > 1 ? [`x ${parts.slice(0, -1).join(' ')}`] : []),
				],
				kind: 'code',
			});
			for (const part of parts.length > 1 ? parts : []) {
				addParts(units, part);
			}
		} else {
			addWord(units, folded(run), match.index > 0 && /^\p{Lu}/u.test(run));
		}
	}
	return units;
}

/** What the parts of a path say: a person names the folder, a model the file. */
function addParts(units: Unit[], part: string): void {
	units.push({ keys: [`w ${stem(part)}`], kind: 'code' });
}

function addWord(units: Unit[], run: string, isName = false): void {
	const number =
		numbers.get(run) ?? (/^[\d.]+$/.test(run) ? run.replace(/^0+(?=\d)/, '') : undefined);
	if (number !== undefined) {
		units.push({ keys: [`n ${number}`], kind: 'number' });
		return;
	}
	const concepts = conceptsOf(run);
	if (concepts.length > 0) {
		units.push({ keys: [...concepts, `w ${stem(run)}`], kind: 'concept' });
	} else if (run.length >= 3 && !joining.has(run)) {
		units.push({ keys: [`w ${stem(run)}`], kind: isName ? 'name' : 'word' });
	}
}

function stem(run: string): string {
	const bare = run.length > 4 ? run.replace(endings, '') : run;
	return bare.slice(0, stemLength);
}

/** A run that has letters of a script without spaces: its concepts, and pairs of what is between. */
function addLetters(units: Unit[], run: string): void {
	let at = 0;
	while (at < run.length) {
		const found = writtenConcept(run, at);
		if (found !== undefined) {
			units.push({ keys: found.concepts, kind: 'concept' });
			at += found.length;
			continue;
		}
		const character = run.charAt(at);
		if (!isUnspaced(character)) {
			const [other = character] = /^[\p{L}\p{N}_]/u.test(character)
				? (/^[a-z0-9_\u0400-\u04ff]+/u.exec(run.slice(at, at + 64)) ?? [character])
				: [character];
			addWord(units, other);
			at += other.length;
			continue;
		}
		const next = run.charAt(at + 1);
		if (next !== '' && isUnspaced(next) && writtenConcept(run, at + 1) === undefined) {
			units.push({ keys: [`l ${character}${next}`], kind: 'letters' });
		}
		at += 1;
	}
}
