import type { LanguageCues } from './cues.ts';

/** German. */
export const german: LanguageCues = {
	rule: /(?<![\p{L}-])(?:nie(?:mals)?|nicht|kein(?:e[nmrs]?)?|muss|müssen|nur|immer|ohne|darf|dürfen|vermeide|stattdessen|lieber|unbedingt)(?![\p{L}-])/iu,
	directs:
		/^(?:bitte|nie|immer|nur|kein)(?!\p{L})|(?<!\p{L})(?:du (?:musst|darfst|sollst))(?!\p{L})/u,
	leadsIn: /und|aber|also|ja/iu,
	describes: /ich|es|das|die|der|er|wir/iu,
	obliges:
		/(?<!\p{L})(?:muss|müssen|darf|dürfen|soll(?:en|te)?|möchte|will|bitte|brauche|bevorzuge)(?!\p{L})/iu,
	and: /und/iu,
	orders: /bitte|niemals|nie|immer|nur/iu,
	forbids: /(?<!\p{L})(?:nie(?:mals)?|nicht|kein\p{L}*|ohne)(?!\p{L})/iu,
	allows:
		/(?<!\p{L})du (?:kannst|darfst)(?!\p{L}).{0,200}(?<!\p{L})(?:jetzt|doch|wieder|inzwischen|nun|ab sofort)(?!\p{L})|(?<!\p{L})(?:ist|sind) (?:jetzt|nun|doch|inzwischen|ab sofort) (?:erlaubt|ok|okay|in Ordnung)/iu,
	relieves:
		/(?<!\p{L})(?:muss|musst|müssen|müsst|brauchst|brauchen)(?!\p{L}).{0,80}(?<!\p{L})nicht (?:mehr|länger)(?!\p{L})/iu,
	revokes:
		/(?<!\p{L})(?:vergiss|ignoriere|streiche)(?!\p{L}).{0,20}(?:Regel|Vorgabe|Einschränkung|was ich)|(?:Regel|Vorgabe|Einschränkung).{0,60}gilt nicht mehr/iu,
	negates: /nicht/iu,
	drops: /vergiss|vergessen/iu,
	reminds: undefined,
	standing: /(?:bitte )?(?:immer|nie(?:mals)?|ab (?:jetzt|sofort)|künftig)(?!\p{L})/iu,
	refuses:
		/(?:(?:es )?tut mir leid,? (?:aber )?|leider )?(?:das |dabei |hierbei |damit )?kann ich (?:dir |ihnen )?(?:(?:das|diese frage|dabei|hierbei|damit) )?(?:leider )?nicht (?:beantworten|helfen|tun|machen|weiterhelfen)(?!\p{L})/iu,
	saysNothing: `nicht mehr nie niemals immer nur ohne muss darf darfst kannst jetzt doch bitte der die das den dem ein eine
		einen und mit für regel vergiss`,
	choice: /(?<!\p{L})(?:entschieden|entscheide|stattdessen|anstatt)(?!\p{L})/iu,
	reason: /(?<!\p{L})(?:weil|damit|da es|denn)(?!\p{L})/iu,
	counter: /(?:nein|halt|doch nicht|lieber)(?!\p{L})/iu,
	declines: /(?:nein)(?!\p{L})/iu,
	verdict: /(?:ja|nein|doch)(?!\p{L})/iu,
	addition: /(?:noch (?:etwas|was|eine Sache)|außerdem|übrigens)(?!\p{L})/iu,
	courtesy: /danke(?: schön| dir| sehr)?|vielen dank|super|prima|alles klar|hallo/iu,
	parts: undefined,
	softens: /bitte|ok(?:ay)?|ja|und|jetzt|einfach/iu,
	goesOn: /mach weiter|weiter/iu,
	corrects: /(?:ich meine?|ich meinte|korrektur|entschuldigung)(?!\p{L})/iu,
	specifies: /(?:genauer(?: gesagt)?|um genau zu sein)(?!\p{L})/iu,
	demands:
		/(?:(?:ok(?:ay)?|dann|und|jetzt|bitte)[,.]? ){0,4}(?:lass uns|kannst du|könntest du|bitte|füge|mach|erstelle|schreibe?|entferne|behebe|starte|ändere|öffne)(?!\p{L})/iu,
	asksUnmarked:
		/(?:warum|wieso|wie|wo|wann|welche[rsmn]?) (?:ist|sind|hast|hat|haben|kann|können|soll|sollen|muss|müssen|wird|werden)(?!\p{L})/iu,
	invites: /bitte (?:nenne|gib|bestätige|wähle|sag|teile)(?!\p{L})/iu,
	recalls:
		/(?:(?:sorry|ups|entschuldigung)[,.!]? ){0,2}(?:falscher chat|falsches fenster|(?:bitte )?ignoriere? (?:die|meine) (?:letzte|vorige) nachricht)(?!\p{L})/iu,
	concedes: /(?:ja[,.!]? )?(?:du hast (?:völlig |ganz )?recht|sie haben recht)(?!\p{L})/iu,
	ofTheMoment: /(?<!\p{L})(?:derzeit|aktuell|momentan|noch)(?!\p{L})/iu,
	assents:
		/(?:mach|gern(?:e)?|klar|los|beide|alle|keine[sr]?|später|zuerst|lass|warte|passt|einverstanden)(?!\p{L})/iu,
};
