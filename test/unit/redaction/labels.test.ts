import assert from 'node:assert/strict';

import { redact } from '../../../src/redaction/redact.ts';
import { drawFrom } from './samples.ts';

/** How people call a password in the languages most of them speak, as it stands in a sentence. */
const labels =
	'Password,password,PASSWORD,passphrase,密码,数据库密码,密碼,口令,पासवर्ड,Contraseña,contraseña,CONTRASEÑA,clave,mot de passe,' +
	'Mot de passe,mdp,كلمة المرور,كلمة السر,পাসওয়ার্ড,senha,Palavra-passe,пароль,Пароль,ПАРОЛЬ,пароля,پاس ورڈ,kata sandi,Passwort,' +
	'Datenbankpasswort,Kennwort,パスワード,暗証番号,şifre,Şifresi,parola,கடவுச்சொல்,పాస్‌వర్డ్,ಪಾಸ್‌ವರ್ಡ್,പാസ്‌വേഡ്,પાસવર્ડ,ਪਾਸਵਰਡ,비밀번호,암호,' +
	'mật khẩu,hasło,Hasło,wachtwoord,databasewachtwoord,รหัสผ่าน,parolă,κωδικός,Κωδικός πρόσβασης,heslo,jelszó,jelszava,' +
	'lösenord,Lösenordet,adgangskode,kodeord,passord,salasana,tietokannan salasana,סיסמה,лозинка,lozinka,رمز عبور,' +
	'kata laluan,nenosiri,စကားဝှက်';

/** What stands around the password: `L` is the label, `§` the password. */
const forms =
	'L: §;L：§;L = §;L=§;L : §;- **L:** §;- **L**: §;**L**: `§`;L: "§";L: «§»;L：「§」;L → §;L – §;L §;| L | § |;|L|`§`|;' +
	'L (test): §;<td>L</td><td>§</td>;{"L":"§"}';

describe('a password behind a label', () => {
	for (const label of labels.split(',')) {
		it(`is taken out: ${label}`, () => {
			for (const form of forms.split(';')) {
				const secret = 'Sol-y-Mar.77';
				const text = form.replace('L', label).replace('§', () => secret);
				assert.equal(redact(text), text.replace(secret, '[REDACTED]'));
			}
		});
	}

	for (const text of [
		'Das Passwort für die Datenbank lautet §.',
		'le mot de passe est « § »',
		'La contraseña de la base es §, no la publiques.',
		'A senha do banco é §',
		'Пароль от базы — §',
		'数据库的密码是：§，请勿泄露',
		'密码为「§」',
		'パスワードは§です',
		'비밀번호는 §입니다',
		'hasło do bazy to §',
		'Het wachtwoord is §',
		'La contraseña de la base de datos es §',
		'Het wachtwoord van de database op de server is §',
		'Lösenordet är §',
		'Salasana on §',
		'Heslo je §',
		'Parola este §',
		'הסיסמה היא §',
		'पासवर्ड § है',
		'รหัสผ่านคือ §',
		'Mật khẩu là §',
		'Kata sandinya adalah §',
		'the password was set to "§"',
		'用户名：ann 密码：§',
		'usuario ann contraseña §',
		'Passwort:\nP',
	]) {
		it(`is taken out: ${text}`, () => {
			assert.equal(redact(text.replace('§', 'Sol7y-Mar')), text.replace('§', '[REDACTED]'));
		});
	}

	it('is taken out where it is a number, and the word says so', () => {
		for (const text of ['暗証番号は4839です', 'PIN/Kennwort: 4839', 'contraseña: 483921']) {
			assert.equal(redact(text), text.replace(/\d+/, '[REDACTED]'));
		}
	});

	for (const label of 'API key,API-Schlüssel,clé API,clave de API,ключ API,токен,APIキー,密钥,API 키,klucz API'.split(
		',',
	)) {
		it(`is a key: ${label}`, () => {
			const key = drawFrom(5)('word', 32);
			assert.equal(redact(`**${label}**: ${key}`), `**${label}**: [REDACTED]`);
		});
	}

	for (const text of [
		'Das Passwort ist falsch.',
		'mot de passe : obligatoire',
		'La contraseña es obligatoria y debe cambiarse',
		'密码：不能为空',
		'密码：至少8位',
		'パスワードは8文字以上です',
		'비밀번호: 8자 이상',
		'пароль: не задан',
		'пароль пользователя обязателен',
		'The password is required, see https://a.example/b2c',
		'| Password | required |',
		'| Passwort | Pflichtfeld |',
		'**Password:** at least eight characters',
		'the key is the primary-key2 of the table',
		'ключ кэша: node-modules-v1',
		'clé primaire : id_utilisateur',
	]) {
		it(`is none in ${text}`, () => assert.equal(redact(text), text));
	}
});
