import { rule, type Rule, type Span, wordStart } from './rule.ts';
import { isRandom } from './values.ts';

/** Prefixes that are sufficient proof; based on the rules of secretlint and gitleaks. */
const certain =
	'sk-proj-,sk-svcacct-,sk-admin-,sk-ant-,sk-or-v1-,sk-lf-,lsv2_,pcsk_,GOCSPX-,AIza,ya29.,dop_v1_,doo_v1_,dor_v1_,' +
	'hvs.,hvb.,hvr.,cfk_,cfut_,cfat_,vcp_,vci_,vca_,vcr_,vck_,HRKU-,sbp_,sb_secret_,pscale_,tskey-,dp.pt.,dp.st.,' +
	'dp.ct.,dp.sa.,dp.scim.,dp.audit.,pul-,NRAK-,dt0c01.,dt0s01.,sha256~,github_pat_,glpat-,gldt-,glrt-,glrtr-,glft-,' +
	'glptt-,glcbt-,glimt-,glagent-,gloas-,glsoat-,glffct-,glwt-,GR1348941,ATBB,ATATT3,ATCTT3,pypi-Ag,rubygems_,' +
	'dckr_pat_,dckr_oat_,CCIPAT_,CCIPRJ_,bkua_,squ_,sqp_,sqa_,sgp_,CLOJARS_,CFPAT-,sk_live_,sk_test_,sk_prod_,' +
	'rk_live_,rk_test_,rk_prod_,sq0atp-,sq0csp-,shpat_,shpca_,shppa_,shpss_,lin_api_,lin_oauth_,ntn_,figd_,figo_,' +
	'sntryu_,shptka_,signkey-prod-,signkey-test-,sk_org_live_,phx_,phc_,PMAK-,tfp_,AGE-SECRET-KEY-,duffel_live_,duffel_test_,shippo_live_,shippo_test_,rdme_,pat-na1-,' +
	'pat-eu1-,access-sandbox-,access-production-,AVNS_,p8e-,FLWSECK_TEST-,FLWSECK-,fio-u-,s-s4t2ud-,s-s4t2af-,sm_aat_,' +
	'sm_pat_,sm_sat_,wandb_v1_,pdl_live_apikey_,pdl_sdbx_apikey_,polar_oat_,polar_pat_,apify_api_,mdb_sa_sk_,CCDB1_,' +
	'AstraCS:,vespa_cloud_,os_v2_app_,os_v2_org_,nyk_v0_,n8n_api_,ory_at_,ory_pat_,ory_st_,tk-us-,sntrya_,sntryi_,' +
	'hcamk_,bkaj_,snyk_uat.,snyk_sat.,ovsxp_,ovsxat_,sgamp_user_,wk-1.,GOOG1E,WPL_AP1.,sk_sbox_,testsk_,slk_,tkn.v1_,hawk.,' +
	'VF.DM.,VF.WS.,BBFF-,access_token$production$';

/** Prefixes that ordinary words share: the rest has to look generated. */
const likely =
	'sk-,tvly-,xai-,jina_,nvapi-,pa-,tgp_v1_,pylf_v1_,AQ.,1//0,vercel_,re_,md-,mlsn.,xkeysib-,xsmtpsib-,IGQV,IGAA,sl.u.,EAAA,AQVN,ctx7sk-,esecret_,xaat-,xapt-,' +
	'sk_,ak_,fk-,ek_,pd_,aio_,st.,t1.9eu,secret-live-,secret-test-,dbtc_,dbtu_,dbts_,pnu_,pnb_,vtwn_,llx-,tr_dev_,tr_prod_,zpka_,essu_,ddp_,ddo_,dub_,sgd_,retool_';
const likelyRuns =
	'gsk_,csk-,r8_,pplx-,fw_,rpa_,e2b_,fc-,dtn_,LTAI,AKID,napi_,nfp_,nfc_,nfo_,nfu_,nfb_,xau_,rnd_,NRJS-,NRII-,' +
	'secret_,API-,ico-,AKCp,cmVmd,key_,crsr_,ATTA,cog_,ak-,as-,hcaik_,hcbik_,unkey_,EZAK,EZTK';

