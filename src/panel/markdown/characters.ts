import { visibleText } from '../visibleText.ts';

/** Characters by name that occur in texts of assistants; others stay as they are written. */
const named: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00A0',
	ensp: '\u2002',
	emsp: '\u2003',
	thinsp: '\u2009',
	copy: '©',
	reg: '®',
	trade: '™',
	hellip: '…',
	ndash: '–',
	mdash: '—',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
	laquo: '«',
	raquo: '»',
	bull: '•',
	middot: '·',
	sect: '§',
	para: '¶',
	deg: '°',
	plusmn: '±',
	times: '×',
	divide: '÷',
	minus: '−',
	frac12: '½',
	micro: 'µ',
	pound: '£',
	euro: '€',
	larr: '←',
	uarr: '↑',
	rarr: '→',
	darr: '↓',
	harr: '↔',
	rArr: '⇒',
	ne: '≠',
	le: '≤',
	ge: '≥',
	infin: '∞',
	check: '✓',
	cross: '✗',
	num: '#',
	lpar: '(',
	rpar: ')',
	lsqb: '[',
	rsqb: ']',
	lbrace: '{',
	rbrace: '}',
	vert: '|',
	ast: '*',
	lowbar: '_',
	grave: '`',
	bsol: '\\',
	sol: '/',
	colon: ':',
	auml: 'ä',
	ouml: 'ö',
	uuml: 'ü',
	Auml: 'Ä',
	Ouml: 'Ö',
	Uuml: 'Ü',
	szlig: 'ß',
	eacute: 'é',
	egrave: 'è',
	agrave: 'à',
	ccedil: 'ç',
	ntilde: 'ñ',
};

const byName = new Map(Object.entries(named));

/** Text with its escapes and character references resolved. */
export function unescaped(text: string): string {
	return text.replaceAll(
		/\\([!-/:-@[-`{-~])|&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,7}));/gi,
		(whole: string, sign?: string, hex?: string, decimal?: string, name?: string) => {
			if (sign !== undefined) {
				return sign;
			}
			return name === undefined
				? character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
				: (byName.get(name) ?? whole);
		},
	);
}

/** A character by its number; one without a shape is written out. */
function character(code: number): string {
	const isCharacter = code > 0 && code <= 0x10_ff_ff;
	return isCharacter ? visibleText(String.fromCodePoint(code).toWellFormed()) : '\uFFFD';
}
