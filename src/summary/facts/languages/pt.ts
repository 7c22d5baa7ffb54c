import type { LanguageCues } from './cues.ts';

/** Portuguese. */
export const portuguese: LanguageCues = {
	rule: /(?<![\p{L}-])(?:não|deve[m]?|apenas|somente|sempre|sem|evite|certifique-se|em vez de)(?![\p{L}-])/iu,
	directs: /^(?:nunca|sempre)(?!\p{L})|(?<!\p{L})(?:deves)(?!\p{L})/u,
	leadsIn: /e|mas/iu,
	describes: /eu|isso|isto/iu,
	obliges: /(?<!\p{L})(?:quero|prefiro|devem?)(?!\p{L})/iu,
	and: /e/iu,
	orders: /nunca|sempre/iu,
	forbids: /(?<!\p{L})(?:não|sem|evite)(?!\p{L})/iu,
	allows:
		/(?<!\p{L})(?:já|agora) (?:pode[s]?|é permitido)|(?<!\p{L})pode[s]?(?!\p{L}).{0,200}(?<!\p{L})(?:agora|afinal)(?!\p{L})/iu,
	relieves:
		/(?<!\p{L})(?:não precisas? mais|já não (?:é preciso|é necessário|precisas?))(?!\p{L})/iu,
	revokes:
		/(?<!\p{L})(?:esqueça|esquece|ignore|ignora)(?!\p{L}).{0,20}(?:regra|restrição|o que eu disse)/iu,
	negates: /não/iu,
	drops: /esqueças?/iu,
	reminds: undefined,
	standing: /(?:sempre|nunca|a partir de agora|de agora em diante)(?!\p{L})/iu,
	refuses:
		/(?:(?:sinto muito|desculpe),? (?:mas )?)?não posso (?:responder|ajudar|fazer)(?!\p{L})/iu,
	saysNothing: `sempre sem não nao pode agora regra esqueça com uma`,
	choice: /(?<!\p{L})(?:em vez de|decidi|optei)(?!\p{L})/iu,
	reason: /(?<!\p{L})(?:porque|para que|para evitar)(?!\p{L})/iu,
	counter: /(?:não)(?!\p{L})/iu,
	declines: /(?:não)(?!\p{L})/iu,
	verdict: /(?:sim|não)(?!\p{L})/iu,
	addition: /(?:outra coisa|além disso)(?!\p{L})/iu,
	courtesy: /obrigad[oa]|perfeito|olá/iu,
	parts: undefined,
	softens: /sim|e|ok|por favor/iu,
	goesOn: /continua|prossegui/iu,
	corrects: /(?:quero dizer|melhor dizendo|desculpa)(?!\p{L})/iu,
	specifies: /(?:mais precisamente|para ser mais preciso)(?!\p{L})/iu,
	demands:
		/(?:(?:ok|então|e|agora|por favor)[,.]? ){0,4}(?:podes|pode|poderia|adiciona|cria|corrige|escreve|remove|executa|abre|altera)(?!\p{L})/iu,
	asksUnmarked:
		/(?:por que|como (?:é|posso|podemos|faço)|onde|quando|quant[oa]s?|qual|quais)(?!\p{L})/iu,
	invites: /por favor,? (?:forneça|indique|confirme|escolha|especifique)(?!\p{L})/iu,
	recalls:
		/(?:(?:desculpa|desculpe|ups)[,.!]? ){0,2}(?:chat errado|ignora (?:a|minha) (?:última mensagem|mensagem anterior))(?!\p{L})/iu,
	concedes: /(?:sim[,.!]? )?(?:tem razão|você tem razão)(?!\p{L})/iu,
	ofTheMoment: /(?<!\p{L})(?:atualmente|ainda|agora)(?!\p{L})/iu,
	assents: /(?:claro|pode|de acordo|ambos|nenhum|mais tarde|primeiro|espera)(?!\p{L})/iu,
};