/** Where a terminal or a mail has wrapped a token: it continues on the next line, with nothing else after it. */
const wrap =
	/(?<=[\w-]{4})\n[ \t>]{0,8}(?=[\w-]{0,200}(?:\d|[a-z][A-Z])[\w-]{0,200}\s{0,8}(?:$|[\n"'`,;)]))/
		.source;

/** Tokens with this prefix, followed by characters of a class. */
function prefixed(
	starts: string,
	rest: string,
	accept?: (token: string) => boolean,
	before = wordStart,
): Rule {
	const literals = starts.replaceAll(/[.$]/g, '[$&]').replaceAll(',', '|');
	return rule(starts, new RegExp(`${before}(?:${literals})${rest}`), accept);
}

const jwt =
	/[\w-]{8,16384}\.(?:eyJ[\w-]{8,65536}(?:\.[\w-]{0,4096})?|[\w-]{0,4096}\.[\w-]{8,4096}\.[\w-]{8,65536}\.[\w-]{8,4096})/
		.source;

/** Tokens recognised by their prefix, or by a mark in the middle. */
export const tokenRules: readonly Rule[] = [
	prefixed(certain, `(?:[\\w.=-]|${wrap}){16,4096}`, (token) => /[\dA-Z]/.test(token.slice(7))),
	prefixed(likely, `(?:[\\w-]|${wrap}){16,2048}`, isRandomRest),
	prefixed(likelyRuns, `(?:[A-Za-z0-9]|${wrap}){16,2048}(?![\\w-])`, isRandomRest),
	// Three letters begin many pieces of base64, so the length has to match, too.
	prefixed('cio', '[A-Za-z0-9]{32}(?![\\w-])', isRandomRest),
	prefixed('AAAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{80,100}(?![\\w%])', isRandom),
	prefixed('oy2', '[a-z0-9]{43}(?![\\w-])', isRandomRest),
	prefixed('BSA', '[\\w-]{24,32}(?![\\w-])', isRandomRest),
	prefixed(
		'whsec_,essu_,glc_,glsa_,sntrys_,ops_ey,fm1a_,fm1r_,fm2_,fo1_,ABSK,bedrock-api-key-,IQoJb3JpZ2lu,FwoGZXIvYXdz,' +
			'LS0tLS1CRUdJTiBQUklW,LS0tLS1CRUdJTiBSU0Eg,LS0tLS1CRUdJTiBFQyBQUklW,LS0tLS1CRUdJTiBPUEVOU1NI',
		'[\\w+/=-]{24,4096}',
	),
	prefixed('xoxb-,xoxp-,xoxa-,xoxo-,xoxr-,xoxs-,xoxc-,xoxd-,xoxe-,xoxe.,xapp-', '[\\w%.-]{10,512}'),
	prefixed(
		'AKIA,ASIA,A3T,AGPA,AIDA,AROA,AIPA,ANPA,ANVA,ABIA,ACCA',
		'[A-Z0-9]{16,17}(?![A-Za-z0-9])',
	),
	prefixed('ghp_,gho_,ghu_,ghs_,ghr_', `(?:\\w|${wrap}){36,255}`, undefined, ''),
	prefixed('ghs_', '\\d{1,20}_[\\w.-]{36,4096}'),
	prefixed('hf_,api_org_,npm_', '[A-Za-z0-9]{30,128}'),
	prefixed('dapi,key-,pubkey-,SK', '[0-9A-Fa-f]{32}(?:-\\d)?(?![A-Za-z0-9])'),
	prefixed('SG.', '[\\w-]{16,128}\\.[\\w-]{16,256}'),
	prefixed('v1.0-', '[0-9a-f]{24}-[0-9a-f]{120,200}'),
	prefixed('pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
	prefixed('A3-', '[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}'),
	prefixed('sk.eyJ', '[\\w-]{20,512}\\.[\\w-]{16,64}'),
	prefixed('EAA', '[A-Za-z0-9]{60,512}', isRandom),
	prefixed('sdk-', '[0-9a-f]{8}-[0-9a-f-]{27}'),
	prefixed('00D', '[A-Za-z0-9]{12,15}![\\w.]{60,256}'),
	prefixed('eyJ', jwt),
	rule('live_,prod_', /(?<!pk_)(?:live|prod)_(?:[a-z]{2,8}_)?(?<secret>[\w-]{20,256})/, isRandom),
	rule('0Q~,1Q~,2Q~,3Q~,4Q~,5Q~,6Q~,7Q~,8Q~,9Q~', /(?<=[\w~.-]{3})\dQ~[\w.~-]{31,34}/),
	// Azure's mark in the middle of its keys.
	rule(
		'AZDO,JQQJ99,AzSe,AzFu',
		/(?<=(?<![\w+/])(?<secret>[\w+/]{42,76}))(?:AZDO|JQQJ99|AzSe|AzFu)\w{4,40}(?![\w+/])/,
	),
	prefixed('pk_', '\\d{6,9}_[A-Z0-9]{32}'),
	prefixed('1000.', '[0-9a-f]{32}\\.[0-9a-f]{32}'),
	rule('_mmk', /(?<=(?<![A-Za-z0-9])(?<secret>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?!\w)/),
	rule('_gitlab_session=', /_gitlab_session=(?<secret>[0-9a-z]{32})/),
	prefixed('eyJrIjoi', '[A-Za-z0-9]{70,400}={0,3}'),
	prefixed('pat.,sat.', '[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}'),
	prefixed('4b1d', '[A-Za-z0-9]{38}(?![A-Za-z0-9])', (token) => /[g-zA-Z]/.test(token)),
	rule('.atlasv1.', /(?<=[A-Za-z0-9]{14})\.atlasv1\.[\w-]{60,80}/),
];

function isRandomRest(token: string): boolean {
	return isRandom(token.replace(/^[^_.-]{0,9}[_.-]/, ''));
}

/** Keys of Mailchimp and Mailgun. */
const mail = /^[0-9a-f]{32}-(?:us\d{1,2}|[0-9a-f]{8}-[0-9a-f]{8})$/;

/** The shortest run that is a token on its own, and the longest. */
const shortestRun = 27;
const longestRun = 600;

const tokenCharacter = /[\w-]/;
const restOfRun = /[\w-]{1,600}/y;

/**
 * Tokens without a known prefix: those of Telegram and Discord, and a word followed by a long mixed run, the format of
 * most providers. Each is longer than the step of this scan.
 */
export function* longTokens(text: string): Iterable<Span> {
	let seen = 0;
	for (let at = shortestRun - 1; at < text.length; at += shortestRun) {
		let start = at + 1;
		const first = Math.max(seen, at - longestRun);
		while (start > first && tokenCharacter.test(text.charAt(start - 1))) {
			start -= 1;
		}
		restOfRun.lastIndex = start;
		const token = start > at ? '' : (restOfRun.exec(text)?.[0] ?? '');
		if (token.length < shortestRun) {
			continue;
		}
		const end = start + token.length;
		at = Math.max(at, end - 1);
		seen = end;
		const before = text.slice(Math.max(0, start - 40), start);
		const head = /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.$/.exec(before)?.[0].length ?? 0;
		const tail = /^(?!sha\d)[a-z][a-z0-9_-]{1,32}[_-](?<run>[A-Za-z0-9]{32,512})$/.exec(token);
		const run = tail?.groups?.['run'] ?? '';
		const isKnown =
			(token.length === 35 && /\d{6}:$/.test(before)) ||
			(/\d{15}[:|]$/.test(before) && isRandom(token)) ||
			(mail.test(`${token}-us1`) && /^\.[A-Za-z0-9]{16}(?!\w)/.test(text.slice(end, end + 18)));
		if (head > 0 || isKnown || mail.test(token)) {
			yield { start: start - head, end };
		} else if (isMixed(run) && isRandom(run) && !/[+/=-]/.test(text[end] ?? '')) {
			yield { start: end - run.length, end };
		}
	}
}

/** Contains lower-case and upper-case letters and digits, and is not a hash with a word. */
function isMixed(run: string): boolean {
	return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run)) && !/[0-9a-f]{32}/.test(run);
}
