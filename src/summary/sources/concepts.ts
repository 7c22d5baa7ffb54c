import { isUnspaced } from './words.ts';

/**
 * What the rules and requests of programming are about, in the ten languages most people write to
 * assistants in. A model that translates or rewords a rule keeps the concepts and none of the words.
 */

/**
 * One concept a line: how the words for it begin, without accents. Entries of up to three letters are
 * whole words, and so are those with a full stop; those of scripts without spaces stand anywhere.
 */
const table = `
test spec. pruf prueb essai prova provar teste тест провер 测试 テスト 試験 테스트 시험
commit einchecken コミット 提交 커밋 коммит
message. messages. botschaft nachricht meldung mensaje mensagem messagg сообщен 信息 消息 メッセージ 메시지
push hochladen upload subir subelo пуш 推送 上传 プッシュ 푸시 업로드 загруз
send. sends sending email schick versend envoy envoi enviar envia inviare invia mandar отправ 发送 寄 送信 전송 보내
branch zweig ветк branche rama. ramo. 分支 ブランチ 브랜치
merge zusammenfuhr fusion слиян 合并 マージ 병합
deploy ausliefer mise. desplieg implant развер 部署 デプロイ 배포 release publi veroffentlich 发布 リリース 공개
depend librar librer bibliot abhang package paquet pacote pacchett pacot vendor module. modul third-party 依赖 库 包 ライブラリ パッケージ 依存 라이브러리 패키지 의존 библиот зависим пакет стороннн внешн сторонн
install installier instal установ 安装 インストール 설치
delet remov loesch losch entfern supprim enlev borra elimin apag exclu cancell rimuov drop. удал убер 删除 移除 去掉 删 削除 消 삭제 제거 deletion getrid
creat anleg erstell cre. cree crear criar creare созда 创建 新建 作成 생성
add. adds. added adding addition hinzufug zusatz ergan ajout anad agreg adicion aggiun extra new. neue nouve nuev novo novos nova nuov добав нов 新 添加 新增 引入 追加 추가 새
chang modif edit. edits editing touch touche andern ander. geander veranderl anfass cambi alter. alterar mexa mexer mexe mudar toque tocar toca. modific untouched изменя измен менять меня трог 修改 改 改动 变更 変更 更新 触 수정 변경 건드리 alone unchang fixed fest. off limits
keep stay remain bleib behalt beibehalt erhalt gard rest. restent reste rester conserv manten mantener mantien rimane restare ficam ficar остав оста сохран 保持 保留 维持 そのまま 今のまま 維持 유지 leave
file. files. datei fichier archivo arquivo файл 文件 ファイル 파일 filename
name. names. named naming namen nom. nomes nombre nome. имен имя имя. назван 名 名称 変数名 이름
renam umbenenn renomm renombr renom. rinomin переимен 重命名 改名 名前変更
folder director ordner verzeichnis dossier carpeta pasta. cartell папк каталог 目录 文件夹 フォルダ ディレクトリ 폴더
code. kode codigo codice код. кода 代码 コード 코드
comment kommentar comentar commento comment. коммент 注释 コメント 주석
docu doku 文档 ドキュメント 문서 docs. readme. докум инструкц
format layout 格式 フォーマット 형식 формат reformat formatt
style. styles. styling stil. estilo 样式 风格 スタイル 스타일 стил
design gestaltung diseno デザイン 设计 디자인 дизайн
color colour farb couleur cor. cores colori 颜色 色 カラー 색 цвет red. rot. softer
font. schriftart police. fuente. 字体 フォント 글꼴 шрифт
language. sprache langue. idioma lingua. 语言 言語 언어 язык
english englisch anglais ingles 英文 英语 英語 영어 англи
german deutsch allemand aleman tedesco alemao 德 ドイツ語 독일어 немец
french francais franzosisch frances 法语 法文 フランス語 프랑스어 франц
spanish spanisch espagnol espanol spagnol espanhol 西班牙 スペイン語 스페인 испан
russian russisch russe. ruso. russo. русск 俄语 ロシア語 러시아
chinese chinesisch chinois chino. cinese chines китайск 中文 汉语 中国語 중국어
japanese japanisch japonais japones giappon японск 日语 日文 日本語 일본어
korean koreanisch coreen coreano 韩 韓国語 한국어 корейск
portugu portugies португал 葡萄牙 ポルトガル 포르투갈
british uk. britisch britannique
translat ubersetz traduc traduz tradurr traduir tradu перевод перевед 翻译 翻訳 번역
user. users nutzer benutzer utilisat usuario utent utilizador пользоват 用户 ユーザー 사용자
client. clients kunde klient cliente клиент 客户 クライアント 클라이언트
customer kunden
ask. asks asking asked frag demand. demande pregunt perguntar chied confirm approv approbation genehmig bestatig erlaub permiss прос. спрос соглас подтвержд разреш 问 询问 同意 批准 确认 承認 確認 許可 승인 확인 허락
tell. notify notif report. reports inform avis prevenir previens prevenir benachricht bescheid inform сообщ. уведом скажи 告诉 汇报 通知 报告 報告 知らせ 알려 보고 알림 avise
plan. plans planning propos vorschlag planung piano. план предлож 方案 计划 提案 計画 プラン 계획
first. zuerst zunachst vorher before erst. prima. avant. antes primero primeiro premier d'abord сначала перед прежде до. 先 之前 前に まず 먼저 전에 beforehand until
after. nach. nachdem apres despues dopo depois после 后 之后 完 後 次第 후에 다음 then. afterwards puis. poi.
later spater plus. tard. postpon aplaz depois poi. позже потом 以后 稍后 之后再 後で 나중 wait warten attend esper
run. runs. running ran execut ausfuhr lauf. laufen lance. lancer lancement ejecut execu esegui запуск запуст 运行 执行 跑 実行 走らせ 실행
build baue. bauen construire compil kompil сбор собир 构建 编译 ビルド 빌드 rebuild reconstruire
error errors fehler erreur erro. erros errore ошиб 错误 エラー 오류 에러 failure fault
warn avert advert avvert предупр 警告 경고
log. logs. logging logger protokoll journal registro 日志 ログ 로그 логир журнал logged
password passwort kennwort passe. contrasen senha 密码 パスワード 비밀번호 парол
secret token. tokens geheim clave. key. keys schlussel cle. cles 密钥 秘密 シークレット 비밀 токен секрет ключ
database datenbank base. basedatos bd. db. banco 数据库 データベース 데이터베이스 баз. база базы базу
schema. schem スキーマ 模式 스키마 схем
table. tabell tabla. tabela tabel 表 テーブル 테이블 таблиц
query queries sql. abfrage requete consulta 查询 クエリ 쿼리 запрос
api. interface schnittstelle interfaz 接口 インターフェース
public offentlich publique publico pubblic публичн 公开 公共 パブリック
address adresse direccion indirizz endereco адрес 地址 アドレス 주소 url. urls.
server serveur servidor сервер 服务器 サーバ 서버
app. apps anwendung aplicac applicaz application приложен 应用 アプリ 앱
mobile. phone phones handy telefon smartphone movil celular 手机 移动 モバイル 携帯 스마트폰 휴대폰 телефон мобил
desktop bureau. escritorio 桌面 デスクトップ 데스크톱
page. pages seite. pagina 页 ページ 페이지 страниц
home. startseite accueil inicio 首页 ホーム 홈 главн homepage
button schaltfl bouton boton botao bottone pulsante 按钮 ボタン 버튼 кнопк
dialog fenster boite dialogue 对话框 ダイアログ 대화 диалог
keyboard clavier tastatur teclad tastiera 键盘 キーボード 키보드 клавиат keys.
access barriere accessib 无障碍 アクセシビリティ 접근성 доступн
label. labels beschrift etiquet etichett 标签 ラベル 레이블 метк
image. images bild. bilder imagen imagem immagin 图片 图像 画像 이미지 изображ картин png. svg. picture
icon symbol ikon icone icono 图标 アイコン 아이콘 иконк
video film
text. texts texte textos testi copy. 文字 文案 テキスト 텍스트 текст
search such. suche suchen recherch buscar busca. busqueda cerca. ricerca 搜索 検索 검색 поиск искать
list. lists liste. lista. 列表 リスト 목록 список
fast. faster quick slow speed schnell langsam beschleun rapid lent acceler veloc rapido schnellst lahm быстр медлен 快 慢 速 遅 빠르 느리 load. loading time. times charg ladezeit dauer respond response perform 秒
second sekunde segund secondi сек 秒 초
minute minut 分钟 分 분
memory speicher memoire memoria память памяти 内存 メモリ 메모리
size. gross taille tamano dimension 大小 サイズ 크기 размер smaller bigger larger klein. verklein petit peque pequen large largest groß
big. large gross. grosse grand. grande больш 大 大きな 큰
small. klein kleine petit pequ piccol маленьк 小 小さ 작은 smaller verklein
short. shorter shorten brief concise terse kurz kurze knapp court bref brev corto conciso коротк кратк 简短 简洁 短 簡潔 짧게 간결 three-sentence sentenc point.
simple simpl plain easy understand einfach verstand sencill facil semplic прост понятн 简单 通俗 簡単 やさし 간단 쉬운 non-technical
polite friendly kind. amab freundlich hoflich aimable poli. gentil cortes вежлив 礼貌 友好 丁寧 친절
answer answers antwort repons respuest rispost respost ответ 回答 回复 回答 返信 답변 repl talk. speak sprich spreche
question fragen preguntas вопрос 问题 質問 질문
bug. bugs problem issue fehler. wrong broken falsch faux crash absturz abstur plante падает ошибоч 不正常 故障 问题 バグ 不具合 문제 버그 crashes
fix. fixes fixed fixing repair resolv behob beheb reparier corrig corrige arregl corregg solucion почин исправ 修 修复 修正 直し 고쳐 고치
show. display displays shown zeig anzeig affich mostr visib показ отобра 显示 展示 表示 보여 표시
why. warum reason grund. pourquoi raison motivo razon porque perche почему причин 为什么 原因 なぜ 理由 이유 왜 cause find. descubr identif figure
read. reads liest lesen lire. lis leen leer leggere lendo чита 读 读取 読 읽
write. writes written writing schreib ecri escrib escrev scriv пис напис 写 书写 書 쓰 작성 써
export exporte exporter ausfuhr. 导出 エクスポート 내보내 экспорт
import importier 导入 インポート 가져오
move. moved verschieb deplac mover spost перемест 移动 移動 이동
version. versions 版本 バージョン 버전 верси upgrade updat aktualisier actualiz mettre aggiorn atualiz обнов 升级 アップグレード 업그레이드
compat kompatib 兼容 互換 호환 совмест support. backwards older old. alte ancien viej antig vecchi стар 旧 古い 오래된
changelog anderungsprotokoll журнал
review begutacht revis revue обзор 审查 评审 レビュー 리뷰
example beispiel exemple ejemplo esempio пример 例 例子 예
online offline network netz reseau red. rete. rede. сеть сети 网络 離線 オフライン 네트워크
pay. paid payment zahl. bezahl kosten payant pago. pagamento pagament cost. free. gratis gratuit plat 付费 支付 免费 有料 無料 결제 유료 платн оплат
backup sicherung sauvegard copia. copie бэкап резерв 备份 バックアップ 백업 back. restor
disabl deaktiv abschalt desactiv desativ disattiv отключ 禁用 关闭 無効 비활성
skip uberspring ignor saute omit omet saltar salta pular пропус 跳过 スキップ 건너뛰
restart neustart redemarr reinici reiniciar перезапу 重启 再起動 재시작
stream flux. strom поток 流 ストリーム 스트림
duplic doppelt twice double doble deux doppio 重复 二重 두 번 중복 두번 дубл overlap solap uberlapp chevauch coincid
order. orders sequence reihenfolge ordre orden. ordem ordine порядок 顺序 順番 順序 순서
start. begin anfang beginn commenc empez comenz inizi inicio. начать начин 开始 動手 动手 始め 시작 implement umsetz anfang umzusetz ejecutar
stop. beend arret detener parar ferm прекрат остан 停止 止め 중지
deadline frist termin echeanc plazo prazo scaden срок 截止 締切 마감
friday freitag vendredi viernes venerdi sexta пятниц 周五 星期五 金曜 금요일
monday montag lundi lunes lunedi segunda-feira понедельник 周一 月曜 월요일
team. teams equipe equipo squadra команд 团队 チーム 팀 
production prod. produktion produccion producao produzione продакш 生产 本番 프로덕션 운영
local lokal locale локал 本地 ローカル 로컬
official offiziell officiel oficial ufficial официал 官方 公式 공식
difference unterschied differenc diferenc differenz разниц отлич 不同 差异 区别 違い 差分 차이
environment umgebung variable entorno ambiente variavel 变量 変数 변수 перемен variavei
hard. hardcoded hard-coded eingebaut codifi 写死 硬编码 ハードコード 하드코딩
unit. einheit
booking reserv buchung prenotaz 预订 予約 예약 брон
invoice rechnung factur fattur fatura счет 发票 請求書 청구서
price preis prix. precio prezz preco цен 价格 価格 가격 money geld amount betrag
stock. inventory bestand estoque inventar magazzin склад 库存 在庫 재고
login anmeld connexion acceso accesso вход 登录 登陆 ログイン 로그인
notific benachrichtig notifik уведомлен 提醒 알림 通知
variable
order. bestellung commande pedido ordin заказ 订单 注文 주문
header kopfzeile
spacing padding abstand espac margin
letter buchstab umlaut
company firma unternehm entreprise empresa azienda компан 公司 会社 회사
standard. 
library. stdlib стандарт
parallel concurrent goroutine deterministic
separate getrennt own. eigen separ 别 分开 別 따로
all. every each alle. jede chaque todo. todos cada tutti ogni все весь всё каждый кажд 所有 每 全部 全 毎 모든 매 whole entire ganze komplett complet entero
backend server-side
coverage abdeckung couverture cobertura 覆盖率 カバレッジ 커버리지 покрыт
`;

