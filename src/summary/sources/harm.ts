import { conceptsOf, folded } from './concepts.ts';
import { unitsOf } from './units.ts';

/**
 * Acts that cannot be taken back, or that give something away. One that a statement asks for has to be
 * the person's, and asked for by them: "keep the video" does not ask to delete it.
 */

const harmful: ReadonlySet<string> = new Set(
	['delete', 'push', 'deploy', 'restart', 'send', 'disable', 'skip', 'install'].flatMap(conceptsOf),
);

/** Says no, in the languages of the concepts. */
const negation =
	/(?<!\p{L})(?:no|not|never|none|nothing|without|don'?t|doesn'?t|mustn'?t|shouldn'?t|cannot|can'?t|won'?t|avoid|forbid\w*|banned|prohibit\w*|nicht|kein\w*|nie|niemals|ohne|verbot\w*|ne|n'\p{L}+|pas|jamais|sans|aucun\w*|interdit\w*|sin|nunca|ning\w*|nada|prohib\w*|non|mai|senza|niente|nessun\w*|vietat\w*|nao|sem|proib\w*|не|ни|нет|без|никогда|нельзя|никак\p{L}*|запре\p{L}*)(?!\p{L})|不|别|勿|禁|没|无|未|ない|ません|ずに|禁止|지 ?(?:마|말|않)|금지|없이/iu;

/** Puts a condition in front, which a statement may well name: "ask before you delete". */
const condition =
	/(?<!\p{L})(?:before|until|bevor|bis|avant|antes|prima|перед|пока)(?!\p{L})|先|前|まで|전에/iu;

/** Where one part of a sentence ends: what is ruled out in one may be asked for in the next. */
const clauseEnd = /[,;:，、；：—–]|(?<!\p{L})(?:but|aber|sondern|mais|pero|ma|mas|но|а)(?!\p{L})/iu;

/** The harmful acts that a person names without saying no to them. */
export function actsIn(sentence: string): string[] {
	return sentence
		.split(clauseEnd)
		.filter((clause) => !negation.test(folded(clause)))
		.flatMap(harmIn);
}

/** The harmful acts that a statement asks for; none where it rules one out. */
export function harmOf(statement: string): readonly string[] {
	const text = folded(statement);
	return negation.test(text) || condition.test(text) ? [] : harmIn(statement);
}

/** The harmful acts that a text names. */
function harmIn(text: string): string[] {
	return unitsOf(text).flatMap(({ keys }) => keys.filter((key) => harmful.has(key)));
}
