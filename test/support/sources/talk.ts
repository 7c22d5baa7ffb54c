import { labelled, Script, type LabelledSession } from './labelled.ts';

/** A talk without tools: what was decided, changed and left open, partly in Chinese. */

const script = new Script()
	.person('start', 'I am planning a newsletter for our beekeeping club. We have about 230 members.')
	.says(
		'tools',
		'For 230 members a hosted service is simplest. Buttondown is free up to 100 subscribers, Listmonk can be hosted by yourselves.',
	)
	.person('listmonk', 'Let us take Listmonk then, on the small server we have at Hetzner.')
	.says(
		'listmonkOk',
		'Listmonk needs Postgres 12 or newer and about 100 MB of memory; a CX22 is plenty.',
	)
	.person('rhythm', 'It should come out every second Thursday.')
	.says('rhythmOk', 'Every second Thursday, noted. Shall the archive be public?')
	.person('archive', 'No, the archive is for members only. Varroa reports must not leak.')
	.says(
		'archiveOk',
		'Members only. Then each issue needs a signed link that expires after 14 days.',
	)
	.person(
		'monthly',
		'On reflection, every second Thursday is too much work. Make it the first Thursday of a month.',
	)
	.says('monthlyOk', 'First Thursday of each month instead of every second Thursday.')
	.person('chinese', '我们还需要一个中文版，给上海的会员看。标题用蜂群月报。')
	.says('chineseOk', '好的，中文版标题为“蜂群月报”，和英文版同一天发送。')
	.person('sender', 'Sender address is hello@honeyclub.example, reply-to is the secretary.')
	.says(
		'dkim',
		'DKIM and SPF records are needed for honeyclub.example before the first issue, otherwise Gmail rejects it.',
	)
	.person('thanks', 'Understood, I will ask Petra for access to the DNS zone.');

export const talk: LabelledSession = {
	name: 'talk',
	messages: script.messages,
	numbers: script.numbers,
	items: [
		labelled('Goal', 'A newsletter for a beekeeping club with about 230 members', 'start'),
		labelled(
			'Constraints & Preferences',
			'The archive is for members only; Varroa reports must not leak',
			'archive',
		),
		labelled(
			'Constraints & Preferences',
			'中文版标题用蜂群月报，给上海的会员看',
			'chinese',
			'chineseOk',
		),
		labelled(
			'Key Decisions',
			'Listmonk on a Hetzner server rather than a hosted service',
			'listmonk',
			'tools',
		),
		labelled(
			'Key Decisions',
			'First Thursday of a month instead of every second Thursday',
			'monthly',
			'monthlyOk',
		),
		labelled('Key Decisions', 'Signed links that expire after 14 days', 'archiveOk'),
		labelled('Key Decisions', 'Mailchimp was rejected for its price'),
		labelled('Pending User Asks', 'Petra was to be asked for access to the DNS zone', 'thanks'),
		labelled(
			'Critical Context',
			'Listmonk needs Postgres 12 and 100 MB of memory; CX22 suffices',
			'listmonkOk',
		),
		labelled('Critical Context', 'DKIM and SPF for honeyclub.example were missing', 'dkim'),
		labelled(
			'Critical Context',
			'hello@honeyclub.example is the sender, replies go to the secretary',
			'sender',
		),
		labelled('Remaining Work', 'The logo had not been drawn yet'),
	],
};
