import type { LanguageCues } from './cues.ts';

/** Japanese. */
export const japanese: LanguageCues = {
	rule: /(?:し|さ|使わ|変え|触ら)ないで|(?:て|で)はいけない|必ず|だけ|常に|決して|禁止|絶対|避けて|ではなく|なければ/u,
	directs: /必ず|禁止|ないで/u,
	leadsIn: undefined,
	describes: undefined,
	obliges: undefined,
	and: undefined,
	orders: undefined,
	forbids: /ないで|いけない|決して|避け/iu,
	allows: /(?:もう|今は|やはり|やっぱり).{0,30}(?:いい|よい|構わない|かまわない|大丈夫|可)/u,
	relieves: /もう.{0,30}(?:必要(?:は)?ない|しなくて(?:も)?いい|不要)/u,
	revokes: /(?:ルール|制限|制約).{0,20}(?:忘れて|無視して|取り消し)/u,
	negates: undefined,
	drops: undefined,
	reminds: /忘れないで/iu,
	standing: /(?:常に|必ず|いつも|今後|これから)/iu,
	refuses:
		/(?:申し訳(?:ありません|ございません)(?:が|。)?、?)?(?:その質問には|それには|それは)?(?:お答えできません|回答できません|お手伝いできません)/iu,
	saysNothing: '',
	choice: /ことにし|代わりに|採用し|(?<!\p{L})採用(?!\p{L})/iu,
	reason: /ため|ので|(?<!\p{L})から(?!\p{L})/iu,
	counter: /(?:いや|違)(?!\p{L})/iu,
	declines: /(?:いや)(?!\p{L})/iu,
	verdict: /(?:はい|いいえ)(?!\p{L})/iu,
	addition: /(?:それと|あと|ところで)(?!\p{L})/iu,
};
