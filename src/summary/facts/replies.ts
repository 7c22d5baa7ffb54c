import { sharesSubject } from './contentWords.ts';
import { anyOf } from './languages/languages.ts';
import { chosenLabel } from './options.ts';
import { asks, asksForWhat, asksUnmarked, verdict } from './question.ts';
import { sentencesOf } from './sentences.ts';

/** Whether what the person said next answers what the assistant asked. */

/** A longer reply that shares no subject with a question speaks of something else, characters. */
const bareReply = 80;

/** How questions begin, or end, that ask for yes or no. */
const asksAssent =
	/^(?:should (?:I|we)|shall (?:I|we)|do you want|would you like|want (?:me to|to|this|that|these|those|it|them)|ready to)\b|吗[?？]$/i;

/** How people begin who say yes or no in other words. */
const assent = new RegExp(`^(?:${anyOf('assents')})`, 'iu');

/** How replies begin that ask for something else. */
const demand =
	/^(?:(?:ok(?:ay)?|then|so|and|now|also|please)[,.]? )*(?:move|rename|add|make|create|fix|write|remove|delete|run|implement|update|build|open|change|show)(?!\p{L})/iu;

/** So short a reply can only be meant for the question, characters. */
const word = 12;

/**
 * Whether a reply answers a question of a message: it is no question itself and no mere paste, and it
 * shares a subject, says yes or no, or is a short word to the only question there is.
 * @param reply Without what was pasted into it.
 */
export function answers(reply: string, question: string, message: string): boolean {
	if (reply === '') {
		return false;
	}
	const asksSomething = sentencesOf(reply).some((sentence) => asks.test(sentence));
	if ((asksSomething && !saysYesOrNo(reply)) || asksUnmarked.test(reply)) {
		return false;
	}
	const several = sentencesOf(message).filter((sentence) => asks.test(sentence)).length > 1;
	if (several && reply.length > bareReply && !wantsAssent(question)) {
		return false;
	}
	// Long words that say neither yes nor no to an offer ask for something else, whatever words they share.
	if (reply.length > bareReply && wantsAssent(question)) {
		return saysYesOrNo(reply);
	}
	if (sharesSubject(question, reply)) {
		return true;
	}
	return (
		!several &&
		isLastWord(question, message) &&
		chosenLabel(reply) === undefined &&
		(verdict.test(reply) || (reply.length <= bareReply && fits(reply, question)))
	);
}

/** Whether no new paragraph comes behind a question. */
function isLastWord(question: string, message: string): boolean {
	const end = sentencesOf(question).at(-1) ?? question;
	const at = message.lastIndexOf(end);
	return at < 0 || !/\n\s*\n/.test(message.slice(at + end.length).trimEnd());
}

function saysYesOrNo(reply: string): boolean {
	return verdict.test(reply) || assent.test(reply);
}

/** Whether a short reply that shares no subject with a question may be meant for it. */
function fits(reply: string, question: string): boolean {
	return (
		reply.length <= word ||
		assent.test(reply) ||
		(!wantsAssent(question) && !(demand.test(reply) && !asksForWhat.test(question)))
	);
}

function wantsAssent(question: string): boolean {
	return sentencesOf(question).some((sentence) => asksAssent.test(sentence));
}
