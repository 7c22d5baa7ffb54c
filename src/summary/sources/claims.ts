import type { ToolFamily } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/** What an item says was done and how it ended, to tell one call from another like it. */
export interface Claim {
	readonly status?: 'ok' | 'failed';
	/** Tests it counts. */
	readonly failed?: number;
	readonly passed?: number;
	/** Families of tools that do what it says was done; empty where it does not say. */
	readonly families: ReadonlySet<ToolFamily>;
}

/** Words for failure and success, of the languages summaries are written in. */
const failing =
	/\bfail(?:s|ed|ing|ure|ures)?\b|\berrors?\b|\bbroke(?:n)?\b|\bcrash(?:es|ed)?\b|\brejected\b|\bexit(?: code)? [1-9]|fehlgeschlagen|schlug fehl|échec|échoué|falló|fallaron|falhou|fallit[oi]|ошибк|провал|失败|失敗|실패/iu;
const succeeding =
	/\bok\b|\bpass(?:es|ed|ing)?\b|\bsucce(?:ss|ssful|ssfully|eded|eds)\b|\bgreen\b|\bclean(?:ly)?\b|\bexit(?: code)? 0\b|in Ordnung|erfolgreich|bestanden|réussi|éxito|pasaron|passou|passaram|superati|успешно|成功|通过|성공/iu;

/** A count of nothing is no failure. */
const none =
	/\b(?:0|no|zero|without|keine?|aucune?|sin|sem|nessun\w*)\s+(?:\w+\s+)?(?:fail\w*|errors?|Fehler)|\b0 fehlgeschlagen/giu;

const failedCount =
	/(?<![\d.])(\d{1,6})(?: \p{L}+)? (?:fail|fehlgeschlagen|échou|échec|falló|fallaron|falh|fallit)/iu;
const passedCount =
	/(?<![\d.])(\d{1,6})(?: \p{L}+)? (?:pass|bestanden|réussi|pasaron|superati|ok\b)/iu;

const changing: readonly ToolFamily[] = ['write', 'edit', 'terminal'];

/** Words at the start of an action, or behind the dash of a file, and the tools that do it. */
const deeds: readonly (readonly [RegExp, readonly ToolFamily[]])[] = [
	[
		/\b(?:edit(?:s|ed)?|modif(?:y|ied)|chang(?:e|ed)|updat(?:e|ed)|add(?:ed)?|remov(?:e|ed)|fix(?:ed)?|refactor(?:ed)?|renam(?:e|ed)|replac(?:e|ed)|creat(?:e|ed)|wr(?:ite|ote)|written|delet(?:e|ed)|implement(?:ed)?|extract(?:ed)?|mov(?:e|ed))\b|geändert|angelegt|gelöscht|hinzugefügt|ersetzt|modifié|créé|supprimé|ajouté|modificado|creado|eliminado|criado|excluído|modificato|creato|eliminato|изменён|создан|удалён|已创建|已修改|已删除|作成|変更|削除|생성|변경|삭제/iu,
		changing,
	],
	[
		/\b(?:run|ran|execut(?:e|ed)|test(?:s|ed)?|buil[dt]|committed|installed)\b|→/iu,
		['terminal', 'code'],
	],
	[
		/\b(?:read|view(?:ed)?|open(?:ed)?|inspect(?:ed)?)\b|gelesen|consulté|\blu\b|leído|lido|letto|прочитан|读取|読み取り|읽기/iu,
		['read', 'terminal'],
	],
	[
		/\b(?:search(?:ed)?|grep(?:ped)?|found|look(?:ed)? for)\b|gesucht|cherché|buscó|搜索/iu,
		['search', 'terminal'],
	],
];

/** Reads what an item claims. */
export function claimOf(text: string): Claim {
	const told = text.replace(none, ' ok ');
	const failed = countIn(failedCount, text);
	const passed = countIn(passedCount, text);
	const fails = failing.test(told);
	const succeeds = succeeding.test(told);
	const status =
		failed !== undefined && failed > 0
			? 'failed'
			: fails === succeeds
				? undefined
				: fails
					? 'failed'
					: 'ok';
	return {
		...(status === undefined ? {} : { status }),
		...(failed === undefined ? {} : { failed }),
		...(passed === undefined ? {} : { passed }),
		families: new Set(deeds.flatMap(([words, families]) => (words.test(text) ? families : []))),
	};
}

function countIn(pattern: RegExp, text: string): number | undefined {
	const count = pattern.exec(text)?.[1];
	return count === undefined ? undefined : Number(count);
}

/** What a call counts that contradicts a claim, and one that counts the same tests. */
const against = { family: 0.7, status: 0.6, count: 0.5 };
const sameCount = 1.3;

/** How far a call bears a claim out: below 1 it speaks against it. */
export function bearsOut({ status, failed, passed, families }: Claim, use: ToolUse): number {
	const { outcome } = use;
	let factor = 1;
	if (families.size > 0) {
		factor *= families.has(use.family) ? 1 : against.family;
	}
	if (status !== undefined && outcome.status !== 'unknown') {
		const really = outcome.tellsFailure === true ? 'failed' : outcome.status;
		factor *= really === status ? 1 : against.status;
	}
	if (outcome.tests !== undefined) {
		factor *= agreement(failed, outcome.tests.failed) * agreement(passed, outcome.tests.passed);
	}
	return factor;
}

function agreement(claimed: number | undefined, counted: number | undefined): number {
	if (claimed === undefined || counted === undefined) {
		return 1;
	}
	return claimed === counted ? sameCount : against.count;
}

/** Whether a word only says what was done or how it ended, which calls tell by what they are. */
export function isClaim(word: string): boolean {
	return failing.test(word) || succeeding.test(word) || deeds.some(([words]) => words.test(word));
}
