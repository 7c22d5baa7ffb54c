/**
 * Where programs expect a credential on their command line. `V` is the secret and `*` anything
 * before it in the same word: `-pV` is glued, `-p V` a word of its own, `-u *:V` the part behind the
 * first colon. `|V` means that with this option the secret comes in through a pipe or a here-string.
 */
export interface ProgramCredentials {
	/** Names of programs, separated by spaces. */
	readonly programs: string;
	/** Forms, separated by commas. */
	readonly forms: string;
	/** One of these words has to come first: only the program's command of that name is meant. */
	readonly within?: string;
}

/** Programs that take a password on their command line, and the forms in which they do. */
export const programCredentials: readonly ProgramCredentials[] = [
	// Databases.
	{
		programs:
			'mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlsh mariadb mariadb-dump mariadb-admin',
		forms: '-pV',
	},
	{ programs: 'redis-cli valkey-cli', forms: '-a V,--pass V' },
	{ programs: 'sqlcmd bcp', forms: '-P V,-PV' },
	{
		programs: 'mongo mongosh mongodump mongorestore mongoexport mongoimport',
		forms: '-p V',
	},
	{ programs: 'rabbitmqctl', forms: 'add_user * V,change_password * V' },

	// Directories, files, keys.
	{
		programs: 'ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare',
		forms: '-w V,-wV',
	},
	{ programs: 'ldappasswd', forms: '-w V,-wV,-s V,-a V' },
	{
		programs: 'openssl',
		forms: '-k V,-K V,-pass pass:V,-passin pass:V,-passout pass:V',
	},
	{ programs: 'zip zipcloak unzip', forms: '-P V,-PV' },
	{ programs: '7z 7za 7zz rar unrar', forms: '-pV' },
	{ programs: 'ssh-keygen', forms: '-N V,-P V' },
	{
		programs: 'keytool jarsigner',
		forms: '-storepass V,-keypass V,-srcstorepass V,-deststorepass V,-srckeypass V,-destkeypass V',
	},
	{ programs: 'qpdf', forms: '--password=V,--encrypt V' },
	{ programs: 'gpg gpg2', forms: '--passphrase V,--passphrase-fd |V' },

	// Logging in.
	{ programs: 'sshpass', forms: '-p V,-pV' },
	{ programs: 'sudo', forms: '-S |V,--stdin |V' },
	{ programs: 'passwd', forms: '--stdin |V' },
	{ programs: 'smbclient rpcclient', forms: '-U *%V' },
	{ programs: 'nmcli', forms: 'password V' },
	{ programs: 'ngrok', forms: 'authtoken V,add-authtoken V' },
	{ programs: 'snyk', forms: 'auth V' },

	// The web.
	{ programs: 'curl', forms: '-u *:V,--user *:V,-U *:V,--proxy-user *:V,-b *=V,--cookie *=V' },
	{ programs: 'http https xh', forms: '-a *:V,--auth *:V' },

	// Registries and clouds.
	{
		programs: 'docker podman nerdctl buildah skopeo helm oras crane',
		forms: '-p V,-pV,--password-stdin |V',
		within: 'login',
	},
	{ programs: 'az', forms: '-p V', within: 'login' },
	{ programs: 'az', forms: '--value V', within: 'secret' },
	{ programs: 'aws', forms: '--secret-string V', within: 'secretsmanager' },
	{ programs: 'kubectl oc', forms: '--from-literal *=V,--from-literal=*=V', within: 'secret' },
	{ programs: 'gh', forms: '-b V,--body V,--body=V', within: 'secret' },
	{ programs: 'gh glab', forms: '--with-token |V,--stdin |V', within: 'auth' },
	{ programs: 'twine', forms: '-p V', within: 'upload' },
	{ programs: 'doctl', forms: '-t V', within: 'auth' },
];

/** Programs whose `set NAME VALUE` stores what the name says. */
export const settingPrograms: ReadonlySet<string> = new Set(
	'aws npm pnpm yarn git gcloud pip composer netlify'.split(' '),
);

/** Programs and instructions whose first words are a name and its value. */
export const assigningPrograms: ReadonlySet<string> = new Set(['ENV', 'setx', 'setenv']);

/** Words between such a program and the name. */
export const settingWords: ReadonlySet<string> = new Set(['set', 'config', 'env:set']);
