/**
 * The few words the built-in summariser adds to what the log says, in the ten languages most people
 * write to assistants in. Everything else it writes is quoted.
 */
export interface Wording {
	readonly created: string;
	readonly modified: string;
	readonly deleted: string;
	readonly renamedTo: string;
	readonly restored: string;
	readonly read: string;
	readonly failed: string;
	readonly ok: string;
	readonly fixed: string;
	readonly followsBelow: string;
	readonly answered: string;
	readonly lastWords: string;
	readonly openQuestion: string;
	readonly unanswered: string;
	readonly refused: string;
	readonly relativeTo: string;
	readonly branch: string;
	readonly lastCommit: string;
	readonly fromEarlier: string;
	readonly declined: string;
	readonly noExitCode: string;
	readonly unsettled: string;
	readonly option: string;
	readonly wasAnswered: string;
	readonly said: string;
	readonly saidLater: string;
	readonly askedBack: string;
	readonly beforeEdits: string;
	readonly noResult: string;
	readonly personSaid: string;
	readonly foundNothing: string;
	readonly rewritten: string;
	readonly loaded: string;
	readonly worktreeRemoved: string;
}

/** A language that the built-in summariser writes in. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'ru' | 'zh' | 'ja' | 'ko';

function wording(line: string): Wording {
	const [
		created = '',
		modified = '',
		deleted = '',
		renamedTo = '',
		restored = '',
		read = '',
		failed = '',
		ok = '',
		fixed = '',
		followsBelow = '',
		answered = '',
		lastWords = '',
		openQuestion = '',
		unanswered = '',
		refused = '',
		relativeTo = '',
		branch = '',
		lastCommit = '',
		fromEarlier = '',
		declined = '',
		noExitCode = '',
		unsettled = '',
		option = '',
		wasAnswered = '',
		said = '',
		saidLater = '',
		askedBack = '',
		beforeEdits = '',
		noResult = '',
		personSaid = '',
		foundNothing = '',
		rewritten = '',
		loaded = '',
		worktreeRemoved = '',
	] = line.split('|');
	return {
		created,
		modified,
		deleted,
		renamedTo,
		restored,
		read,
		failed,
		ok,
		fixed,
		followsBelow,
		answered,
		lastWords,
		openQuestion,
		unanswered,
		refused,
		relativeTo,
		branch,
		lastCommit,
		fromEarlier,
		declined,
		noExitCode,
		unsettled,
		option,
		wasAnswered,
		said,
		saidLater,
		askedBack,
		beforeEdits,
		noResult,
		personSaid,
		foundNothing,
		rewritten,
		loaded,
		worktreeRemoved,
	};
}

const wordings: Readonly<Record<Language, Wording>> = {
	en: wording(
		'created|modified|deleted|renamed to|restored|read only|failed|ok|fixed|The latest request follows below.|the assistant has answered; nothing was asked since|The assistant’s last words|Open question to the person|Not answered yet|Refused by the assistant|Paths are relative to|Branch|Last commit|from an earlier summary|rejected by the person|no exit code seen|edit with unknown outcome|option|answered|The assistant said|The person said later|the assistant has replied with a question that was not answered when this was written|before the last edits|no result seen|The person said|Searches that found nothing|rewritten or dropped later|Loaded instructions|worktree removed',
	),
	de: wording(
		'angelegt|geändert|gelöscht|umbenannt in|wiederhergestellt|nur gelesen|fehlgeschlagen|in Ordnung|behoben|Die neueste Anfrage folgt unten.|der Assistent hat geantwortet; seitdem wurde nichts gefragt|Letzte Worte des Assistenten|Offene Frage an die Person|Noch nicht beantwortet|Vom Assistenten abgelehnt|Pfade sind relativ zu|Branch|Letzter Commit|aus einer früheren Zusammenfassung|von der Person abgelehnt|kein Exit-Code gesehen|Änderung mit unbekanntem Ausgang|Möglichkeit|beantwortet|Der Assistent sagte|Die Person sagte später|der Assistent hat mit einer Frage geantwortet, die beim Schreiben offen war|vor den letzten Änderungen|kein Ergebnis gesehen|Die Person sagte|Suchen ohne Treffer|später umgeschrieben oder verworfen|Geladene Anweisungen|Worktree entfernt',
	),
	fr: wording(
		'créé|modifié|supprimé|renommé en|restauré|seulement lu|échec|ok|corrigé|La dernière demande suit ci-dessous.|l’assistant a répondu ; rien n’a été demandé depuis|Derniers mots de l’assistant|Question ouverte à la personne|Pas encore répondu|Refusé par l’assistant|Chemins relatifs à|Branche|Dernier commit|d’un résumé antérieur|refusé par la personne|aucun code de sortie vu|modification au résultat inconnu|option|répondu|L’assistant a dit|La personne a dit ensuite|l’assistant a répondu par une question, sans réponse à la rédaction|avant les dernières modifications|aucun résultat vu|La personne a dit|Recherches sans résultat|réécrit ou abandonné depuis|Instructions chargées|worktree supprimé',
	),
	es: wording(
		'creado|modificado|eliminado|renombrado a|restaurado|solo leído|falló|ok|corregido|La última petición sigue más abajo.|el asistente respondió; desde entonces no se pidió nada|Últimas palabras del asistente|Pregunta abierta a la persona|Aún sin respuesta|Rechazado por el asistente|Rutas relativas a|Rama|Último commit|de un resumen anterior|rechazado por la persona|sin código de salida visto|edición de resultado desconocido|opción|respondido|El asistente dijo|La persona dijo después|el asistente respondió con una pregunta, sin respuesta al escribir esto|antes de las últimas ediciones|sin resultado visto|La persona dijo|Búsquedas sin resultados|reescrito o descartado después|Instrucciones cargadas|worktree eliminado',
	),
	pt: wording(
		'criado|modificado|excluído|renomeado para|restaurado|apenas lido|falhou|ok|corrigido|O pedido mais recente segue abaixo.|o assistente respondeu; nada foi pedido desde então|Últimas palavras do assistente|Pergunta aberta à pessoa|Ainda sem resposta|Recusado pelo assistente|Caminhos relativos a|Branch|Último commit|de um resumo anterior|recusado pela pessoa|nenhum código de saída visto|edição de resultado desconhecido|opção|respondido|O assistente disse|A pessoa disse depois|o assistente respondeu com uma pergunta, sem resposta ao escrever isto|antes das últimas edições|nenhum resultado visto|A pessoa disse|Buscas sem resultados|reescrito ou descartado depois|Instruções carregadas|worktree removido',
	),
	it: wording(
		'creato|modificato|eliminato|rinominato in|ripristinato|solo letto|fallito|ok|risolto|L’ultima richiesta segue qui sotto.|l’assistente ha risposto; da allora non è stato chiesto nulla|Ultime parole dell’assistente|Domanda aperta alla persona|Senza risposta|Rifiutato dall’assistente|Percorsi relativi a|Branch|Ultimo commit|da un riassunto precedente|rifiutato dalla persona|nessun codice di uscita visto|modifica dall’esito sconosciuto|opzione|risposto|L’assistente ha detto|La persona ha detto poi|l’assistente ha risposto con una domanda, senza risposta alla stesura|prima delle ultime modifiche|nessun risultato visto|La persona ha detto|Ricerche senza risultati|riscritto o scartato in seguito|Istruzioni caricate|worktree rimosso',
	),
	ru: wording(
		'создан|изменён|удалён|переименован в|восстановлен|только прочитан|ошибка|успешно|исправлено|Последний запрос приведён ниже.|ассистент ответил; с тех пор ничего не просили|Последние слова ассистента|Открытый вопрос к человеку|Пока без ответа|Отклонено ассистентом|Пути относительно|Ветка|Последний коммит|из более ранней сводки|отклонено человеком|код выхода неизвестен|правка с неизвестным исходом|вариант|дан ответ|Ассистент сказал|Позже человек сказал|ассистент ответил вопросом, на который к моменту записи не ответили|до последних правок|результат не получен|Человек сказал|Поиски без результата|позже переписан или отброшен|Загруженные инструкции|рабочее дерево удалено',
	),
	zh: wording(
		'已创建|已修改|已删除|重命名为|已恢复|仅读取|失败|成功|已修复|最新的请求见下文。|助手已答复；此后没有新的请求|助手最后的话|待用户回答的问题|尚未答复|助手已拒绝|路径相对于|分支|最近提交|来自更早的摘要|用户已拒绝|未见退出码|编辑结果未知|选项|已答复|助手说|用户后来说|助手以提问作答，撰写时尚未得到回答|在最后的编辑之前|未见结果|用户说|没有结果的搜索|后来被改写或丢弃|加载的指令|工作树已移除',
	),
	ja: wording(
		'作成|変更|削除|名前変更先|復元|読み取りのみ|失敗|成功|解決済み|最新の依頼は以下にあります。|アシスタントが回答済み。その後の依頼なし|アシスタントの最後の発言|ユーザーへの未回答の質問|未回答|アシスタントが拒否|パスの基準|ブランチ|最新コミット|以前の要約より|ユーザーが拒否|終了コード不明|編集の結果は不明|選択肢|回答済み|アシスタントの発言|ユーザーのその後の発言|アシスタントが質問を返し、作成時点で未回答|最後の編集より前|結果なし|ユーザーの発言|一致のなかった検索|後に書き換えまたは破棄|読み込まれた指示|ワークツリーは削除済み',
	),
	ko: wording(
		'생성됨|수정됨|삭제됨|이름 변경|복원됨|읽기만 함|실패|성공|해결됨|가장 최근 요청은 아래에 있습니다.|어시스턴트가 답변함. 이후 요청 없음|어시스턴트의 마지막 말|사용자에게 남은 질문|아직 답변 없음|어시스턴트가 거부함|경로 기준|브랜치|마지막 커밋|이전 요약에서|사용자가 거부함|종료 코드 확인 안 됨|편집 결과 알 수 없음|선택지|답변함|어시스턴트의 말|사용자가 나중에 말함|어시스턴트가 질문으로 답했고 작성 시점에 답이 없음|마지막 편집 이전|결과 확인 안 됨|사용자의 말|결과가 없던 검색|이후 다시 작성되거나 버려짐|불러온 지침|작업 트리 제거됨',
	),
};

/** Whether a text is what the summariser says for this, in any of its languages. */
export function saysInAnyLanguage(word: keyof Wording, text: string): boolean {
	return Object.values(wordings).some((wording) => wording[word] === text.trim());
}

