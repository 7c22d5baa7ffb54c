/** Whether a program with windows can be started here. */
export function hasDisplay(): boolean {
	const isSet = (variable: string): boolean => (process.env[variable] ?? '') !== '';
	return process.platform !== 'linux' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
}