/** Concepts by how a word for them begins, and those of scripts without spaces by how they are written. */
const byStart = new Map<string, readonly string[]>();
const written = new Map<string, readonly string[]>();

for (const [row, line] of table.trim().split('\n').entries()) {
	for (const entry of folded(line).split(' ').filter(Boolean)) {
		const isWritten = isUnspaced(entry);
		const whole = entry.endsWith('.') || (entry.length <= 3 && !isWritten);
		const key = isWritten ? entry : `${entry.replace('.', '')}${whole ? '.' : ''}`;
		const known = isWritten ? written : byStart;
		known.set(key, [...(known.get(key) ?? []), `concept ${row}`]);
	}
}

/** Letters of the longest entry. */
const longestEntry = Math.max(...[...byStart.keys(), ...written.keys()].map((key) => key.length));

/** Lower case without accents, so that words compare however they were typed. */
export function folded(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** The concepts a folded word stands for; none for names and rare words. */
export function conceptsOf(word: string): readonly string[] {
	const whole = byStart.get(`${word}.`);
	if (whole !== undefined) {
		return whole;
	}
	for (let length = Math.min(word.length, longestEntry); length >= 4; length -= 1) {
		const found = byStart.get(word.slice(0, length));
		if (found !== undefined) {
			return found;
		}
	}
	return [];
}

/** The longest entry of a script without spaces that a folded text has at this place. */
export function writtenConcept(
	text: string,
	at: number,
): { readonly length: number; readonly concepts: readonly string[] } | undefined {
	for (let length = Math.min(text.length - at, longestEntry); length >= 1; length -= 1) {
		const concepts = written.get(text.slice(at, at + length));
		if (concepts !== undefined) {
			return { length, concepts };
		}
	}
	return undefined;
}
