import { createContext, type Context } from 'preact';
import { useContext } from 'preact/hooks';

/**
 * Something that every component of a page needs.
 * @returns What gives it to the components inside, and what they get it by.
 */
export function required<Value>() {
	const context: Context<Value | undefined> = createContext<Value | undefined>(undefined);
	return [
		context.Provider,
		(): Value => {
			const value = useContext(context);
			if (value === undefined) {
				throw new Error('This component stands outside its page.');
			}
			return value;
		},
	] as const;
}
