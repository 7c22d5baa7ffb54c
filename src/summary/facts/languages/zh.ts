import type { LanguageCues } from './cues.ts';

/** Chinese. */
export const chinese: LanguageCues = {
	rule: /不要|不能|不可|不许|必须|务必|只(?:能|要|用|在|改)|总是|永远|禁止|别(?:用|改|动|碰)|一定要|除非|避免|而不是/u,
	directs: /不要|不能|必须|务必|禁止/u,
	leadsIn: undefined,
	describes: undefined,
	obliges: undefined,
	and: undefined,
	orders: undefined,
	forbids: /不要|不能|不可|不许|别|禁止|避免/iu,
	allows: /现在可以|可以.{0,20}了|允许.{0,20}了/u,
	relieves: /不用再|不必再|不再需要|不需要再/u,
	revokes: /(?:忘掉|忘记|忽略|取消|不用管).{0,20}(?:规则|限制|之前说的)/u,
	negates: undefined,
	drops: undefined,
	reminds: /别忘|不要忘/iu,
	standing: /(?:总是|始终|永远|从现在开始|从现在起|以后)/iu,
	refuses: /(?:(?:很)?抱歉[，,]?|对不起[，,]?)?我(?:无法|不能)(?:回答|帮助|协助|完成)/iu,
	saysNothing: '',
	choice: /决定|选择|而不是|改用|采用/iu,
	reason: /因为|由于|(?<!\p{L})(?:以便|避免)(?!\p{L})/iu,
	counter: /(?:不|别)(?!\p{L})/iu,
	declines: /(?:不)(?!\p{L})/iu,
	verdict: /(?:是的|不是|对)(?!\p{L})/iu,
	addition: /(?:另外|还有|顺便)(?!\p{L})/iu,
};
