/** The server names another address instead of answering. */
export class Redirected extends Error {
	override readonly name = 'Redirected';
	/** Scheme, host and port of that address, where they are known and others than were asked. */
	readonly origin?: string;

	/**
	 * @param address What was asked.
	 * @param location Whatever the server sent; may hold credentials.
	 */
	constructor(address: string, location: string | null) {
		super('The server redirects.');
		if (location !== null && URL.canParse(location, address)) {
			const { origin, protocol } = new URL(location, address);
			if (/^https?:$/.test(protocol) && origin !== new URL(address).origin) {
				this.origin = origin;
			}
		}
	}
}
