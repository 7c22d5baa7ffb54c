import type { LanguageCues } from './cues.ts';

/** Spanish. */
export const spanish: LanguageCues = {
	rule: /(?<![\p{L}-])(?:nunca|no (?:\p{L}+ )?(?:toques|cambies|uses|hagas|quiero|debe)|debe[ns]?|sólo|solo|solamente|siempre|sin|evita[r]?|hay que|asegúrate)(?![\p{L}-])/iu,
	directs: /^(?:nunca|no|siempre)(?!\p{L})|(?<!\p{L})(?:debes)(?!\p{L})/u,
	leadsIn: /y|pero/iu,
	describes: /yo|eso|esto|está/iu,
	obliges: /(?<!\p{L})(?:quiero|prefiero|debe[ns]?|hay que|por favor)(?!\p{L})/iu,
	and: /y/iu,
	orders: /nunca|siempre/iu,
	forbids: /(?<!\p{L})(?:nunca|no|sin|evita[r]?)(?!\p{L})/iu,
	allows:
		/(?<!\p{L})(?:ya|ahora)(?: sí)? (?:puedes|se puede|está permitido)|(?<!\p{L})puedes(?!\p{L}).{0,200}(?<!\p{L})(?:ahora|ya|después de todo)(?!\p{L})/iu,
	relieves: /(?<!\p{L})ya no (?:hace falta|hay que|es necesario|tienes que)(?!\p{L})/iu,
	revokes: /(?<!\p{L})(?:olvida|ignora)(?!\p{L}).{0,20}(?:regla|restricción|lo que dije)/iu,
	negates: /no/iu,
	drops: /olvides|ignores/iu,
	reminds: undefined,
	standing: /(?:siempre|nunca|a partir de ahora|de ahora en adelante)(?!\p{L})/iu,
	refuses: /(?:lo siento,? (?:pero )?)?no puedo (?:responder|ayudar(?:te|le)?|hacer)(?!\p{L})/iu,
	saysNothing: `nunca siempre sin solo los las una puedes ahora ya regla olvida con para que`,
	choice: /(?<!\p{L})(?:decidido|decidí|en lugar de)(?!\p{L})/iu,
	reason: /(?<!\p{L})(?:porque|para que|para evitar|ya que)(?!\p{L})/iu,
	counter: /(?:no\b(?! (?:problem|worries|rush))|para\b|mejor)(?!\p{L})/iu,
	declines: /(?:no)(?!\p{L})/iu,
	verdict: /(?:sí|si|no)(?!\p{L})/iu,
	addition: /(?:otra cosa|además)(?!\p{L})/iu,
	courtesy: /gracias|muchas gracias|perfecto|hola/iu,
	parts: undefined,
	softens: /sí|y|vale|por favor/iu,
	goesOn: /continúa|sigue/iu,
	corrects: /(?:quiero decir|mejor dicho|perdón)(?!\p{L})/iu,
	specifies: /(?:para ser más preciso|más precisamente)(?!\p{L})/iu,
	demands:
		/(?:(?:vale|entonces|y|ahora|por favor)[,.]? ){0,4}(?:puedes|podrías|añade|crea|corrige|escribe|elimina|ejecuta|abre|cambia)(?!\p{L})/iu,
	asksUnmarked: /(?:por qué|cómo|dónde|cuándo|cuánt[oa]s?|cuál(?:es)?)(?!\p{L})/iu,
	invites: /por favor,? (?:proporciona|indica|confirma|elige|especifica)(?!\p{L})/iu,
	recalls:
		/(?:(?:perdón|lo siento|ups)[,.!]? ){0,2}(?:chat equivocado|ignora (?:el|mi) (?:último mensaje|mensaje anterior))(?!\p{L})/iu,
	concedes: /(?:sí[,.!]? )?tienes (?:toda la )?razón(?!\p{L})/iu,
	ofTheMoment: /(?<!\p{L})(?:actualmente|todavía|aún|ahora)(?!\p{L})/iu,
	assents: /(?:vale|claro|adelante|de acuerdo|ambos|ninguno|más tarde|primero|espera)(?!\p{L})/iu,
};
