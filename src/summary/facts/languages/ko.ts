import type { LanguageCues } from './cues.ts';

/** Korean. */
export const korean: LanguageCues = {
	rule: /(?:하|쓰|바꾸|건드리)지 ?(?:마|말)|반드시|항상|절대|금지|만 (?:사용|변경|수정)|없이|대신|피해/u,
	directs: /반드시|금지/u,
	leadsIn: undefined,
	describes: undefined,
	obliges: undefined,
	and: undefined,
	orders: undefined,
	forbids: /지 ?마|지 ?말|금지|없이/iu,
	allows: /이제.{0,30}(?:돼|된다|됩니다|괜찮|해도|좋)/u,
	relieves: /더 이상.{0,30}(?:필요 ?없|안 해도)|안 해도 (?:돼|된다|됩니다)/u,
	revokes: /(?:규칙|제한).{0,20}(?:잊어|무시해|취소)/u,
	negates: undefined,
	drops: undefined,
	reminds: /잊지 ?마/iu,
	standing: /(?:항상|언제나|절대|앞으로)/iu,
	refuses:
		/(?:죄송(?:합니다|하지만)[.,]? ?(?:만,? ?)?)?(?:그 질문에는? |그것은 )?(?:답변할|답할|도와드릴|도울) 수 없습니다/iu,
	saysNothing: '',
	choice: /결정|대신|선택했|(?<!\p{L})선택(?!\p{L})/iu,
	reason: /때문|(?<!\p{L})위해(?!\p{L})/iu,
	counter: /(?:아니)(?!\p{L})/iu,
	declines: /(?:아니)(?!\p{L})/iu,
	verdict: /(?:네|예|아니)(?!\p{L})/iu,
	addition: /(?:그리고|참고로)(?!\p{L})/iu,
};