/** The words of a language. */
export function wordsOf(language: Language): Wording {
	return wordings[language];
}

const functionWords: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'it', string>> = {
	en: 'the and is to of in it that for you please with this on not are be can we should',
	de: 'der die das und ist nicht ich wir bitte mit auf für den ein eine es zu wie auch noch',
	fr: 'le la les et est pas je nous vous des une dans pour que qui sur avec il faut du',
	es: 'el la los las y es no que en un una por para con se lo está pero como más',
	pt: 'o os as e é não que em um uma por para com se está mas como mais você isso',
	it: 'il lo gli e è non che in un una per con si come ma anche questo della sono più',
};

/** Characters of the person's words that are looked at. */
const sampled = 6_000;

/** Letters of a script, as a share of all letters, from which a text counts as written in it. */
const scriptShare = 0.15;

/** The language the person writes, by script and by the most frequent small words; else English. */
export function languageOf(texts: readonly string[]): Language {
	let sample = '';
	for (const text of texts) {
		// Long messages are pastes; what people type themselves is short.
		sample += `${text.slice(0, 800)}\n`;
		if (sample.length > sampled) {
			break;
		}
	}
	return languageByScript(sample) ?? languageByWords(sample);
}

function languageByScript(sample: string): Language | undefined {
	const letters = count(sample, /\p{L}/gu);
	const share = (pattern: RegExp): number => count(sample, pattern) / Math.max(1, letters);
	if (share(/\p{Script=Hangul}/gu) > scriptShare) {
		return 'ko';
	}
	if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > scriptShare / 2) {
		return 'ja';
	}
	if (share(/\p{Script=Han}/gu) > scriptShare) {
		return 'zh';
	}
	return share(/\p{Script=Cyrillic}/gu) > scriptShare * 2 ? 'ru' : undefined;
}

/** Different small words of a language that a text has at least; one alone is often a name in code. */
const leastSmallWords = 2;

function languageByWords(sample: string): Language {
	const frequency = new Map<string, number>();
	for (const [word] of sample.toLowerCase().matchAll(/\p{L}+/gu)) {
		frequency.set(word, (frequency.get(word) ?? 0) + 1);
	}
	let best: Language = 'en';
	let bestHits = 0;
	for (const [language, small] of Object.entries(functionWords)) {
		const found = small.split(' ').map((word) => frequency.get(word) ?? 0);
		const hits = found.reduce((sum, count) => sum + count, 0);
		if (hits > bestHits && found.filter((count) => count > 0).length >= leastSmallWords) {
			best = language as Language;
			bestHits = hits;
		}
	}
	return best;
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
