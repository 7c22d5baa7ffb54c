import type { LanguageCues } from './cues.ts';

/** Italian. */
export const italian: LanguageCues = {
	rule: /(?<![\p{L}-])(?:mai|non(?! ?(?:$|[,.!:]|(?:tu|je|il|elle|on|nous|vous|mais|plus|pas|c['’]))(?!\p{L}))|deve|devono|soltanto|sempre|senza|evita(?:re)?|bisogna|invece di)(?![\p{L}-])/iu,
	directs: /^(?:sempre|mai)(?!\p{L})|(?<!\p{L})(?:devi)(?!\p{L})/u,
	leadsIn: /e|ma/iu,
	describes: /io|questo/iu,
	obliges: /(?<!\p{L})(?:voglio|preferisco|deve|devono|bisogna|per favore)(?!\p{L})/iu,
	and: /e/iu,
	orders: /mai|sempre/iu,
	forbids: /(?<!\p{L})(?:mai|non|senza)(?!\p{L})/iu,
	allows:
		/(?<!\p{L})(?:ora|adesso|ormai) (?:puoi|si può)|(?<!\p{L})puoi(?!\p{L}).{0,200}(?<!\p{L})(?:ora|adesso|pure|dopotutto)(?!\p{L})/iu,
	relieves: /(?<!\p{L})non (?:serve|devi|occorre|è necessario) più(?!\p{L})/iu,
	revokes:
		/(?<!\p{L})(?:dimentica|ignora)(?!\p{L}).{0,20}(?:regola|restrizione|quello che ho detto)/iu,
	negates: /non/iu,
	drops: /dimenticare/iu,
	reminds: undefined,
	standing: /(?:sempre|mai|d['’]ora in poi|da ora in poi)(?!\p{L})/iu,
	refuses: /(?:mi dispiace,? (?:ma )?)?non posso (?:rispondere|aiutar(?:e|ti|la)|farlo)(?!\p{L})/iu,
	saysNothing: `mai senza non puoi ora adesso regola dimentica con gli una`,
	choice: /(?<!\p{L})(?:deciso|scelto|invece di)(?!\p{L})/iu,
	reason: /(?<!\p{L})(?:perché|poiché|per evitare)(?!\p{L})/iu,
	counter: /(?:non|aspetta)(?!\p{L})/iu,
	declines: /(?:non)(?!\p{L})/iu,
	verdict: /(?:sì|si|no)(?!\p{L})/iu,
	addition: /(?:un'altra cosa|inoltre)(?!\p{L})/iu,
	courtesy: /grazie(?: mille)?|perfetto|ciao/iu,
	parts: undefined,
	softens: /sì|e|ok|per favore/iu,
	goesOn: /continua|prosegui/iu,
	corrects: /(?:voglio dire|scusa)(?!\p{L})/iu,
	specifies: /(?:più precisamente|per essere precisi)(?!\p{L})/iu,
	demands:
		/(?:(?:ok|allora|e|adesso|per favore)[,.]? ){0,4}(?:puoi|potresti|aggiungi|crea|correggi|scrivi|rimuovi|esegui|apri|cambia)(?!\p{L})/iu,
	asksUnmarked:
		/(?:perché|come (?:mai|faccio|posso|possiamo)|dove|quando|quant[oiae]|quale|quali)(?!\p{L})/iu,
	invites: /per favore,? (?:fornisci|indica|conferma|scegli|specifica)(?!\p{L})/iu,
	recalls:
		/(?:(?:scusa|scusate|ops)[,.!]? ){0,2}(?:chat sbagliata|ignora (?:l['’]ultimo messaggio|il messaggio precedente))(?!\p{L})/iu,
	concedes: /(?:sì[,.!]? )?hai ragione(?!\p{L})/iu,
	ofTheMoment: /(?<!\p{L})(?:attualmente|ancora|adesso)(?!\p{L})/iu,
	assents: /(?:certo|vai|d['’]accordo|entrambi|nessuno|più tardi|prima|aspetta)(?!\p{L})/iu,
};
