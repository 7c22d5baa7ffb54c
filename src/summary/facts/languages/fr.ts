import type { LanguageCues } from './cues.ts';

/** French. */
export const french: LanguageCues = {
	rule: /(?<![\p{L}-])(?:jamais|ne .{1,30} pas|n'\p{L}+ pas|doit|doivent|seulement|uniquement|toujours|sans(?! doute)|évite[rz]?|il faut|plutôt|surtout pas)(?![\p{L}-])/iu,
	directs: /^(?:ne|jamais|toujours)(?!\p{L})|(?<!\p{L})(?:tu dois|vous devez)(?!\p{L})/u,
	leadsIn: /et|mais|donc|bon|alors/iu,
	describes: /je|j['’]|c['’]|ça|cela|il (?!faut)|elle|nous/iu,
	obliges:
		/(?<!\p{L})(?:doi[st]|doivent|faut|veux|voudrais|préfère|souhaite|s['’]il (?:te|vous) plaît)(?!\p{L})/iu,
	and: /et/iu,
	orders: /jamais|toujours|surtout/iu,
	forbids: /(?<!\p{L})(?:jamais|pas|sans|évite[rz]?)(?!\p{L})/iu,
	allows:
		/(?<!\p{L})(?:tu peux|vous pouvez)(?!\p{L}).{0,200}(?<!\p{L})(?:maintenant|finalement|désormais|à nouveau)(?!\p{L})|(?<!\p{L})(?:maintenant|désormais),? (?:tu peux|vous pouvez)/iu,
	relieves: /(?<!\p{L})(?:plus besoin|plus nécessaire|plus obligatoire)(?!\p{L})/iu,
	revokes:
		/(?<!\p{L})(?:oublie[z]?|ignore[z]?|laisse tomber)(?!\p{L}).{0,20}(?:règle|restriction|ce que j'ai dit)/iu,
	negates: /n'oublie|ne/iu,
	drops: /oublie[rz]?/iu,
	reminds: /n'oublie/iu,
	standing: /(?:toujours|(?:ne )?jamais|désormais|dorénavant)(?!\p{L})/iu,
	refuses:
		/(?:(?:je suis )?désolée?,? (?:mais )?)?je ne (?:peux|suis) pas (?:en mesure (?:de |d['’]))?(?:vous |t['’]|te )?(?:répondre|aider|faire)(?!\p{L})/iu,
	saysNothing: `jamais toujours sans pas plus les des une tu peux vous pouvez maintenant règle oublie avec pour`,
	choice: /(?<!\p{L})(?:décidé|choisi|plutôt que|au lieu de)(?!\p{L})/iu,
	reason: /(?<!\p{L})(?:parce que|car|afin de|pour éviter|puisque)(?!\p{L})/iu,
	counter: /(?:non|arr[êe]te|plut[ôo]t)(?!\p{L})/iu,
	declines: /(?:non)(?!\p{L})/iu,
	verdict: /(?:oui|non|si)(?!\p{L})/iu,
	addition: /(?:encore une chose|au fait)(?!\p{L})/iu,
	courtesy: /merci(?: beaucoup)?|parfait|bonjour/iu,
	parts: undefined,
	softens: /oui|et|ok|s['’]il te plaît|s['’]il vous plaît|stp|svp/iu,
	goesOn: /continuez?/iu,
	corrects: /(?:je veux dire|pardon)(?!\p{L})/iu,
	specifies: /(?:je précise|plus précisément)(?!\p{L})/iu,
	demands:
		/(?:(?:ok|alors|et|maintenant)[,.]? ){0,4}(?:peux-tu|pouvez-vous|tu peux|ajoute|crée|corrige|écris|supprime|lance|ouvre|modifie)(?!\p{L})/iu,
	asksUnmarked: /(?:pourquoi|comment|est-ce que|qu['’]est-ce que?|où|quand|combien)(?!\p{L})/iu,
	invites: /(?:veuillez|merci de) (?:fournir|préciser|confirmer|indiquer|choisir)(?!\p{L})/iu,
	recalls:
		/(?:(?:désolée?|pardon|oups)[,.!]? ){0,2}(?:mauvais(?:e)? (?:fenêtre|conversation|chat)|ignore(?:z)? (?:le|mon) (?:dernier|précédent) message|ignore(?:z)? mon message précédent)(?!\p{L})/iu,
	concedes:
		/(?:oui[,.!]? )?(?:tu as (?:tout à fait |entièrement )?raison|vous avez (?:tout à fait )?raison)(?!\p{L})/iu,
	ofTheMoment: /(?<!\p{L})(?:actuellement|pour l['’]instant|toujours)(?!\p{L})/iu,
	assents:
		/(?:vas-y|allez-y|d['’]accord|volontiers|les deux|aucune?|plus tard|d['’]abord|attends|c['’]est bon)(?!\p{L})/iu,
};
