import { lastWithin, masked, type Method } from './method.ts';

/** Tool results give way to their size, calls stay whole; of that the end. */
export const masking: Method = {
	name: 'observation masking',
	write: ({ messages, start, end }, budget, counter) =>
		lastWithin(
			masked(messages.slice(start, end)).flatMap((text) => text.split('\n')),
			budget,
			counter,
		).join('\n'),
};

/** What everybody said and one line for each call, all shortened to one length so that they fit. */
export const shortened: Method = {
	name: 'everything shortened',
	write: ({ messages, start, end }, budget, counter) => {
		const texts = masked(messages.slice(start, end)).filter((text) => !text.startsWith('tool: ['));
		const cut = (length: number): string[] => texts.map((text) => text.slice(0, length));
		let [least, most] = [8, 20_000];
		while (most - least > 4) {
			const length = Math.floor((least + most) / 2);
			const fits = counter.count(cut(length).join('\n')) <= budget;
			[least, most] = fits ? [length, most] : [least, length];
		}
		return lastWithin(cut(least), budget, counter).join('\n');
	},
};
