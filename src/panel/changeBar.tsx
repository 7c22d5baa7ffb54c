export interface ChangeBarProperties {
	/** How much there was, percent of the width; absent: all of it. */
	readonly before?: number;
	/** How much is left of that, from 0 to 1. */
	readonly left: number;
}

/** How much there was, and how much is left of it. Decoration: the numbers stand beside it. */
export function ChangeBar({ before = 100, left }: ChangeBarProperties) {
	return (
		<span class="change-bar" style={{ width: `${before}%` }} aria-hidden="true">
			<span class="change-bar-after" style={{ width: `${left * 100}%` }} />
		</span>
	);
}
