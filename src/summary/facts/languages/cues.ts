/**
 * The words by which facts are found in what people and assistants write, in one language. Each pattern
 * closes itself by word borders where the script has them, except those that are parts of another one.
 */
export interface LanguageCues {
	/** The person rules something out, demands or prefers it. English is told by a grammar of its own, `rulesInEnglish`. */
	readonly rule: RegExp | undefined;
	/** Asks or tells somebody, where mere description does not. Case counts. */
	readonly directs: RegExp;
	/** Words a description may begin with, before its subject. */
	readonly leadsIn: RegExp | undefined;
	/** Subjects of sentences that tell how something is. */
	readonly describes: RegExp | undefined;
	/** Binds all the same: an obligation, a wish. */
	readonly obliges: RegExp | undefined;
	/** Joins such an order to what was said before it. */
	readonly and: RegExp | undefined;
	/** Begins an order behind a comma. */
	readonly orders: RegExp | undefined;
	/** A rule that forbids. */
	readonly forbids: RegExp;
	/** It may be done after all. */
	readonly allows: RegExp;
	/** It need not be done any more. */
	readonly relieves: RegExp;
	/** What was said before is taken back by name. */
	readonly revokes: RegExp;
	/** Turns a word of {@link LanguageCues.drops} into its opposite. */
	readonly negates: RegExp | undefined;
	/** Takes a rule back, unless it is negated. */
	readonly drops: RegExp | undefined;
	/** Asks not to forget, in one expression. */
	readonly reminds: RegExp | undefined;
	/** How a message begins that tells a rule for all that follows. */
	readonly standing: RegExp;
	/** How an assistant begins that refuses what was asked. */
	readonly refuses: RegExp;
	/** Words of rules and of their withdrawal that say nothing about what is ruled, between white space. */
	readonly saysNothing: string;
	/** A choice was made. */
	readonly choice: RegExp;
	/** Gives a reason for one. */
	readonly reason: RegExp;
	/** How a person begins who takes a choice back. */
	readonly counter: RegExp;
	/** How a person begins who says no to an offer. */
	readonly declines: RegExp;
	/** How answers to a question of fact begin. */
	readonly verdict: RegExp;
	/** How messages begin that add something instead of answering. */
	readonly addition: RegExp;
	/** A word or a phrase that asks for nothing: a thanks, a greeting, a praise. A message of nothing but these does not either. */
	readonly courtesy: RegExp;
	/** How somebody leaves who may come back. */
	readonly parts: RegExp | undefined;
	/** Stands before or behind the words of {@link LanguageCues.goesOn}. */
	readonly softens: RegExp;
	/** Only sends the assistant on. */
	readonly goesOn: RegExp;
	/** How a short message begins that puts an earlier one right. */
	readonly corrects: RegExp;
	/** How a message of any length begins that says more exactly what was asked. */
	readonly specifies: RegExp;
	/** How a reply begins that asks for work, whatever it replies to. */
	readonly demands: RegExp;
	/** How questions begin that people write without their mark. */
	readonly asksUnmarked: RegExp;
	/** How the assistant asks for something it needs without a question mark. */
	readonly invites: RegExp;
	/** How a message begins that takes the one before it back as a whole. */
	readonly recalls: RegExp;
	/** How an assistant begins that agrees that it was wrong. */
	readonly concedes: RegExp;
	/** Says how things are at the moment. */
	readonly ofTheMoment: RegExp;
	/** How a reply begins that says yes or no in other words. */
	readonly assents: RegExp;
}
