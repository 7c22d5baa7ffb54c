import { inCases, rule, type Rule } from './rule.ts';
import { isRandom, isLabelledSecret } from './values.ts';

/**
 * Words for a password in the most used languages, in lower case and as a stem if endings change. Long ones may be the
 * last part of a compound word.
 */
const passwords = (
	'密码,密碼,口令,पासवर्ड,संकेतशब्द,कूटशब्द,contraseña,contrasena,contrasenya,contrasinal,clave,mot de passe,mdp,' +
	'كلمة المرور,كلمة السر,كلمة مرور,كلمة سر,الرقم السري,পাসওয়ার্ড,পাসওয়ার্ড,senha,palavra-passe,palavra passe,парол,' +
	'лозинк,шифра,құпия сөз,құпиясөз,нууц үг,پاس ورڈ,رمز عبور,گذرواژه,پسورد,کلمه عبور,kata sandi,kata laluan,sandi,' +
	'passwort,kennwort,パスワード,暗証番号,合言葉,şifre,şifrə,sifre,parol,கடவுச்சொல்,పాస్వర్డ్,ಪಾಸ್ವರ್ಡ್,ಗುಪ್ತಪದ,പാസ്വേഡ്,' +
	'രഹസ്യവാക്ക്,પાસવર્ડ,ਪਾਸਵਰਡ,මුරපදය,စကားဝှက်,ពាក្យសម្ងាត់,ລະຫັດຜ່ານ,รหัสผ่าน,mật khẩu,mat khau,비밀번호,암호,패스워드,비번,' +
	"parola d'ordine,hasł,haslo,wachtwoord,wagwoord,κωδικό,συνθηματικ,heslo,hesla,jelsz,lösenord,losenord,adgangskode," +
	'kodeord,passord,salasana,סיסמה,סיסמא,סיסמת,lozink,zapork,geslo,fjalëkalim,salasõna,slaptažod,lykilorð,pasahitz,' +
	'cyfrinair,nenosiri,neno la siri,kalmar sirri,የይለፍ ቃል,գաղտնաբառ,პაროლი,pasvorto'
).split(',');

/** The same for a key or a token. */
const keys = (
	'api key,密钥,密鑰,秘钥,令牌,金鑰,私钥,トークン,キー,秘密鍵,シークレット,토큰,api 키,비밀키,비밀 키,액세스 키,시크릿,токен,ключ,секрет,schlüssel,clé,clef,jeton,' +
	'clave,llave,chave,chiave,klucz,sleutel,nyckel,nøgle,nøkkel,avain,anahtar,belirteç,klíč,kľúč,kulcs,cheie,κλειδί,' +
	'מפתח,אסימון,مفتاح,رمز,کلید,توکن,कुंजी,टोकन,টোকেন,คีย์,โทเค็น,khóa,kunci,ufunguo'
).split(',');

const english = ['password', 'passphrase', 'passcode'];
const englishKeys = ['token', 'secret', 'key'];

const space = /[ \t\u00a0\u3000]/.source;
const mark = /["'`“”„«»‘’「」『』*_~]/.source;

/** "is". In scripts without spaces it may directly connect label and value. */
const verb =
	`(?:${space}(?:is|was|set to|ist|lautet|es|era|est|é|è|to|brzmi|jest|är|er|on|este|je|e|це|є|είναι|هو|هي|היא|הוא|است|` +
	`ہے|है|আছে|হল|হলো|là|adalah|ialah|ay|ni)(?: now| jetzt)?:?(?=${space}|${mark})|${space}?(?:是|为|為|は|が|는|은|이|가|คือ)[:：]?)`;

/**
 * Other connections of a label and its value; fewer in English, because the rules for code handle `password: value`.
 */
const cell = /<\/[a-z]{1,8}>\s{0,16}<[a-z]{1,8}[^<>]{0,60}>/.source;
const joint = `(?:${space}?(?:[:：=＝→⇒|│]\\n?|[–—-]{1,2}>?(?=${space}))|${cell})`;
const englishJoint = `(?:${space}?(?:(?<=[*_~)）])[:=]|[:=](?=${space}?[*_~«“„「『])|[：→⇒|│]|[–—-]{1,2}>?(?=${space}))|${cell})`;

/** Permitted text in quotes; without quotes, a value contains no characters of ordinary sentences. */
const quoted = /(?<=["'`“„«‘「『])[^"'`”»’」』\n]{4,128}(?=["'`”»’」』])/.source;
const bare =
	/[^\s"'`“”«»<>,;|\\()[\]{}\u0964\u060c\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{4,256}(?<![.:*_~])/
		.source;
const value = `(?<secret>${quoted}|${bare})`;

/** Passwords and keys in prose: label, connection, value. */
function labelled(
	labels: readonly string[],
	joints: string,
	accept: (secret: string) => boolean,
): Rule {
	const isShort = (label: string): boolean => label.length < 7 && label !== label.toUpperCase();
	const [short, long] = [labels.filter(isShort), labels.filter((label) => !isShort(label))];
	const pattern = new RegExp(
		`(?:(?<!\\p{L})(?:${short.join('|')})|(?:${long.join('|')}))[\\p{L}\\p{M}]{0,4}?` +
			`(?:${space}[\\p{L}\\p{M}\\d'’._-]{1,24}){0,7}?(?:${space}?[(（][^()（）\\n]{1,24}[)）])?` +
			`(?:${space}|${mark}){0,4}?(?:${joints}|${verb})(?:${space}|${mark}){0,4}${value}`,
		'iu',
	);
	return rule(labels.flatMap(inCases).join(','), pattern, accept);
}

const isLabelledPassword = (secret: string): boolean =>
	isLabelledSecret(secret) || /^\d{4,12}$/.test(secret);
const isLabelledKey = (secret: string): boolean =>
	secret.length >= 12 && isLabelledSecret(secret) && isRandom(secret);

/** With only a space before it: must be as mixed as only passwords are. */
const isStrongPassword = (secret: string): boolean =>
	/^[^\s=:]{8,}$/.test(secret) &&
	[/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d]/u].every((kind) => kind.test(secret)) &&
	isLabelledSecret(secret);

/** Values after a label for a password, key or token. */
export const labelRules: readonly Rule[] = [
	labelled(passwords, joint, isLabelledPassword),
	labelled(english, englishJoint, isLabelledSecret),
	labelled([...passwords, ...english], `${space}{1,2}(?=\\S{0,64}\\d)`, isStrongPassword),
	labelled(keys, joint, isLabelledKey),
	labelled(englishKeys, englishJoint, isLabelledKey),
];
