import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Characters that stand for a class, the first that it holds. */
const candidates = 'a0 -_./:"\'`\\\n#=(*<>A[]é密'.split('');

/** Ways to choose among alternatives and repetitions. */
const variants = 3;

/**
 * Texts of about `length` UTF-16 units that keep a pattern busy: for every part of it that may repeat,
 * what comes before that part and the part itself, over and over, and no end that would let it match.
 */
export function hostileTexts({ source, flags }: RegExp, length: number): readonly string[] {
	const texts = new Set<string>();
	const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, {
		unicode: flags.includes('u'),
		unicodeSets: flags.includes('v'),
	});
	for (let variant = 0; variant < variants; variant += 1) {
		for (const { elements } of alternatives) {
			pumped(elements, '', { flags, variant }, (before, piece) => {
				for (const unit of [piece, before + piece, before, `${before} `, `\n${before}`]) {
					if (unit !== '') {
						texts.add(`${before}${unit.repeat(Math.ceil(length / unit.length))}\0`);
					}
				}
			});
		}
	}
	return [...texts];
}

interface Choice {
	readonly flags: string;
	readonly variant: number;
}

/** Calls `found` for each part that may repeat without a bound, with a text that leads to it. */
function pumped(
	elements: readonly AST.Element[],
	lead: string,
	choice: Choice,
	found: (before: string, piece: string) => void,
): void {
	let before = lead;
	for (const element of elements) {
		if (element.type === 'Quantifier' && element.max > 64) {
			found(before, sampleOf(element.element, choice));
		}
		const inner = element.type === 'Quantifier' ? element.element : element;
		if ('alternatives' in inner) {
			for (const alternative of inner.alternatives) {
				if ('elements' in alternative && alternative.type === 'Alternative') {
					pumped(alternative.elements, before, choice, found);
				}
			}
		}
		before += sampleOf(element, choice);
	}
}

/** A short text that a part of a pattern matches, as far as that is easily told. */
function sampleOf(element: AST.Element, choice: Choice): string {
	switch (element.type) {
		case 'Character':
			return String.fromCodePoint(element.value);
		case 'CharacterSet':
		case 'CharacterClass':
		case 'ExpressionCharacterClass': {
			const one = new RegExp(`^${element.raw}$`, choice.flags.replace(/[dgmy]/g, ''));
			const fitting = candidates.filter((character) => one.test(character));
			return fitting[choice.variant % Math.max(1, fitting.length)] ?? '';
		}
		case 'Quantifier':
			return sampleOf(element.element, choice).repeat(
				Math.min(element.max, Math.max(element.min, choice.variant % 2)),
			);
		case 'Group':
		case 'CapturingGroup': {
			const chosen = element.alternatives[choice.variant % element.alternatives.length];
			return (chosen?.elements ?? []).map((each) => sampleOf(each, choice)).join('');
		}
		case 'Assertion':
		case 'Backreference':
			return '';
	}
}
